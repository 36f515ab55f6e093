//! What models are called: each name once, and as file names only such that stay in their folder.

use std::collections::BTreeMap;

/// Bytes of a file's name before its ending.
const LONGEST: usize = 100;

/// Letters of an id that a message shows.
const SHOWN: usize = 40;

/// The names given so far.
pub struct Names {
    /// Whether they are used for files.
    for_files: bool,
    /// For each name the number that its next namesake tries first.
    taken: BTreeMap<String, u64>,
}

impl Names {
    /// No names yet.
    pub fn new(for_files: bool) -> Self {
        Self { for_files, taken: BTreeMap::new() }
    }

    /// The name of a model that would like to be called `id`; notes say why it is another.
    pub fn name(&mut self, id: &str, notes: &mut Vec<String>) -> String {
        let wanted = if self.for_files { file_name(id) } else { id.to_owned() };
        if wanted != id {
            notes.push(format!("the id {} is no file name: its files are called {wanted}", shown(id)));
        }
        if self.take(&wanted) {
            return wanted;
        }
        let mut number = self.taken[&self.key(&wanted)];
        let other = loop {
            let other = format!("{wanted}-{number}");
            number += 1;
            if self.take(&other) {
                break other;
            }
        };
        self.taken.insert(self.key(&wanted), number);
        notes.push(format!("the id {} is taken: this model is called {}", shown(&wanted), shown(&other)));
        other
    }

    /// Takes a name if it is free.
    fn take(&mut self, name: &str) -> bool {
        let key = self.key(name);
        let free = !self.taken.contains_key(&key);
        if free {
            self.taken.insert(key, 2);
        }
        free
    }

    /// Some file systems do not tell capital letters from small ones.
    fn key(&self, name: &str) -> String {
        if self.for_files { name.to_lowercase() } else { name.to_owned() }
    }
}

/// The nearest text that names a file on any system, and one in the folder it is put in.
fn file_name(id: &str) -> String {
    let mut name = String::new();
    for letter in id.trim_start_matches([' ', '-']).chars() {
        let safe = letter.is_alphanumeric() || "-_+=@ ".contains(letter) || letter == '.' && !name.is_empty();
        let letter = if safe { letter } else { '_' };
        if name.len() + letter.len_utf8() > LONGEST {
            break;
        }
        name.push(letter);
    }
    // Neither a blank nor a dot at the end survives on every system.
    let trimmed = name.trim_end_matches(['.', ' ']);
    if trimmed.is_empty() { "model".into() } else { trimmed.to_owned() }
}

/// An id in a message: quoted, and not longer than a glance.
fn shown(id: &str) -> String {
    if id.chars().count() <= SHOWN {
        return format!("{id:?}");
    }
    format!("{:?}…", id.chars().take(SHOWN).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_id_leads_out_of_the_folder() {
        for (id, expected) in [
            ("part-7_b.2", "part-7_b.2"),
            ("größe", "größe"),
            ("", "model"),
            (".", "_"),
            ("..", "_"),
            ("../../etc/passwd", "_._.._etc_passwd"),
            ("/absolute", "_absolute"),
            ("a\\b:c*d", "a_b_c_d"),
            ("line\nbreak\0", "line_break_"),
            ("-rf", "rf"),
            ("end. ", "end"),
        ] {
            assert_eq!(file_name(id), expected, "{id:?}");
        }
        assert_eq!(file_name(&"ä".repeat(4000)), "ä".repeat(50));
    }

    #[test]
    fn every_name_is_given_once_and_says_so() {
        let mut names = Names::new(true);
        let mut notes = Vec::new();
        let given = ["cube", "Cube", "cube-2", "a/b", "a?b", "cube"].map(|id| names.name(id, &mut notes));
        assert_eq!(given, ["cube", "Cube-2", "cube-2-2", "a_b", "a_b-2", "cube-3"]);
        assert_eq!(notes.len(), 6);
        let mut names = Names::new(false);
        notes.clear();
        assert_eq!(["../x", "X", "x", "x"].map(|id| names.name(id, &mut notes)), ["../x", "X", "x", "x-2"]);
        assert_eq!(notes, ["the id \"x\" is taken: this model is called \"x-2\""]);
    }
}
