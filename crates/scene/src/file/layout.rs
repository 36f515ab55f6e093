//! JSON laid out for people: what fits on a line stays on one line.

/// Longest line, if it can be helped.
const WIDTH: usize = 110;

/// How much further in a line begins than that around it.
const STEP: usize = 2;

/// Compact JSON text, as serde_json writes it, in lines; ends with a line break.
pub(super) fn laid_out(compact: &str) -> String {
    let mut out = String::with_capacity(compact.len() * 2);
    value(compact, 0, 0, &mut out);
    out.push('\n');
    out
}

/// Writes one value that begins in column `column`, on lines that are `indent` in.
fn value(text: &str, indent: usize, column: usize, out: &mut String) {
    let flat = on_one_line(text);
    let is_container = text.starts_with(['{', '[']) && text.len() > 2;
    if !is_container || column + flat.len() <= WIDTH {
        out.push_str(&flat);
        return;
    }
    let inner = indent + STEP;
    out.push_str(&text[..1]);
    for (k, member) in members(&text[1..text.len() - 1]).into_iter().enumerate() {
        out.push_str(if k == 0 { "\n" } else { ",\n" });
        out.extend(std::iter::repeat_n(' ', inner));
        match text.starts_with('{').then(|| outside_strings(member).find(|&(_, byte)| byte == b':')).flatten()
        {
            Some((colon, _)) => {
                out.push_str(&member[..colon]);
                out.push_str(": ");
                value(&member[colon + 1..], inner, inner + colon + 2, out);
            }
            None => value(member, inner, inner, out),
        }
    }
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
    out.push_str(&text[text.len() - 1..]);
}

/// The same text with a blank after every comma and colon.
fn on_one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut from = 0;
    for (at, byte) in outside_strings(text) {
        if matches!(byte, b',' | b':') {
            out.push_str(&text[from..=at]);
            out.push(' ');
            from = at + 1;
        }
    }
    out.push_str(&text[from..]);
    out
}

/// What commas part in the inside of a list or an object.
fn members(inside: &str) -> Vec<&str> {
    let (mut found, mut from, mut depth) = (Vec::new(), 0, 0);
    for (at, byte) in outside_strings(inside) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => {
                found.push(&inside[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(&inside[from..]);
    found
}

/// The bytes that belong to no string, with their places.
fn outside_strings(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let (mut quoted, mut escaped) = (false, false);
    text.bytes().enumerate().filter(move |&(_, byte)| {
        let was_quoted = quoted;
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ => {}
        }
        !was_quoted && byte != b'"'
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn it_says_the_same_in_lines_that_are_not_too_long() {
        let text: Vec<String> = (0..40).map(|k| format!("a \"quoted, {{\\ [{k}:\\\"")).collect();
        let value = json!({"text": text, "none": [], "empty": {}, "deep": {"list": vec![[1.5, -2.0]; 90]}, "x": null});
        let lines = laid_out(&value.to_string());
        assert_eq!(serde_json::from_str::<Value>(&lines).unwrap(), value);
        assert!(lines.lines().all(|line| line.len() <= WIDTH + 1), "{lines}");
        assert!(lines.lines().count() > 20);
    }

    #[test]
    fn what_is_short_stays_on_its_line() {
        assert_eq!(laid_out(r#"{"a":[1,2],"b":"x,y"}"#), "{\"a\": [1, 2], \"b\": \"x,y\"}\n");
    }
}
