//! What a scene file tells about the pictures beside it: the digests of what they were rendered from and of themselves, so that whoever
//! takes pictures and graph for true notices when either was changed since.

use super::FileError;
use super::layout::laid_out;
use crate::layers::LayerFile;
use serde_json::{Map, Value};

/// The field of the file.
const FIELD: &str = "rendered";

/// Within it, the digest of all other fields. Pictures have theirs under their names.
const SCENE: &str = "scene.json";

/// The pictures whose digests are told: those that other layouts are made from.
pub const PICTURES: [&str; 4] = ["image.png", "depth.npy", "objects.png", "parts.png"];

/// The text of a scene with digests of itself and of its pictures.
pub fn sealed(text: &str, pictures: &[LayerFile]) -> Result<String, FileError> {
    let mut digests = Map::new();
    digests.insert(SCENE.into(), digest_of(&serde_json::from_str(text)?).into());
    for picture in pictures.iter().filter(|picture| PICTURES.contains(&picture.path.as_str())) {
        digests.insert(picture.path.clone(), digest(&picture.bytes).into());
    }
    let field = laid_out(&format!("{{\"{FIELD}\":{}}}", Value::Object(digests)));
    let inner = field.trim_end().strip_prefix('{').unwrap_or_default();
    let (rest, _) = text.trim_end().rsplit_once('\n').unwrap_or_default();
    Ok(format!("{rest},{inner}\n"))
}

/// Refuses a scene that was changed since its pictures were rendered, and [`PICTURES`] that were not rendered with it.
pub fn check_rendered(text: &[u8], pictures: &[Vec<u8>; PICTURES.len()]) -> Result<(), FileError> {
    let value: Value = serde_json::from_slice(text)?;
    let told = |name: &str| value[FIELD][name].as_str();
    let wrong = |place: &str, what: &str| {
        let what = format!("{what}; render it again with `spatiq scene --from`");
        Err(FileError::Wrong { place: place.into(), what })
    };
    match told(SCENE) {
        None => return wrong(SCENE, "does not tell what its pictures are like"),
        Some(told) if told != digest_of(&value) => {
            return wrong(SCENE, "was changed since its pictures were rendered");
        }
        Some(_) => (),
    }
    match PICTURES.iter().zip(pictures).find(|(name, bytes)| told(name) != Some(&digest(bytes))) {
        Some((name, _)) => wrong(name, "is not the one that was rendered with scene.json"),
        None => Ok(()),
    }
}

fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// The digest of all that a file says but of the pictures, however it is laid out.
fn digest_of(file: &Value) -> String {
    let mut file = file.clone();
    if let Value::Object(fields) = &mut file {
        fields.remove(FIELD);
    }
    digest(file.to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{\n  \"spatiq_scene\": 1,\n  \"ambient\": 0.25\n}\n";

    fn pictures() -> Vec<LayerFile> {
        let names = PICTURES.into_iter().chain(["normals.png"]);
        names.map(|name| LayerFile { path: name.into(), bytes: name.as_bytes().to_vec() }).collect()
    }

    fn check(text: &str) -> Result<(), String> {
        check_rendered(text.as_bytes(), &PICTURES.map(Vec::from)).map_err(|error| error.to_string())
    }

    #[test]
    fn what_was_sealed_holds_however_it_is_laid_out() {
        let text = sealed(TEXT, &pictures()).unwrap();
        assert!(text.starts_with(TEXT.trim_end_matches("\n}\n")), "{text}");
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value[FIELD].as_object().unwrap().len(), 5);
        assert_eq!(check(&text), Ok(()));
        assert_eq!(check(&value.to_string()), Ok(()));
    }

    #[test]
    fn what_was_changed_or_says_nothing_is_refused() {
        let text = sealed(TEXT, &pictures()).unwrap();
        let changed = check(&text.replace("0.25", "0.26")).unwrap_err();
        assert!(changed.contains("was changed since its pictures were rendered"), "{changed}");
        let silent = check(TEXT).unwrap_err();
        assert!(silent.contains("does not tell what its pictures are like"), "{silent}");
        for (k, name) in PICTURES.into_iter().enumerate() {
            let mut pictures = PICTURES.map(Vec::from);
            pictures[k] = b"foreign".to_vec();
            let error = check_rendered(text.as_bytes(), &pictures).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{name}: is not the one that was rendered")), "{error}");
            let forgotten = text.replace(&format!("\"{name}\""), "\"other\"");
            assert!(check(&forgotten).unwrap_err().starts_with(name));
        }
    }
}
