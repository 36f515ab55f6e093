//! `spatiq draw --random`: models that nobody wrote down, with their recipes.

mod common;

use common::{assert_same, fail, folder, succeed, tree};
use serde_json::Value;
use std::fs;

#[test]
fn random_models_come_with_the_recipe_that_draws_them_again() {
    let dir = folder();
    let here = dir.path();
    let text = succeed(here, "draw --random 3 --seed 4 --format svg-png --out models");
    assert!(text.contains("69 files of 3 models"), "{text}");
    for number in 0..3 {
        let name = format!("csg-{number:05}");
        let recipe = here.join(format!("models/{name}/{name}.json"));
        let elements: Value = serde_json::from_str(&fs::read_to_string(&recipe).unwrap()).unwrap();
        assert!((2..=4).contains(&elements.as_array().unwrap().len()), "{elements}");
        for format in ["svg", "png"] {
            let args = format!("draw models/{name}/{name}.json --format {format} --out {format}");
            succeed(here, &args);
            for (path, bytes) in tree(&here.join(format).join(&name)) {
                let random = fs::read(here.join("models").join(&name).join(&path)).unwrap();
                assert!(bytes == random, "{}", path.display());
            }
        }
    }
}

#[test]
fn random_models_depend_on_the_seed_and_not_on_threads_or_their_number() {
    let dir = folder();
    let here = dir.path();
    succeed(here, "draw --random 4 --poses f --threads 1 --out one");
    succeed(here, "draw --random 4 --poses f --threads 2 --out two");
    assert_same(&here.join("one"), &here.join("two"));
    succeed(here, "draw --random 2 --poses f --out fewer");
    let (fewer, all) = (tree(&here.join("fewer")), tree(&here.join("one")));
    assert!(fewer.iter().all(|(path, bytes)| all.get(path) == Some(bytes)));
    succeed(here, "draw --random 4 --seed 1 --poses f --out other");
    assert_ne!(tree(&here.join("other")), all);
}

#[test]
fn random_models_are_not_mixed_with_files_and_a_seed_is_theirs() {
    let dir = folder();
    for (args, wanted) in [
        ("draw part.stl --random 3", "--random"),
        ("draw part.stl --seed 3", "--seed"),
        ("draw --seed 3", "MODEL"),
        ("draw --random 0", "--random"),
        ("draw", "MODEL"),
    ] {
        let text = fail(dir.path(), 2, args);
        assert!(text.contains(wanted), "{args}: {text}");
    }
}
