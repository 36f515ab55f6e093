//! The few bits of HTML that every section needs.

/// Text from outside, fit for an element or a quoted attribute.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Not allowed in HTML, and a way to hide things.
            control if control.is_control() && !control.is_whitespace() => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    safe
}

/// A table in a box of its own, which scrolls where the screen is narrow. Head and cells are HTML; the first cell of
/// a row is its head.
pub(super) fn table(caption: &str, head: &[String], rows: &[Vec<String>]) -> String {
    let head: String = head.iter().map(|cell| format!("<th scope=\"col\">{cell}</th>")).collect();
    let row = |cells: &Vec<String>| {
        let (first, rest) = cells.split_first().expect("a row has a head");
        let rest: String = rest.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr><th scope=\"row\">{first}</th>{rest}</tr>\n")
    };
    let caption = escape(caption);
    format!(
        "<div class=\"scroll\" role=\"region\" aria-label=\"{caption}\" tabindex=\"0\">\n<table>\n\
         <caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n",
        rows = rows.iter().map(row).collect::<String>(),
    )
}

/// 0.7792 → 77.9 %, unbreakable.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}\u{a0}%", 100.0 * share)
}

/// The two ends of an interval: 73.1–81.9 %, unbreakable.
pub(super) fn interval([low, high]: [f64; 2]) -> String {
    format!("{:.1}\u{2060}–\u{2060}{:.1}\u{a0}%", 100.0 * low, 100.0 * high)
}

/// 12345 → 12,345.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_escapes_from_text_or_attribute() {
        assert_eq!(escape("<a b='c' d=\"e\">&"), "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;");
        assert_eq!(escape("one\u{0}two\u{1b}\nthree"), "one\u{fffd}two\u{fffd}\nthree");
    }

    #[test]
    fn numbers_read_well() {
        let counts = [0, 999, 1000, 1_234_567].map(count);
        assert_eq!(counts, ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(percent(0.77951), "78.0\u{a0}%");
        assert_eq!(interval([0.0, 1.0]), "0.0\u{2060}–\u{2060}100.0\u{a0}%");
    }
}
