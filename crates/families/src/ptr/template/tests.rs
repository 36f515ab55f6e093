//! Templates that are refused, and what every template keeps.

use super::*;

/// A template that is fine; tests break it in one place each.
const FINE: &str = "template t query-part colour
let A things
let Q named
all = scene
a = select A of all
u = unique a
p = expand_parts u
q = parts Q of p
query_part_color q
say What colour {is Q} the {Q*} of the {A}?
say What is the colour of the {Q*} of the {A}?
";

#[test]
fn a_faulty_file_is_refused_with_its_line_and_the_reason() {
    assert_eq!(read(FINE).unwrap().len(), 1);
    for (from, to, line, what) in [
        ("u = unique a", "u = count_object a", 7, "takes ObjectSet, and `u` is Integer"),
        ("query_part_color q", "query_part_colour q", 9, "there is no function `query_part_colour`"),
        (
            "query_part_color q",
            "query_part_category q",
            1,
            "the template t gives PartCategory, which is no Color",
        ),
        ("let Q named", "let Q named\nlet R relation", 10, "there is no"),
        (
            "say What colour {is Q} the {Q*} of the {A}?",
            "say What colour {is Q} the {Q*}?",
            10,
            "drops the parameter A",
        ),
        ("the {Q*} of", "the {R*} of", 10, "there is no parameter R"),
        ("unique a", "unique b", 6, "there is no line `b`"),
        ("select A", "select Q", 5, "takes a parameter for objects, and Q is Named"),
        ("query-part colour", "query-part color", 1, "there is no kind of answers `color`"),
        ("query-part colour", "query-parts colour", 1, "there is no sub-type `query-parts`"),
        ("let A things", "let A thing", 2, "there is no kind of parameter `thing`"),
        (
            "of the {A}?\nsay What is the colour of the {Q*} of the {A}?\n",
            "of the {A}?\n",
            1,
            "fewer than two wordings",
        ),
        ("of the {A}?\nsay", "of the {A\nsay", 10, "without its }"),
        ("{Q*} of the {A}?\n", "{Q*} of the {A*}?\n", 10, "does not go into"),
        ("{Q*} of the {A}?\n", "{Q*} of a {A}?\n", 10, "write {an A}"),
        ("What colour {is Q} the", "Say it. {is Q} the", 10, "has no capital letter"),
        (
            "What is the colour of the {Q*} of the {A}?",
            "What colour {is Q} the {Q*} of the {A}?",
            11,
            "is there already",
        ),
        ("of the {A}?\nsay", "of the {A}?\nlet R relation\nsay", 11, "before the first wording"),
        ("query-part colour", "query-part part line-or-plane -shelff", 1, "`-shelff` leaves out no part"),
        ("query_part_color q", "query_part_color q\nseveral q", 10, "takes ObjectSet, and `q` is PartSet"),
    ] {
        let text = FINE.replacen(from, to, 1);
        assert_ne!(text, FINE, "{from}");
        match (what, read(&text)) {
            // A parameter that nothing uses is dropped by the wordings first.
            ("there is no", Err(error)) => assert!(error.what.contains("drops the parameter R"), "{error}"),
            (_, Err(error)) => {
                assert!(error.line == line && error.what.contains(what), "{from} -> {to}: {error}");
            }
            (_, Ok(_)) => panic!("{from} -> {to} is accepted"),
        }
    }
}

#[test]
fn a_wording_says_what_is_taken_for_a_line_or_a_plane() {
    let text = |wording: &str| {
        format!(
            "template t geometric-relation parts 0-4
let A things
let Q parts
let G geometry
all = scene
a = select A of all
u = unique a
p = expand_parts u
q = parts Q of p
r = relate_part q G
count_part r
say How many visible parts can be taken as a {{to G}} and are {{G}} to the {{Q*}} of the {{A}}, {{from G Q}}?
say {wording}?
"
        )
    };
    assert!(
        read(&text("Take the {Q*} of the {A} as {from G Q}. How many parts are a {to G} {G} to {them Q}"))
            .is_ok()
    );
    let error = read(&text("How many visible parts are {G} to the {Q*} of the {A}")).unwrap_err();
    assert_eq!(
        (error.line, error.what.as_str()),
        (13, "this wording does not say what is taken for a line or a plane")
    );
}

#[test]
fn an_unused_parameter_is_refused_even_if_it_is_said() {
    let text = FINE.replace("let Q named", "let Q named\nlet P part").replace("the {A}?", "the {A} or {P}?");
    let error = read(&text).unwrap_err();
    assert_eq!((error.line, error.what.as_str()), (4, "the parameter P is not used"));
}

#[test]
fn there_are_templates_for_every_sub_type_and_names_are_their_own() {
    let mut names: Vec<&str> = TEMPLATES.iter().map(|template| template.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), TEMPLATES.len());
    assert!(names.len() >= 58, "{}", names.len());
    for sub_type in SubType::ALL {
        let count = TEMPLATES.iter().filter(|template| template.sub_type == sub_type).count();
        assert!(count >= 2, "{}", sub_type.name());
    }
}

#[test]
fn every_function_of_the_appendix_is_used_by_some_template() {
    let used = |function: Function| {
        TEMPLATES.iter().flat_map(|template| &template.lines).any(|line| match line {
            Line::Call { function: other, .. } => *other == function,
            // Descriptions are filters.
            Line::Select { .. } | Line::Parts { .. } => matches!(
                function,
                Function::FilterObjectCategory
                    | Function::FilterPartCategory
                    | Function::FilterPartColor
                    | Function::FilterPartExist
                    | Function::FilterPartCount
            ),
        })
    };
    for signature in &crate::ptr::program::FUNCTIONS {
        assert_eq!(signature.function.signature().name, signature.name);
        assert!(used(signature.function), "{}", signature.name);
    }
}
