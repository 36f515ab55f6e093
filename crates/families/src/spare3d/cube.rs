//! The cube of poses as the papers draw it: each corner is where an isometric pose looks from, and carries its number.

/// What is known of the corners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Corners {
    /// The pose that the question names.
    pub asked: Option<u8>,
    /// The pose that is the answer.
    pub answered: Option<u8>,
}

/// Where the corners of the poses 1 to 8 lie in the picture: the cube is seen from the right, the front and above.
const CORNERS: [[i32; 2]; 8] =
    [[28, 76], [124, 76], [172, 28], [76, 28], [28, 172], [124, 172], [172, 124], [76, 124]];

/// The edges that are seen, as pairs of poses.
const SEEN: [[usize; 2]; 9] = [[1, 2], [2, 3], [3, 4], [4, 1], [1, 5], [2, 6], [3, 7], [5, 6], [6, 7]];

/// The edges behind the cube.
const HIDDEN: [[usize; 2]; 3] = [[4, 8], [5, 8], [7, 8]];

/// The faces that the three views look at: their letters, and where these disturb no corner.
const FACES: [(&str, [i32; 2]); 3] = [("F", [100, 148]), ("T", [100, 52]), ("R", [148, 100])];

/// The cube as an SVG file with one corner marked, or none.
pub fn svg(marked: Option<u8>) -> String {
    let lines = |edges: &[[usize; 2]]| -> String {
        let line = |[a, b]: &[usize; 2]| {
            let ([x1, y1], [x2, y2]) = (CORNERS[a - 1], CORNERS[b - 1]);
            format!("M{x1} {y1}L{x2} {y2}")
        };
        edges.iter().map(line).collect()
    };
    let text = |[x, y]: [i32; 2], size: i32, fill: &str, text: &str| {
        let y = y + size * 7 / 20;
        format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\">{text}</text>")
    };
    let faces: String = FACES.iter().map(|(letter, at)| text(*at, 22, "#9aa5ad", letter)).collect();
    let corner = |(at, &[x, y]): (usize, &[i32; 2])| {
        let (fill, stroke, ink) = match marked.map(usize::from) == Some(at + 1) {
            true => ("#1a7f37", "#1a7f37", "#fff"),
            false => ("#fff", "#5b646c", "#1d2125"),
        };
        let disc = format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{fill}\" stroke=\"{stroke}\"/>");
        disc + &text([x, y], 17, ink, &(at + 1).to_string())
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\" width=\"200\" height=\"200\" \
         font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"none\">\
         <path d=\"{}\" stroke=\"#9aa5ad\" stroke-dasharray=\"5 4\"/><path d=\"{}\" stroke=\"#5b646c\" stroke-width=\"1.5\"/>\
         {faces}{}</svg>",
        lines(&HIDDEN),
        lines(&SEEN),
        CORNERS.iter().enumerate().map(corner).collect::<String>(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_draw::Pose;

    #[test]
    fn corners_lie_where_the_poses_look_from() {
        for (at, [x, y]) in CORNERS.into_iter().enumerate() {
            let pose = Pose::from_letter(super::super::poses::letter(at as u8 + 1)).unwrap();
            let eye = pose.view().toward_eye;
            // A front face of 96 pixels, and 48 to the right and up for what is behind.
            let right = if eye.x > 0.0 { 96 } else { 0 };
            let up = if eye.z > 0.0 { 96 } else { 0 };
            let back = if eye.y > 0.0 { 48 } else { 0 };
            assert_eq!([x, y], [28 + right + back, 172 - up - back], "pose {}", at + 1);
        }
    }

    #[test]
    fn only_the_marked_corner_is_coloured() {
        assert_eq!(svg(None).matches("<circle ").count(), 8);
        assert!(!svg(None).contains("#1a7f37"));
        assert!(svg(Some(7)).contains("<circle cx=\"172\" cy=\"124\" r=\"13\" fill=\"#1a7f37\""));
    }
}
