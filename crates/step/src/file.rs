//! The text of a STEP file (ISO 10303-21): where its entities are, and what a single one says.
//!
//! A file is gone over once to find where each entity begins and ends. Its parameters are parsed when somebody asks for it, so that
//! what nobody asks for (colours, persons, approvals, most of many files) costs next to nothing and can do no harm.

use crate::fault::{Fault, StepError};
use crate::value::{Part, Record, Value};
use spatiq_geom::{Stop, go_on};

/// After so many entities it is asked whether to go on.
const ASK_EVERY: usize = 4096;

/// Lists within lists within lists: no entity of any schema has more.
const DEEPEST: usize = 16;

/// A file whose entities are known by their numbers.
pub(crate) struct StepText<'a> {
    bytes: &'a [u8],
    /// Number, first byte after the `=`, and byte of the `;`; sorted by number.
    entities: Vec<(u64, usize, usize)>,
    /// Whether the last line of the file is missing, though nothing before it is.
    pub unfinished: bool,
}

impl<'a> StepText<'a> {
    /// Finds the entities.
    pub fn new(bytes: &'a [u8], stop: Stop) -> Result<Self, StepError> {
        let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
        // Some programs begin texts with a mark for Unicode.
        let text = bytes[start..].strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes[start..]);
        if !text.starts_with(b"ISO-10303-21") {
            return Err(StepError::NotStep);
        }
        let mut scan = Scan { bytes, at: start };
        let mut entities = Vec::new();
        let (mut has_data, mut is_closed, mut is_whole) = (false, false, false);
        let mut asked = 0;
        while let Some((from, to)) = scan.statement() {
            let statement = bytes[from..to].trim_ascii_start();
            if statement.first() == Some(&b'#') {
                let digits = statement[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let number = number(&statement[1..=digits]);
                let rest = statement[1 + digits..].trim_ascii_start();
                if let (Some(number), Some(b'=')) = (number, rest.first()) {
                    entities.push((number, to - rest.len() + 1, to));
                    is_closed = false;
                }
            } else if statement.starts_with(b"DATA") {
                (has_data, is_closed) = (true, false);
            } else if statement.starts_with(b"ENDSEC") {
                is_closed = has_data;
            } else if statement.starts_with(b"END-ISO-10303-21") {
                is_whole = true;
                break;
            }
            asked += 1;
            if asked % ASK_EVERY == 0 {
                go_on(stop)?;
            }
        }
        if !is_closed {
            return Err(StepError::Truncated { last: entities.last().map(|entity: &(u64, _, _)| entity.0) });
        }
        entities.sort_by_key(|entity| entity.0);
        Ok(Self { bytes, entities, unfinished: !is_whole })
    }

    /// The numbers of all entities, in ascending order.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.entities.iter().map(|entity| entity.0)
    }

    /// Whether the name of an entity, or of one of its parts, contains a word.
    pub fn has_in_name(&self, number: u64, word: &str) -> bool {
        let Some((from, to)) = self.place(number) else { return false };
        let text = self.bytes[from..to].trim_ascii_start();
        // Entities of several parts are short, but for splines: there are few of them.
        let until = if text.first() == Some(&b'(') {
            text.len()
        } else {
            text.iter().position(|byte| *byte == b'(').unwrap_or(text.len())
        };
        text[..until].windows(word.len()).any(|window| window == word.as_bytes())
    }

    /// What an entity says.
    pub fn get(&self, number: u64) -> Result<Record<'a>, Fault> {
        let (from, to) =
            self.place(number).ok_or_else(|| Fault::new(number, "it is referred to, but is not there"))?;
        let mut parser = Parser { scan: Scan { bytes: &self.bytes[..to], at: from } };
        let parts = parser.record().ok_or_else(|| Fault::new(number, "it cannot be read as an entity"))?;
        Ok(Record { number, parts })
    }

    /// Where the text of an entity begins and ends; of two with the same number, the first counts.
    fn place(&self, number: u64) -> Option<(usize, usize)> {
        let first = self.entities.partition_point(|entity| entity.0 < number);
        let found = self.entities.get(first)?;
        (found.0 == number).then_some((found.1, found.2))
    }
}

/// Goes through the bytes.
struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    /// From where to where the next statement goes, without its semicolon; comments may be within.
    fn statement(&mut self) -> Option<(usize, usize)> {
        let from = self.after_comments();
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b';' => return Some((from, self.at - 1)),
                b'\'' => self.skip_text(),
                b'/' if self.bytes.get(self.at) == Some(&b'*') => self.skip_comment(),
                _ => {}
            }
        }
        None
    }

    /// Passes over blanks and comments.
    fn after_comments(&mut self) -> usize {
        loop {
            match self.bytes.get(self.at) {
                Some(byte) if byte.is_ascii_whitespace() => self.at += 1,
                Some(b'/') if self.bytes.get(self.at + 1) == Some(&b'*') => {
                    self.at += 1;
                    self.skip_comment();
                }
                _ => return self.at,
            }
        }
    }

    /// From the `*` of `/*` to behind the `*/`.
    fn skip_comment(&mut self) {
        self.at += 1;
        while self.at < self.bytes.len() {
            if self.bytes[self.at..].starts_with(b"*/") {
                self.at += 2;
                return;
            }
            self.at += 1;
        }
    }

    /// From behind a quote to behind the next; two in a row are one within the text, which begins it anew.
    fn skip_text(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            if byte == b'\'' {
                return;
            }
        }
    }

    fn peek(&mut self) -> Option<u8> {
        let at = self.after_comments();
        self.bytes.get(at).copied()
    }

    fn take(&mut self, wanted: u8) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    /// The bytes as long as they are of a kind.
    fn while_is(&mut self, kind: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let count = rest.iter().take_while(|byte| kind(**byte)).count();
        self.at += count;
        &rest[..count]
    }
}

/// Reads parameters.
struct Parser<'a> {
    scan: Scan<'a>,
}

impl<'a> Parser<'a> {
    /// An entity: one part, or several in parentheses.
    fn record(&mut self) -> Option<Vec<Part<'a>>> {
        let mut parts = Vec::new();
        if self.scan.take(b'(') {
            while !self.scan.take(b')') {
                parts.push(self.part()?);
            }
        } else {
            parts.push(self.part()?);
        }
        Some(parts)
    }

    fn part(&mut self) -> Option<Part<'a>> {
        let name = self.name()?;
        if !self.scan.take(b'(') {
            return None;
        }
        Some(Part { name, values: self.list(0)? })
    }

    fn name(&mut self) -> Option<&'a str> {
        self.scan.after_comments();
        let name = self.scan.while_is(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'!');
        std::str::from_utf8(name).ok().filter(|name| !name.is_empty())
    }

    /// Values up to the closing parenthesis.
    fn list(&mut self, depth: usize) -> Option<Vec<Value<'a>>> {
        let mut values = Vec::new();
        if self.scan.take(b')') {
            return Some(values);
        }
        loop {
            values.push(self.value(depth)?);
            if self.scan.take(b')') {
                return Some(values);
            }
            if !self.scan.take(b',') {
                return None;
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value<'a>> {
        if depth > DEEPEST {
            return None;
        }
        Some(match self.scan.peek()? {
            b'#' => {
                self.scan.at += 1;
                Value::Entity(number(self.scan.while_is(|byte| byte.is_ascii_digit()))?)
            }
            b'(' => {
                self.scan.at += 1;
                Value::List(self.list(depth + 1)?)
            }
            b'\'' => {
                self.scan.at += 1;
                let from = self.scan.at;
                self.scan.skip_text();
                let mut to = self.scan.at;
                while self.scan.bytes.get(self.scan.at) == Some(&b'\'') {
                    self.scan.at += 1;
                    self.scan.skip_text();
                    to = self.scan.at;
                }
                Value::Text(self.scan.bytes.get(from..to - 1)?)
            }
            b'.' => {
                self.scan.at += 1;
                let word = self.scan.while_is(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                if !self.scan.take(b'.') {
                    return None;
                }
                Value::Word(std::str::from_utf8(word).ok()?)
            }
            b'$' | b'*' => {
                self.scan.at += 1;
                Value::Nothing
            }
            b'"' => {
                self.scan.at += 1;
                self.scan.while_is(|byte| byte != b'"');
                self.scan.at += 1;
                Value::Nothing
            }
            byte if byte.is_ascii_digit() || byte == b'-' || byte == b'+' => {
                let text = self.scan.while_is(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
                Value::Number(std::str::from_utf8(text).ok()?.parse().ok()?)
            }
            _ => {
                self.name()?;
                if !self.scan.take(b'(') {
                    return None;
                }
                // `LENGTH_MEASURE(2.5)`: what it measures follows from where it stands.
                let mut inner = self.list(depth + 1)?;
                if inner.len() == 1 { inner.remove(0) } else { Value::List(inner) }
            }
        })
    }
}

fn number(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_geom::NEVER;

    fn file(data: &str) -> String {
        format!("ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n{data}\nENDSEC;\nEND-ISO-10303-21;\n")
    }

    #[test]
    fn entities_are_found_whatever_stands_between_them() {
        let text = file(
            "/* #9=NOT(); */ #2 = A('it''s; #3', /* , */ $, *, .T., (1, -2.5E1)) ; #1=(B()C(#2));#7=D(X(3.));",
        );
        let file = StepText::new(text.as_bytes(), NEVER).unwrap();
        assert_eq!(file.numbers().collect::<Vec<_>>(), [1, 2, 7]);
        let a = file.get(2).unwrap();
        let wanted = [
            Value::Text(b"it''s; #3"),
            Value::Nothing,
            Value::Nothing,
            Value::Word("T"),
            Value::List(vec![Value::Number(1.0), Value::Number(-25.0)]),
        ];
        assert_eq!((a.parts[0].name, a.parts[0].values.as_slice()), ("A", wanted.as_slice()));
        let complex = file.get(1).unwrap();
        assert_eq!(complex.parts.iter().map(|part| part.name).collect::<Vec<_>>(), ["B", "C"]);
        assert_eq!(file.get(7).unwrap().parts[0].values, [Value::Number(3.0)]);
        assert!(file.get(3).is_err());
    }

    #[test]
    fn a_file_that_was_cut_off_says_after_which_entity() {
        let text = file("#1=A();\n#2=B('never ends");
        for length in 0..text.len() {
            let result = StepText::new(&text.as_bytes()[..length], NEVER);
            assert!(result.is_err(), "{length}");
        }
        let cut = StepText::new(b"ISO-10303-21;DATA;#1=A();#2=B('", NEVER);
        assert_eq!(cut.err(), Some(StepError::Truncated { last: Some(1) }));
    }

    #[test]
    fn what_is_no_entity_is_refused_when_asked_for() {
        let deep = format!("#3=A({}1{});", "(".repeat(100_000), ")".repeat(100_000));
        let text = file(&format!("#1=A(1,;#2=A(1 2);{deep}#4=;#5=(A();#6=A(#);#7=A(#99999999999999999999);"));
        let file = StepText::new(text.as_bytes(), NEVER).unwrap();
        for number in 1..=7 {
            assert!(file.get(number).is_err(), "{number}");
        }
    }
}
