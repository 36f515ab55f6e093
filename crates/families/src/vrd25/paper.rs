//! What the paper measured, to print beside what we measure. F1 unless said otherwise.

use spatiq_bench::PaperTable;

const HEAD: &[&str] = &["boxes found by a detector", "F1", "precision", "recall"];

const ERRORS: &str =
    "Sources of error with boxes found by a detector, averaged over the three tasks (its table 5)";
const ERROR_HEAD: &[&str] = &["", "F1", "f1-perfect-boxes", "f1-perfect-predicates"];
const ERROR_ROWS: &[&[&str]] = &[&["MLP with all features", "0.335", "0.782", "0.492"]];

/// Tables 1 and 2 under the titles of ours that they stand beside; tables 4 and 6 of each task, 5, 7, 8 and 9 where they
/// belong.
pub const PAPER: &[PaperTable] = &[
    PaperTable {
        task: "vrd25/within-depth",
        title: "Pairs by label",
        head: &["", "table 1: train", "val", "test"],
        rows: &[
            &["closer", "39.1 %", "39.9 %", "38.7 %"],
            &["farther", "39.9 %", "39.6 %", "38.9 %"],
            &["same", "10.1 %", "6.3 %", "7.5 %"],
        ],
    },
    PaperTable {
        task: "vrd25/within-depth",
        title: "Pairs by difficulty",
        head: &["", "table 2: val and test"],
        rows: &[
            &["easy", "55.8 %"],
            &["moderate", "16.4 %"],
            &["difficult", "13.1 %"],
            &["infeasible", "10.5 %"],
            &["ambiguous", "4.3 %"],
        ],
    },
    PaperTable {
        task: "vrd25/within-occlusion",
        title: "Pairs by label",
        head: &["", "table 1: train", "val", "test"],
        rows: &[
            &["occludes", "10.9 %", "10.3 %", "9.3 %"],
            &["occluded", "11.0 %", "10.0 %", "9.1 %"],
            &["mutual", "3.5 %", "1.9 %", "2.1 %"],
        ],
    },
    PaperTable {
        task: "vrd25/across-depth",
        title: "Pairs by label",
        head: &["", "table 1: train", "val", "test"],
        rows: &[&["closer", "43.5 %", "40.9 %", "43.8 %"], &["farther", "45.2 %", "48.0 %", "44.5 %"]],
    },
    PaperTable {
        task: "vrd25/across-depth",
        title: "Pairs by difficulty",
        head: &["", "table 2: val and test"],
        rows: &[
            &["easy", "50.0 %"],
            &["moderate", "21.6 %"],
            &["difficult", "16.9 %"],
            &["infeasible", "6.7 %"],
            &["ambiguous", "4.8 %"],
        ],
    },
    PaperTable {
        task: "vrd25/within-depth",
        title: "The paper's models within an image (its tables 4 and 6)",
        head: HEAD,
        rows: &[
            &["MLP: boxes, classes, depth, appearance", "0.310", "0.301", "0.321"],
            &["rule: class", "0.011", "0.191", "0.006"],
            &["rule: location", "0.286", "0.264", "0.312"],
            &["rule: size", "0.232", "0.214", "0.253"],
            &["rule: depth", "0.292", "0.270", "0.319"],
            &["MLP: boxes", "0.232", "0.237", "0.226"],
            &["MLP: boxes, classes", "0.280", "0.282", "0.278"],
            &["MLP: boxes, depth", "0.301", "0.293", "0.310"],
            &["MLP: boxes, appearance", "0.307", "0.298", "0.316"],
            &["ViP-CNN", "0.336", "0.333", "0.339"],
            &["PPR-FCN", "0.335", "0.330", "0.341"],
            &["DRNet", "0.338", "0.339", "0.337"],
            &["VTransE", "0.324", "0.315", "0.332"],
        ],
    },
    PaperTable { task: "vrd25/within-depth", title: ERRORS, head: ERROR_HEAD, rows: ERROR_ROWS },
    PaperTable {
        task: "vrd25/within-depth",
        title: "F1 by label (its table 7)",
        head: &["", "closer", "farther", "same"],
        rows: &[
            &["MLP: boxes, classes, depth, appearance", "0.317", "0.327", "0.094"],
            &["rule: class", "0.011", "0.010", "0.015"],
            &["rule: location", "0.306", "0.305", "0.129"],
            &["rule: size", "0.250", "0.250", "0.101"],
            &["rule: depth", "0.324", "0.324", "0.103"],
            &["MLP: boxes", "0.217", "0.261", "0.000"],
            &["MLP: boxes, classes", "0.298", "0.287", "0.000"],
            &["MLP: boxes, depth", "0.326", "0.306", "0.000"],
            &["MLP: boxes, appearance", "0.320", "0.316", "0.093"],
            &["ViP-CNN", "0.343", "0.341", "0.246"],
            &["PPR-FCN", "0.344", "0.344", "0.208"],
            &["DRNet", "0.342", "0.356", "0.175"],
            &["VTransE", "0.332", "0.335", "0.199"],
        ],
    },
    PaperTable {
        task: "vrd25/within-depth",
        title: "Transfer between settings, F1 tested within an image (its table 8)",
        head: &["trained", "F1 within"],
        rows: &[&["within an image", "0.322"], &["across images", "0.304"], &["on both", "0.318"]],
    },
    PaperTable {
        task: "vrd25/within-depth",
        title: "F1 by difficulty, true boxes (its table 9)",
        head: &["", "easy", "moderate", "difficult"],
        rows: &[&["MLP: boxes, classes, depth, appearance", "0.886", "0.644", "0.483"]],
    },
    PaperTable {
        task: "vrd25/within-occlusion",
        title: "The paper's models on occlusion (its tables 4 and 6)",
        head: HEAD,
        rows: &[
            &["MLP: boxes, classes, depth, appearance", "0.324", "0.322", "0.325"],
            &["rule: class", "0.133", "0.133", "0.134"],
            &["rule: location", "0.303", "0.302", "0.304"],
            &["rule: size", "0.303", "0.302", "0.304"],
            &["rule: depth", "0.303", "0.302", "0.304"],
            &["MLP: boxes", "0.308", "0.307", "0.309"],
            &["MLP: boxes, classes", "0.317", "0.316", "0.318"],
            &["MLP: boxes, depth", "0.308", "0.306", "0.309"],
            &["MLP: boxes, appearance", "0.320", "0.319", "0.321"],
            &["ViP-CNN", "0.342", "0.341", "0.343"],
            &["PPR-FCN", "0.339", "0.338", "0.340"],
            &["DRNet", "0.344", "0.343", "0.345"],
            &["VTransE", "0.329", "0.328", "0.330"],
        ],
    },
    PaperTable {
        task: "vrd25/within-occlusion",
        title: "F1 by label (its table 7)",
        head: &["", "none", "occludes", "occluded", "mutual"],
        rows: &[
            &["MLP: boxes, classes, depth, appearance", "0.364", "0.211", "0.215", "0.187"],
            &["rule: class", "0.178", "0.100", "0.064", "0.005"],
            &["rules: location, size, depth", "0.371", "0.172", "0.171", "0.000"],
            &["MLP: boxes", "0.343", "0.000", "0.000", "0.000"],
            &["MLP: boxes, classes", "0.349", "0.101", "0.099", "0.012"],
            &["MLP: boxes, depth", "0.343", "0.001", "0.001", "0.000"],
            &["MLP: boxes, appearance", "0.364", "0.203", "0.199", "0.186"],
            &["ViP-CNN", "0.360", "0.239", "0.245", "0.339"],
            &["PPR-FCN", "0.369", "0.228", "0.224", "0.266"],
            &["DRNet", "0.365", "0.259", "0.274", "0.190"],
            &["VTransE", "0.352", "0.224", "0.228", "0.266"],
        ],
    },
    PaperTable {
        task: "vrd25/within-occlusion",
        title: "F1 by difficulty, true boxes (its table 9)",
        head: &["", "easy", "moderate", "difficult"],
        rows: &[&["MLP: boxes, classes, depth, appearance", "0.821", "0.781", "0.781"]],
    },
    PaperTable {
        task: "vrd25/across-depth",
        title: "The paper's models across images (its tables 4 and 6)",
        head: HEAD,
        rows: &[
            &["MLP: boxes, classes, depth, appearance", "0.370", "0.356", "0.384"],
            &["rule: class", "0.025", "0.335", "0.013"],
            &["rule: location", "0.214", "0.205", "0.225"],
            &["rule: size", "0.240", "0.229", "0.251"],
            &["rule: depth", "0.303", "0.289", "0.317"],
            &["MLP: boxes", "0.243", "0.232", "0.255"],
            &["MLP: boxes, classes", "0.314", "0.300", "0.330"],
            &["MLP: boxes, depth", "0.326", "0.312", "0.342"],
            &["MLP: boxes, appearance", "0.367", "0.353", "0.383"],
            &["DRNet", "0.366", "0.354", "0.380"],
            &["VTransE", "0.365", "0.353", "0.379"],
        ],
    },
    PaperTable {
        task: "vrd25/across-depth",
        title: "F1 by label (its table 7)",
        head: &["", "closer", "farther"],
        rows: &[
            &["MLP: boxes, classes, depth, appearance", "0.372", "0.368"],
            &["rule: class", "0.023", "0.027"],
            &["rule: location", "0.225", "0.218"],
            &["rule: size", "0.256", "0.243"],
            &["rule: depth", "0.320", "0.311"],
            &["MLP: boxes", "0.235", "0.249"],
            &["MLP: boxes, classes", "0.319", "0.310"],
            &["MLP: boxes, depth", "0.328", "0.325"],
            &["MLP: boxes, appearance", "0.371", "0.364"],
            &["DRNet", "0.369", "0.364"],
            &["VTransE", "0.367", "0.364"],
        ],
    },
    PaperTable {
        task: "vrd25/across-depth",
        title: "Transfer between settings, F1 tested across images (its table 8)",
        head: &["trained", "F1 across"],
        rows: &[&["across images", "0.370"], &["within an image", "0.308"], &["on both", "0.354"]],
    },
    PaperTable {
        task: "vrd25/across-depth",
        title: "F1 by difficulty, true boxes (its table 9)",
        head: &["", "easy", "moderate", "difficult"],
        rows: &[&["MLP: boxes, classes, depth, appearance", "0.950", "0.833", "0.668"]],
    },
    // After the tables that are to be compared with.
    PaperTable { task: "vrd25/within-occlusion", title: ERRORS, head: ERROR_HEAD, rows: ERROR_ROWS },
    PaperTable { task: "vrd25/across-depth", title: ERRORS, head: ERROR_HEAD, rows: ERROR_ROWS },
];
