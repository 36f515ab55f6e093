//! `README.md` of a dataset: a card for people, with front matter for the Hugging Face `datasets` library.

use super::manifest::{Manifest, TaskRecord};
use super::{Format, folder};
use crate::{Metric, Split};
use std::fmt::Write;

/// Name of the file.
pub const README: &str = "README.md";

/// The card of a dataset. What answers look like, the metrics of its tasks tell and the manifest does not.
pub fn text(manifest: &Manifest, metrics: &[Metric]) -> String {
    let names: Vec<&str> = manifest.tasks.iter().map(|task| task.task.as_str()).collect();
    let mut card = String::from("---\n");
    card += &format!("pretty_name: \"spatiq: {}\"\n", names.join(", "));
    card += "task_categories:\n- visual-question-answering\ntags:\n- spatial-reasoning\n";
    card += if manifest.imported.is_none() { "- synthetic\n" } else { "" };
    card += "- spatiq\nconfigs:\n";
    for (at, task) in manifest.tasks.iter().enumerate() {
        card += &config(manifest, task, at == 0);
    }
    let has_scenes = manifest.parts.iter().any(|part| part.scenes > 0);
    card += &format!("---\n\n# {}\n\n", names.join(", "));
    let shard = manifest.shard.as_ref().map_or(String::new(), |shard| format!(" This is shard {shard}."));
    let _ = match &manifest.imported {
        None => writeln!(card, "Made by spatiq {}, seed {}.{shard}\n", manifest.spatiq, manifest.seed),
        Some(imported) => {
            let names: Vec<String> = imported.files.iter().map(|file| format!("`{}`", file.name)).collect();
            let (from, license) = (&imported.from, &imported.license);
            writeln!(
                card,
                "Brought in by spatiq {} from {from} ({license}): {}.\n",
                manifest.spatiq,
                names.join(", ")
            )
        }
    };
    card += "| task | preset | split | questions |\n|---|---|---|---|\n";
    for task in &manifest.tasks {
        let preset = task.preset.as_deref().unwrap_or("–");
        for (split, count) in &task.splits {
            let _ = writeln!(card, "| {} | {preset} | {split} | {count} |", task.task);
        }
    }
    card += "\n## Settings\n\n| task | setting | value |\n|---|---|---|\n";
    for task in &manifest.tasks {
        for (name, value) in &task.settings {
            let _ = writeln!(card, "| {} | {name} | {value} |", task.task);
        }
    }
    card += ROWS;
    card += vectors(manifest.format);
    if has_scenes {
        card += SCENES;
    }
    if metrics.iter().any(|metric| matches!(metric, Metric::InkF1 | Metric::FScore)) {
        card += generated(manifest.format);
    }
    if metrics.contains(&Metric::MicroF1) {
        card += RELATIONS;
    }
    card += &loading(manifest);
    card
}

const ROWS: &str = "
## Rows

A row is a question: `prompt` asks it in words, `images` are its pictures and `image_names` their roles (`question`;
`A`…`D`, or `A1`, `A2`… for an option of several pictures). `answer` is the letter of the right option, or the right one of
the words in `choices`. `tags` is a
JSON object to group results by. `evidence` is JSON from which the question can be rebuilt and its answer checked:
`spatiq verify` does that.
";

const RELATIONS: &str = "Where relations are asked for, `asked` is JSON: the objects with their boxes (xmin, ymin, xmax, \
    ymax from 0 to 1), the\nordered `pairs` of objects, `parts` if it is known which objects are parts of which (nothing is \
    asked about such two), and\n`groups` of pairs to group results by, not to be shown to whoever answers. `answer` is a JSON \
    list with a label for each\npair in order: how the first object stands to the second.\n";

const SCENES: &str = "
Where `scene` is not empty, it names the scene that the question is about (or two, a space between): a row of the table of
scenes. Its `image` and `depth` (16 bit, millimetres) are what may be looked at; `normals`, the instances of `objects` and
`parts`, and the scene graph in `graph` are the truth. In scenes of 2.5VRD the graph's objects have `amodal`: the mask of each
as if nothing hid it, with COCO's compressed run lengths (pycocotools decodes them); what is seen of it is in `objects`.
";

/// What is said of line drawings.
fn vectors(format: Format) -> &'static str {
    match format {
        Format::Parquet => {
            "Where pictures are line drawings, `images_svg` has them as SVG, in the order of `images`.\n"
        }
        Format::Folder => "Where pictures are line drawings, an SVG of the same name lies beside each.\n",
        Format::Webdataset => "Where pictures are line drawings, an `.svg` of the same name follows each.\n",
    }
}

/// What is said of answers that are no text.
fn generated(format: Format) -> &'static str {
    match format {
        Format::Parquet => {
            "Where the answer is a drawing, it is in `answer_image`, and as SVG in `answer_svg` of `evidence`; where it is a \
             cloud of points,\nthey are in `answer_points` and the surface's normals there in `answer_normals`. `answer` is \
             then empty.\n"
        }
        Format::Folder => {
            "Where the answer is a drawing, `answer_image` has the path of its file, with an SVG beside it; where it is a cloud \
             of points,\n`answer_points` has that of a `.npy` file with x, y, z and the surface's normal in each row. `answer` is \
             then empty.\n"
        }
        Format::Webdataset => {
            "Where the answer is a drawing, it is `answer.png`, and as SVG in `answer_svg` of `evidence`; where it is a cloud of points, it is `answer.npy` with \
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
    let of_scenes = |split: &Split| {
        manifest.parts.iter().any(|part| part.task == task.task && part.split == *split && part.scenes > 0)
    };
    let splits: Vec<&Split> = task.splits.keys().filter(|split| of_scenes(split)).collect();
    if manifest.format != Format::Folder && !splits.is_empty() {
        let ending = if manifest.format == Format::Parquet { "parquet" } else { "tar" };
        let _ = writeln!(text, "- config_name: {name}__scenes\n  data_files:");
        for split in splits {
            let _ = writeln!(text, "  - split: {split}\n    path: data/{name}/scenes-{split}-*.{ending}");
        }
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
