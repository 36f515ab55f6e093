//! `README.md` of a dataset: a card for people, with front matter for the Hugging Face `datasets` library.

use super::manifest::{Manifest, TaskRecord};
use super::{Format, folder};
use std::fmt::Write;

/// Name of the file.
pub const README: &str = "README.md";

/// The card of a dataset; whether some of its answers are no texts, the manifest does not say.
pub fn text(manifest: &Manifest, has_generated: bool) -> String {
    let names: Vec<&str> = manifest.tasks.iter().map(|task| task.task.as_str()).collect();
    let mut card = String::from("---\n");
    card += &format!("pretty_name: \"spatiq: {}\"\n", names.join(", "));
    card += "task_categories:\n- visual-question-answering\ntags:\n- spatial-reasoning\n- synthetic\n- spatiq\nconfigs:\n";
    for (at, task) in manifest.tasks.iter().enumerate() {
        card += &config(manifest, task, at == 0);
    }
    card += &format!("---\n\n# {}\n\n", names.join(", "));
    let shard = manifest.shard.as_ref().map_or(String::new(), |shard| format!(" This is shard {shard}."));
    let _ = writeln!(card, "Made by spatiq {}, seed {}.{shard}\n", manifest.spatiq, manifest.seed);
    card += "| task | split | questions |\n|---|---|---|\n";
    for task in &manifest.tasks {
        for (split, count) in &task.splits {
            let _ = writeln!(card, "| {} | {split} | {count} |", task.task);
        }
    }
    card += "\n## Settings\n\n| task | setting | value |\n|---|---|---|\n";
    for task in &manifest.tasks {
        for (name, value) in &task.settings {
            let _ = writeln!(card, "| {} | {name} | {value} |", task.task);
        }
    }
    card += ROWS;
    if has_generated {
        card += generated(manifest.format);
    }
    card += &loading(manifest);
    card
}

const ROWS: &str = "
## Rows

A row is a question: `prompt` asks it in words, `images` are its pictures and `image_names` their roles (`question`;
`A`…`D`, or `A1`, `A2`… for an option of several pictures). `answer` is the letter of the right option. `tags` is a
JSON object to group results by. `evidence` is JSON from which the question can be rebuilt and its answer checked:
`spatiq verify` does that.
";

/// What is said of answers that are no text.
fn generated(format: Format) -> &'static str {
    match format {
        Format::Parquet => {
            "Where the answer is a drawing, it is in `answer_image`; where it is a cloud of points, they are in \
             `answer_points`\nand the surface's normals there in `answer_normals`. `answer` is then empty.\n"
        }
        Format::Folder => {
            "Where the answer is a drawing, `answer_image` has the path of its file; where it is a cloud of points, \
             `answer_points`\nhas that of a `.npy` file with x, y, z and the surface's normal in each row. `answer` is \
             then empty.\n"
        }
        Format::Webdataset => {
            "Where the answer is a drawing, it is `answer.png`; where it is a cloud of points, it is `answer.npy` with \
             x, y, z\nand the surface's normal in each row. `answer` in the JSON is then empty.\n"
        }
    }
}

/// One task as a configuration of the `datasets` library.
fn config(manifest: &Manifest, task: &TaskRecord, default: bool) -> String {
    let name = task.task.replace('/', "__");
    let mut text = format!("- config_name: {name}\n");
    if default {
        text += "  default: true\n";
    }
    text += "  data_files:\n";
    for (split, _) in task.splits.iter().filter(|(_, count)| **count > 0) {
        let path = match manifest.format {
            Format::Parquet => format!("data/{name}/{split}-*.parquet"),
            Format::Webdataset => format!("data/{name}/{split}-*.tar"),
            Format::Folder => format!("{name}/{split}/{}", folder::METADATA),
        };
        let _ = writeln!(text, "  - split: {split}\n    path: {path}");
    }
    text
}

/// How to load the dataset in Python.
fn loading(manifest: &Manifest) -> String {
    let name = manifest.tasks.first().map_or(String::new(), |task| task.task.replace('/', "__"));
    let code = match manifest.format {
        Format::Parquet | Format::Folder => {
            format!(
                "from datasets import load_dataset\n\ndata = load_dataset(\"path/to/this/folder\", \"{name}\")"
            )
        }
        // The `datasets` library wants the same pictures in every sample, which not every task has.
        Format::Webdataset => format!(
            "import glob, webdataset\n\nshards = sorted(glob.glob(\"path/to/this/folder/data/{name}/train-*.tar\"))\n\
             data = webdataset.WebDataset(shards).decode(\"pil\")"
        ),
    };
    format!("\n## Loading\n\n```python\n{code}\n```\n")
}
