//! The page about a library: a contact sheet of its models, and what was left out and why.

use spatiq_bench::dataset::Excluded;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Models that are shown; a page with more would be slow to open.
const MOST_SHOWN: usize = 1_000;

const STYLE: &str = "\
body { font: 14px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 1100px; padding: 0 1em; color: #222 }
.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 12px }
figure { margin: 0; border: 1px solid #ddd; border-radius: 4px; padding: 6px; text-align: center; background: white }
figure svg { width: 100%; height: auto } figcaption { font-size: 12px; overflow-wrap: anywhere }
table { border-collapse: collapse } td, th { text-align: left; padding: 3px 12px 3px 0; vertical-align: top }
tr { border-bottom: 1px solid #eee } td:first-child { overflow-wrap: anywhere } .number { text-align: right }";

/// What is shown of a model.
pub struct Shown {
    /// Its file.
    pub name: String,
    /// Its drawing.
    pub svg: String,
}

/// The page, with everything in it.
pub fn html(digest: &str, shown: &[Shown], excluded: &[Excluded]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    excluded.iter().for_each(|one| *counts.entry(&one.reason).or_default() += 1);
    let title = format!("Library {digest}");
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n\
         <p>{} models; {} files were left out.</p>\n",
        shown.len(),
        excluded.len()
    );
    if !counts.is_empty() {
        text += "<table>\n<tr><th>left out because<th class=\"number\">files\n";
        for (reason, count) in counts {
            let _ = writeln!(text, "<tr><td>{}<td class=\"number\">{count}", escaped(reason));
        }
        text += "</table>\n";
    }
    text += "<h2>Models</h2>\n<div class=\"sheet\">\n";
    for model in shown.iter().take(MOST_SHOWN) {
        // An SVG within a page begins with its own element, without the line that a file begins with.
        let svg = model.svg.find("<svg").map_or("", |start| &model.svg[start..]);
        let _ = writeln!(text, "<figure>{svg}<figcaption>{}</figcaption></figure>", escaped(&model.name));
    }
    text += "</div>\n";
    if shown.len() > MOST_SHOWN {
        let _ = writeln!(text, "<p>… and {} more.</p>", shown.len() - MOST_SHOWN);
    }
    if !excluded.is_empty() {
        text += "<h2>Left out</h2>\n<table>\n<tr><th>file<th>because<th>exactly\n";
        for one in excluded {
            let [file, reason, what] = [&one.file, &one.reason, &one.what].map(|text| escaped(text));
            let _ = writeln!(text, "<tr><td>{file}<td>{reason}<td>{what}");
        }
        text += "</table>\n";
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_no_markup() {
        let shown = [Shown { name: "<b>.step".into(), svg: "<?xml?>\n<svg></svg>".into() }];
        let excluded = [Excluded { file: "a&b.stl".into(), reason: "dot".into(), what: "\"x\"".into() }];
        let text = html("0123", &shown, &excluded);
        assert!(
            text.contains("&lt;b&gt;.step") && text.contains("a&amp;b.stl") && text.contains("&quot;x&quot;")
        );
        assert!(text.contains("<figure><svg></svg>") && !text.contains("<b>.step"));
    }
}
