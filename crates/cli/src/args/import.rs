//! The arguments of `spatiq import`.

use super::draw::timeout;
use clap::Subcommand;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Import {
    #[command(subcommand)]
    pub kind: ImportKind,
}

#[derive(Subcommand)]
pub enum ImportKind {
    /// STEP, STL and OBJ files, as a library of objects for the spare3d tasks
    #[command(after_help = "Example:  spatiq import cad parts --out LIB\n\n\
        A file is left out if it cannot be read or drawn, or is larger or slower than the options allow; if it is no solid: open,\n\
        crossing itself, or of bodies that overlap; if a view of it is blank, only a dot, or thinner than a pixel; if two of\n\
        its front, top and right views look the same; if rays contradict its drawing; and if it looks the same as an earlier one from the front, from\n\
        above, from the right and from pose 2, up to two pixels of 200. LIB/report.html shows the models and names each file that was\n\
        left out, and why. An import that was stopped goes on where it was if the same command is given again.\n\n\
        The same files give the same library, but for models that take about as long as --timeout allows: on a slower machine\n\
        they may be left out.")]
    Cad(ImportCad),
    /// Models of PartNet and PartNet-Mobility, as a library of furniture for scenes
    #[command(after_help = "Example:  spatiq import partnet data_v0 --out LIB\n\n\
        FOLDER is a folder of models or holds such folders, as the datasets are unpacked: 2291/ with meta.json, result.json\n\
        (or result_after_merging.json) and objs/, or with mobility.urdf, semantics.txt and textured_objs/. Chairs, tables, beds,\n\
        refrigerators and carts are taken, each standing upright and scaled to the reach of its category.\n\n\
        A model is left out if its tree of parts is missing or broken, if none of its parts has a name in questions, if no file\n\
        of a part with such a name can be read (lost part), and if it is the same as an earlier one, or another annotation of the\n\
        same shape. LIB/library.json names each, and why. Of the rest, what cannot be read or has no name is counted: parts with\n\
        unknown labels are seen but never asked about.")]
    Partnet(ImportPartnet),
    /// The annotations of 2.5VRD, as a dataset of the vrd25 tasks
    #[command(
        after_help = "Example:  spatiq import vrd25 2.5vrd --out vrd   # then: spatiq eval vrd --solver location --split val\n\n\
        FOLDER has the released files, also in folders within it: within_image_objects_validation.csv,\n\
        within_image_vrd_validation.csv, across_images_objects_…, across_images_vrd_…, and the same for train and test; those that\n\
        are missing are passed over. Beside them may lie, from Open Images V4: class-descriptions-boxable.csv (names of classes),\n\
        SPLIT-annotations-bbox.csv (all boxes: the paper's filters are applied to them, counted, and compared with the release),\n\
        bbox_labels_600_hierarchy.json (what is part of what: between such two, what an answer with boxes of its own claims\n\
        is passed over), and pictures ID.jpg or ID.png in any folder; in folders called depth, ID.png with 16 bits of grey are maps\n\
        of depth for the solver of that name.\n\n\
        A row that names an unknown object, has a box outside 0 to 1, a vote out of range, a label that its votes do not give, or\n\
        too few columns is named with its file and line, counted and left out; nothing is repaired."
    )]
    Vrd25(ImportVrd25),
}

#[derive(clap::Args)]
pub struct ImportCad {
    /// Folder with the files, also in folders within it
    pub folder: PathBuf,
    /// Folder of the library: new, empty, or an earlier library, which is replaced
    #[arg(long, value_name = "LIB")]
    pub out: PathBuf,
    /// Leaves out models of more triangles
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub most_triangles: usize,
    /// Leaves out files of more bytes
    #[arg(long, value_name = "N", default_value_t = 64 << 20)]
    pub most_bytes: u64,
    /// Gives a model up after so much processor time; 0 for never
    #[arg(long, value_name = "SECONDS", value_parser = timeout, default_value = "60")]
    pub timeout: f64,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(clap::Args)]
pub struct ImportPartnet {
    /// Folder with the models, also in folders within it
    pub folder: PathBuf,
    /// Folder of the library: new, empty, or an earlier library, which is replaced
    #[arg(long, value_name = "LIB")]
    pub out: PathBuf,
    /// Leaves out models of more triangles
    #[arg(long, value_name = "N", default_value_t = 500_000)]
    pub most_triangles: usize,
    /// Does not read files of more bytes
    #[arg(long, value_name = "N", default_value_t = 64 << 20)]
    pub most_bytes: u64,
    /// Gives a model up after so much processor time; 0 for never
    #[arg(long, value_name = "SECONDS", value_parser = timeout, default_value = "60")]
    pub timeout: f64,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(clap::Args)]
pub struct ImportVrd25 {
    /// Folder with the released files, also in folders within it
    pub folder: PathBuf,
    /// Folder of the dataset: new, empty, or with an unfinished run of the same command
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Stops at the first bad row
    #[arg(long)]
    pub strict: bool,
    /// Writes all rows that were left out, with file, line and reason, as CSV
    #[arg(long, value_name = "FILE")]
    pub left_out: Option<PathBuf>,
    /// How rows are written
    #[arg(long, value_enum, default_value_t = super::FormatName::Parquet)]
    pub format: super::FormatName,
}
