//! Questions the way others have them in their files: the original, and CLEVR.

use super::program::Node;
use super::questions::Evidence;
use super::template::{TEMPLATES, Template};
use serde_json::{Value, json};
use spatiq_bench::{EvidenceError, Split};

/// A question and its place in files.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The split.
    pub split: Split,
    /// The number of the picture in its split.
    pub image_index: u64,
    /// The name of the picture's file.
    pub image_filename: &'a str,
    /// The number of the question in its split.
    pub question_index: u64,
    /// The right answer.
    pub answer: &'a str,
    /// What the dataset tells besides.
    pub evidence: &'a str,
}

impl Entry<'_> {
    /// As the original has it. Its files of templates are ours: one for each type.
    pub fn original(&self) -> Result<Value, EvidenceError> {
        let (evidence, template) = self.read()?;
        let type1 = template.sub_type.type_name();
        let before = TEMPLATES.iter().take_while(|other| other.name != template.name);
        let of_file = before.filter(|other| other.sub_type.type_name() == type1).count();
        Ok(json!({
            "split": self.split.name(),
            "image_filename": self.image_filename,
            "image_index": self.image_index,
            "question": evidence.question,
            "program": evidence.program,
            "answer": self.answer,
            "template_filename": format!("{type1}.txt"),
            "question_family_index": of_file,
            "question_index": self.question_index,
            "type1": type1,
            "type2": template.sub_type.name(),
        }))
    }

    /// As CLEVR has it: functions go by another name, and all templates are numbered as one.
    pub fn clevr(&self) -> Result<Value, EvidenceError> {
        let (evidence, template) = self.read()?;
        let node = |Node { function, inputs, value_inputs }: &Node| json!({ "function": function, "inputs": inputs, "value_inputs": value_inputs });
        Ok(json!({
            "split": self.split.name(),
            "image_filename": self.image_filename,
            "image_index": self.image_index,
            "image": self.image_filename.trim_end_matches(".png"),
            "question": evidence.question,
            "program": evidence.program.nodes.iter().map(node).collect::<Vec<_>>(),
            "answer": self.answer,
            "question_family_index": TEMPLATES.iter().position(|other| other.name == template.name),
            "question_index": self.question_index,
        }))
    }

    fn read(&self) -> Result<(Evidence, &'static Template), EvidenceError> {
        let evidence: Evidence = serde_json::from_str(self.evidence)
            .map_err(|error| EvidenceError(format!("evidence: {error}")))?;
        let template = TEMPLATES.iter().find(|template| template.name == evidence.template);
        let unknown = || EvidenceError(format!("there is no template {:?}", evidence.template));
        Ok((evidence.clone(), template.ok_or_else(unknown)?))
    }
}
