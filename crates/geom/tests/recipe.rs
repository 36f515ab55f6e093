//! The recipe's reader: what it accepts means what the contract says; what it refuses, it refuses clearly.

mod common;

use common::Dice;
use proptest::prelude::*;
use spatiq_geom::recipe::{Element, Fault, LEVELS, MOST_ELEMENTS, Part, Recipe};
use spatiq_geom::{DVec3, Op, Primitive};

const BASE: &str = r#"{"prim": "sphere", "params": [1], "op": "base"}"#;

fn error(text: &str) -> String {
    Recipe::parse(text.as_bytes()).expect_err(text).to_string()
}

/// The error of a recipe whose second element is this.
fn second(element: &str) -> String {
    error(&format!("[{BASE}, {element}]"))
}

#[test]
fn a_recipe_reads_as_it_is_written() {
    let text = br#"[{"prim": "box", "params": [1, 2, 3], "axis": "z", "deg": 0, "pos": [0, 0, 0], "op": "base"},
        {"prim": "torus", "params": [0.7, 0.2], "axis": "x", "deg": 270, "pos": [0, -1.5, 2], "op": "difference"}]"#;
    let recipe = Recipe::parse(text).unwrap();
    assert_eq!(recipe.id, None);
    let first = Primitive::Box { half: DVec3::new(0.5, 1.0, 1.5) };
    assert_eq!(recipe.elements[0].part, Part::Primitive(first));
    let torus = Part::Primitive(Primitive::Torus { ring: 0.7, tube: 0.2 });
    let pos = DVec3::new(0.0, -1.5, 2.0);
    assert_eq!(recipe.elements[1], Element { part: torus, axis: 0, deg: 270, pos, op: Some(Op::Difference) });
}

#[test]
fn turns_and_places_may_be_left_out() {
    let recipe = Recipe::parse(format!("[{BASE}]").as_bytes()).unwrap();
    let element = &recipe.elements[0];
    assert_eq!((element.axis, element.deg, element.pos, element.op), (2, 0, DVec3::ZERO, None));
}

#[test]
fn an_object_around_a_recipe_gives_its_id() {
    let id = |text: String| Recipe::parse(text.as_bytes()).unwrap().id;
    assert_eq!(id(format!(r#"{{"id": "a", "recipe": [{BASE}], "volume": 4.1}}"#)), Some("a".into()));
    assert_eq!(id(format!(r#"{{"id": 17, "recipe": [{BASE}]}}"#)), Some("17".into()));
    assert_eq!(id(format!(r#"{{"recipe": [{BASE}]}}"#)), None);
    // Whole numbers keep all their digits; what 64 bits do not hold would not come out as it went in.
    for whole in ["9007199254740993", "18446744073709551615", "-9223372036854775808", "0"] {
        assert_eq!(id(format!(r#"{{"id": {whole}, "recipe": [{BASE}]}}"#)).as_deref(), Some(whole));
    }
    let large = error(&format!(r#"{{"id": 184467440737095516150, "recipe": [{BASE}]}}"#));
    assert!(large.ends_with("must be a text or a number of no more than 64 bits"), "{large}");
    assert_eq!(error(r#"{"id": "a"}"#).split(':').next(), Some("the object has no field `recipe`"));
    assert_eq!(
        error(&format!(r#"{{"id": [], "recipe": [{BASE}]}}"#)),
        "`id` is an array, but must be a text or a number of no more than 64 bits"
    );
}

#[test]
fn a_nested_recipe_is_turned_and_moved_as_a_whole() {
    // An arm along x, turned to y and lifted.
    let arm = r#"[{"prim": "box", "params": [1, 1, 1], "op": "base"},
        {"prim": "box", "params": [2, 0.5, 0.5], "pos": [1, 0, 0], "op": "union"}]"#;
    let text =
        format!(r#"[{BASE}, {{"recipe": {arm}, "axis": "z", "deg": 90, "pos": [0, 0, 5], "op": "union"}}]"#);
    let solid = Recipe::parse(text.as_bytes()).unwrap().solid().unwrap();
    assert!(solid.contains(DVec3::new(0.0, 1.9, 5.0)));
    assert!(!solid.contains(DVec3::new(1.9, 0.0, 5.0)));
    assert!(solid.contains(DVec3::ZERO));
}

#[test]
fn every_fault_names_its_element_and_the_way_out() {
    let cases = [
        (
            r#"{"prim": "ball", "params": [1], "op": "union"}"#,
            r#""ball", but must be sphere, box, cone, torus or cylinder"#,
        ),
        (r#"{"prim": "box", "params": [1, 2], "op": "union"}"#, "box takes 3, [x, y, z], not 2 params"),
        (r#"{"prim": "sphere", "params": [1, 2], "op": "union"}"#, "sphere takes 1, [r], not 2 params"),
        (r#"{"prim": "cone", "params": [], "op": "union"}"#, "cone takes 2, [r, h], not 0 params"),
        (r#"{"prim": "torus", "params": [1], "op": "union"}"#, "torus takes 2, [R, r], not 1 params"),
        (r#"{"prim": "cylinder", "params": [1], "op": "union"}"#, "cylinder takes 2, [r, h], not 1 params"),
        (r#"{"prim": "sphere", "params": ["1"], "op": "union"}"#, "`params` is an array with a text"),
        (r#"{"prim": "sphere", "params": [null], "op": "union"}"#, "`params` is an array with null"),
        (
            r#"{"prim": "sphere", "params": 1, "op": "union"}"#,
            "`params` is 1, but must be an array of numbers",
        ),
        (
            r#"{"prim": "sphere", "params": [0], "op": "union"}"#,
            "the size 0 is not possible: sizes are from 0.000001 to 1000000",
        ),
        (r#"{"prim": "sphere", "params": [-1], "op": "union"}"#, "the size -1 is not possible"),
        (r#"{"prim": "sphere", "params": [1e-7], "op": "union"}"#, "the size 1e-7 is not possible"),
        (r#"{"prim": "sphere", "params": [1e7], "op": "union"}"#, "the size 10000000 is not possible"),
        (
            r#"{"prim": "sphere", "params": [1e-5], "op": "union"}"#,
            "more than 10000 times smaller than the whole model (2)",
        ),
        (r#"{"prim": "torus", "params": [0.3, 0.3], "op": "union"}"#, "the tube passes through the axis"),
        (r#"{"prim": "torus", "params": [0.3, 0.29999999], "op": "union"}"#, "its smallest measure"),
        (
            r#"{"prim": "sphere", "params": [1], "axis": "w", "op": "union"}"#,
            r#"`axis` is "w", but must be x, y or z"#,
        ),
        (
            r#"{"prim": "sphere", "params": [1], "axis": 1, "op": "union"}"#,
            "`axis` is 1, but must be x, y or z",
        ),
        (
            r#"{"prim": "sphere", "params": [1], "deg": 45, "op": "union"}"#,
            "`deg` is 45, but must be 0, 90, 180 or 270",
        ),
        (
            r#"{"prim": "sphere", "params": [1], "deg": "90", "op": "union"}"#,
            r#"`deg` is "90", but must be 0"#,
        ),
        (
            r#"{"prim": "sphere", "params": [1], "pos": [1, 2], "op": "union"}"#,
            "`pos` is an array of 2, but must be [x, y, z]",
        ),
        (
            r#"{"prim": "sphere", "params": [1], "pos": [1, 2, 1e9], "op": "union"}"#,
            "the position 1000000000 is not possible",
        ),
        (
            r#"{"prim": "sphere", "params": [1], "op": "minus"}"#,
            r#"`op` is "minus", but must be base, union, intersection or difference"#,
        ),
        (r#"{"prim": "sphere", "params": [1], "op": "base"}"#, "only the first element may be"),
        (r#"{"prim": "sphere", "params": [1]}"#, "the field `op` is missing"),
        (r#"{"params": [1], "op": "union"}"#, "the field `prim` is missing"),
        (r#"{"prim": "sphere", "op": "union"}"#, "the field `params` is missing"),
        (r#"{"prim": "sphere", "params": [1], "op": "union", "size": 3}"#, r#"unknown field "size""#),
        (
            r#"{"prim": "sphere", "params": [1], "op": "union", "op": "union"}"#,
            r#"the field "op" is given twice"#,
        ),
        (r#"{"prim": "sphere", "recipe": [], "op": "union"}"#, "keep one"),
        (r#"{"recipe": [], "op": "union"}"#, "the recipe has no elements"),
        (r#"{"recipe": {}, "op": "union"}"#, "a recipe is an array of elements, not an object"),
    ];
    for (element, wanted) in cases {
        let said = second(element);
        assert!(said.starts_with("element 2: ") && said.contains(wanted), "{element}: {said}");
    }
    assert_eq!(
        second("5"),
        "element 2: an element is an object with `prim`, `params` and `op`, not a number"
    );
}

#[test]
fn faults_in_nested_recipes_are_found_by_the_way_to_them() {
    let inner = r#"[{"prim": "box", "params": [1, 1, 1], "op": "base"}, {"prim": "box", "params": [1, 1, 0], "op": "union"}]"#;
    let said = second(&format!(r#"{{"recipe": {inner}, "op": "union"}}"#));
    assert_eq!(said, "element 2.2: the size 0 is not possible: sizes are from 0.000001 to 1000000");
}

#[test]
fn no_number_fills_the_line() {
    let said = second(r#"{"prim": "sphere", "params": [0.51e-320], "op": "union"}"#);
    assert!(said.contains("the size 5.1e-321 is not possible"), "{said}");
    let said = second(r#"{"prim": "sphere", "params": 1e308, "op": "union"}"#);
    assert!(said.contains("`params` is 1e308"), "{said}");
    let id = Recipe::parse(format!(r#"{{"id": 1e-300, "recipe": [{BASE}]}}"#).as_bytes()).unwrap().id;
    assert_eq!(id.as_deref(), Some("1e-300"));
}

#[test]
fn what_is_no_recipe_is_refused() {
    assert!(error("[]").starts_with("the recipe has no elements"));
    assert!(error("3").starts_with("a recipe is an array of elements, not a number"));
    assert!(error("null").contains("not null"));
    assert!(error("").starts_with("the text ends too early, at column 0"));
    assert!(error(&format!("[{BASE},\n  {{\"prim\": ")).starts_with("the text ends too early, at line 2"));
    assert!(error(&format!("[{BASE}]\n[]")).starts_with("something follows the recipe at line 2, column 1"));
    assert!(error("[nope]").starts_with("this is not JSON: expected ident at column 3"));
    // A line of a larger file ends in a line break of its own.
    assert!(error("[nope]\r\n").starts_with("this is not JSON: expected ident at column 3"));
    assert!(error(&format!("[{BASE},\nnope]")).ends_with("expected ident at line 2, column 2"));
    assert!(
        error(r#"[{"prim": "sphere", "params": [1e999], "op": "base"}]"#).contains("number out of range")
    );
    assert!(error(r#"[{"prim": "sphere", "params": [NaN], "op": "base"}]"#).starts_with("this is not JSON"));
    let union = BASE.replace("base", "union");
    assert!(error(&format!("[{union}]")).starts_with("element 1: the first element's `op` must be base"));
    assert!(
        Recipe::parse(b"[{\"prim\": \"\xff\"}]").unwrap_err().to_string().starts_with("this is not JSON")
    );
    let long = format!(r#"[{{"{}": 1}}]"#, "x\\n".repeat(5000));
    assert!(error(&long).len() < 200 && !error(&long).contains('\n'));
}

#[test]
fn a_mark_at_the_beginning_of_the_file_is_no_fault() {
    assert!(Recipe::parse(format!("\u{feff}[{BASE}]\r\n").as_bytes()).is_ok());
}

fn nested(levels: usize) -> String {
    let open = r#"[{"op": "base", "recipe": "#.repeat(levels);
    format!("{open}[{BASE}]{}", "}]".repeat(levels))
}

#[test]
fn nesting_ends_with_an_error_and_not_with_the_stack() {
    let deepest = Recipe::parse(nested(LEVELS).as_bytes()).unwrap();
    assert!(deepest.solid().unwrap().contains(DVec3::ZERO));
    for levels in [LEVELS + 1, 63, 64, 100, 100_000] {
        assert!(error(&nested(levels)).contains("nested more than 60 levels deep"), "{levels}");
    }
    assert!(error(&"[".repeat(1_000_000)).contains("nested more than"));
}

#[test]
fn a_recipe_built_by_hand_is_checked_as_well() {
    let base = Recipe::parse(format!("[{BASE}]").as_bytes()).unwrap();
    let broken = |change: fn(&mut Element)| {
        let mut recipe = base.clone();
        change(&mut recipe.elements[0]);
        recipe.solid().unwrap_err().fault
    };
    assert!(matches!(
        broken(|e| e.part = Part::Primitive(Primitive::Sphere { radius: f64::NAN })),
        Fault::Size(_)
    ));
    assert!(matches!(broken(|e| e.pos.x = f64::NAN), Fault::Position(_)));
    assert!(matches!(broken(|e| e.deg = 45), Fault::Turn(_)));
    assert!(matches!(broken(|e| e.axis = 3), Fault::Value { .. }));
}

#[test]
fn a_recipe_that_cannot_be_built_still_has_its_id() {
    let id = |text: &str| Recipe::parse(text.as_bytes()).unwrap_err().id;
    for rest in ["", r#", "recipe": []"#, r#", "recipe": 7"#, r#", "recipe": [], "recipe": []"#] {
        assert_eq!(id(&format!(r#"{{"id": 9007199254740993{rest}}}"#)).as_deref(), Some("9007199254740993"));
    }
    assert_eq!(id(r#"{"recipe": [{"prim": "box"}], "id": "last"}"#).as_deref(), Some("last"));
    assert_eq!((id(r#"{"id": "a", "#), id("[]")), (None, None));
}

#[test]
fn there_may_be_ten_thousand_elements_and_not_one_more() {
    let of = |count: usize| {
        let more = format!(",{}", BASE.replace("base", "union")).repeat(count - 1);
        Recipe::parse(format!("[{BASE}{more}]").as_bytes())
    };
    assert_eq!(of(MOST_ELEMENTS).unwrap().solid().unwrap().leaves().len(), MOST_ELEMENTS);
    assert_eq!(
        of(MOST_ELEMENTS + 1).unwrap_err().to_string(),
        "the recipe has more than 10000 elements: split it"
    );
}

/// The contract once more, by plain trigonometry in whole numbers and without the code under test.
fn inside(recipe: &Recipe, p: DVec3) -> bool {
    recipe.elements.iter().fold(false, |before, element| {
        let mut q = p - element.pos;
        // Back by as many quarters as it was turned forth.
        for _ in 0..element.deg / 90 {
            q = match element.axis {
                0 => DVec3::new(q.x, q.z, -q.y),
                1 => DVec3::new(-q.z, q.y, q.x),
                _ => DVec3::new(q.y, -q.x, q.z),
            };
        }
        let Part::Primitive(primitive) = &element.part else { unreachable!("none are nested here") };
        let away = (q.x * q.x + q.y * q.y).sqrt();
        let within = match *primitive {
            Primitive::Sphere { radius } => q.length() < radius,
            Primitive::Box { half } => q.abs().cmplt(half).all(),
            Primitive::Cone { radius, height } => {
                q.z.abs() < height / 2.0 && away < radius * (height / 2.0 - q.z) / height
            }
            Primitive::Torus { ring, tube } => (away - ring) * (away - ring) + q.z * q.z < tube * tube,
            Primitive::Cylinder { radius, height } => q.z.abs() < height / 2.0 && away < radius,
        };
        match element.op {
            None => within,
            Some(Op::Union) => before || within,
            Some(Op::Intersection) => before && within,
            Some(Op::Difference) => before && !within,
        }
    })
}

proptest! {
    #[test]
    fn a_recipe_survives_being_written_and_read(seed: u64, id in proptest::option::of(".*")) {
        let mut dice = Dice(seed);
        let mut recipe = dice.recipe(0.0);
        recipe.id = id;
        let part = Part::Recipe(dice.recipe(0.0).elements);
        recipe.elements.push(Element { part, ..dice.element(false, 0.0) });
        let written = serde_json::to_vec(&recipe).unwrap();
        prop_assert_eq!(&Recipe::parse(&written).unwrap(), &recipe);
        let value: serde_json::Value = serde_json::to_value(&recipe).unwrap();
        prop_assert_eq!(&serde_json::from_value::<Recipe>(value).unwrap(), &recipe);
    }

    #[test]
    fn a_solid_holds_the_points_its_recipe_says(seed: u64) {
        let mut dice = Dice(seed);
        let recipe = dice.recipe(0.0);
        let solid = recipe.solid().unwrap();
        for _ in 0..200 {
            let p = DVec3::new(dice.unit(), dice.unit(), dice.unit()) * 3.0 - 1.5;
            prop_assert_eq!(solid.contains(p), inside(&recipe, p));
        }
    }
}
