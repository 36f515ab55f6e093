//! The rules of the house, as ARCHITECTURE.md states them.

use std::fs;
use std::path::{Path, PathBuf};

/// Which workspace crates each crate may depend on. Everything else is a wrong direction.
const DIRECTIONS: &[(&str, &[&str])] = &[
    ("raster", &[]),
    ("geom", &[]),
    ("step", &["geom"]),
    ("draw", &["geom", "raster"]),
    ("bench", &["raster"]),
    ("scene", &["bench", "geom", "raster"]),
    ("families", &["bench", "draw", "geom", "raster", "scene", "step"]),
    ("eval", &["bench", "raster"]),
    ("cli", &["geom", "raster", "draw", "step", "bench", "scene", "families", "eval"]),
];

/// Where a clock, hash order or the platform's math is allowed after all: nothing made there ends up in a dataset.
const MAY_SWITCH_OFF_LINTS: &[&str] = &["crates/cli/src/progress.rs", "crates/eval/src/run.rs"];

/// What may touch files.
const MAY_TOUCH_FILES: &[&str] = &["crates/bench/src/dataset/", "crates/cli/"];

/// Longer files are not read top to bottom.
const MOST_LINES: usize = 600;

/// Every breach of a rule, a line each.
pub fn check(root: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    for path in files(root, "rs") {
        let text = fs::read_to_string(root.join(&path)).unwrap_or_default();
        faults.extend(source_faults(&path, &text).into_iter().map(|fault| format!("{path}: {fault}")));
    }
    for path in
        files(root, "toml").into_iter().filter(|path| path.ends_with("Cargo.toml") && path != "Cargo.toml")
    {
        let text = fs::read_to_string(root.join(&path)).unwrap_or_default();
        faults.extend(manifest_faults(&path, &text).into_iter().map(|fault| format!("{path}: {fault}")));
    }
    faults
}

/// What is wrong with a source file.
fn source_faults(path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if !text.starts_with("//! ") {
        faults.push("does not open with a `//!` line that says what it is for".into());
    }
    if text.lines().count() > MOST_LINES {
        faults.push(format!("has more than {MOST_LINES} lines"));
    }
    if path.ends_with("utils.rs") || path.contains("/utils/") {
        faults.push("a module called utils says nothing".into());
    }
    let switches_off =
        ["clippy::disallowed_", "clippy::style", "clippy::all"].iter().any(|lint| text.contains(lint));
    let measures = path.contains("/benches/") || path.starts_with("xtask/");
    if switches_off && !measures && !MAY_SWITCH_OFF_LINTS.contains(&path) {
        faults.push("switches off a lint that keeps datasets reproducible".into());
    }
    let source = path.contains("/src/") && path.starts_with("crates/");
    if source && !MAY_TOUCH_FILES.iter().any(|prefix| path.starts_with(prefix)) {
        // What follows is tested code; unit tests at its end may use what they like.
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
        // `partnet::` is not `net::`.
        let is_used = |word: &str| {
            let within =
                |(at, _)| code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
            code.match_indices(word).any(|found| !within(found))
        };
        for word in ["fs::", "{fs", "fs}", "fs;", "File::", "env::", "net::", "process::"] {
            if is_used(word) {
                faults.push(format!("uses {word}: only bench::dataset and cli touch the system"));
            }
        }
    }
    faults.extend(family_faults(path, text));
    let unfinished = ["todo!(", "unimplemented!(", "dbg!(", "FIXME"];
    if !path.starts_with("xtask/") {
        faults
            .extend(unfinished.iter().filter(|word| text.contains(**word)).map(|word| format!("has {word}")));
    }
    faults
}

/// Families do not import each other.
fn family_faults(path: &str, text: &str) -> Vec<String> {
    let Some(own) = path.strip_prefix("crates/families/src/").and_then(|rest| rest.split_once('/')) else {
        return Vec::new();
    };
    let families = ["spare3d", "iq", "ptr", "vrd25"];
    let foreign = families.into_iter().filter(|family| *family != own.0);
    foreign
        .filter(|family| text.contains(&format!("crate::{family}")))
        .map(|family| format!("imports the family {family}"))
        .collect()
}

/// What is wrong with a crate's manifest.
fn manifest_faults(path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if !text.contains("[lints]\nworkspace = true") {
        faults.push("does not take the workspace's lints".into());
    }
    if !text.contains("license.workspace = true") {
        faults.push("does not take the workspace's licence".into());
    }
    let Some(name) = path.strip_prefix("crates/").and_then(|rest| rest.split('/').next()) else {
        return faults;
    };
    let Some((_, allowed)) = DIRECTIONS.iter().find(|(other, _)| *other == name) else {
        faults.push("is a crate whose place in the architecture xtask does not know".into());
        return faults;
    };
    let dependencies = text.split("[dev-dependencies]").next().unwrap_or(text);
    for line in dependencies.lines().filter_map(|line| line.strip_prefix("spatiq-")) {
        let used = line.split(['.', ' ', '=']).next().unwrap_or(line);
        if !allowed.contains(&used) {
            faults.push(format!("depends on {used}, against the direction of the architecture"));
        }
    }
    faults
}

/// The files of an ending that belong to the workspace, by their paths with forward slashes.
fn files(root: &Path, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() && name != "target" && !name.starts_with('.') {
                folders.push(path);
            } else if name.ends_with(&format!(".{ending}")) {
                let below = path.strip_prefix(root).expect("found below the root");
                found.push(below.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_house_is_tidy() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert!(files(root, "rs").len() > 20, "the sources are not where they are expected");
        assert_eq!(check(root), Vec::<String>::new());
    }

    #[test]
    fn every_rule_can_be_broken() {
        let broken = |path: &str, text: &str| !source_faults(path, text).is_empty();
        let source = "crates/families/src/iq/x.rs";
        assert!(!broken(source, "//! Fine.\nfn x() {}\n"));
        assert!(broken(source, "fn x() {}\n"));
        assert!(broken(source, &format!("//! Long.\n{}", "\n".repeat(600))));
        assert!(broken("crates/families/src/utils.rs", "//! Fine.\n"));
        assert!(broken(source, "//! x\n#[allow(clippy::disallowed_types)]\n"));
        assert!(broken(source, "//! x\nuse std::fs;\n"));
        assert!(broken(source, "//! x\nuse std::net::TcpStream;\n"));
        assert!(!broken(source, "//! x\nuse crate::partnet::read;\n"));
        assert!(!broken("crates/cli/src/x.rs", "//! x\nuse std::fs;\n"));
        assert!(broken(source, "//! x\nuse crate::ptr::y;\n"));
        assert!(broken(source, "//! x\nfn y() { todo!() }\n"));
    }

    #[test]
    fn a_wrong_direction_is_seen() {
        let manifest = |name: &str| {
            format!(
                "license.workspace = true\n[lints]\nworkspace = true\n[dependencies]\nspatiq-{name}.workspace = true\n"
            )
        };
        assert!(manifest_faults("crates/eval/Cargo.toml", &manifest("bench")).is_empty());
        assert!(!manifest_faults("crates/eval/Cargo.toml", &manifest("families")).is_empty());
        assert!(!manifest_faults("crates/bench/Cargo.toml", &manifest("eval")).is_empty());
        assert!(!manifest_faults("crates/new/Cargo.toml", &manifest("bench")).is_empty());
        assert!(!manifest_faults("crates/eval/Cargo.toml", "").is_empty());
    }
}
