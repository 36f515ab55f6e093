//! Pictures of points: three views along the axes, darker where more points lie.

use spatiq_bench::Cloud;
use spatiq_raster::Gray;

/// Pixels of a side.
const SIDE: usize = 160;

/// Pixels between the cloud and the edge.
const MARGIN: f64 = 10.0;

/// The views as drawings have them: their names, and the axes that run right and up.
const VIEWS: [(&str, [usize; 2]); 3] = [("front", [0, 2]), ("top", [0, 1]), ("right", [1, 2])];

/// The views with their names, as PNG files, all to one scale.
pub(super) fn views(cloud: &Cloud) -> Vec<(&'static str, Vec<u8>)> {
    let size = cloud.size();
    let scale = if size > 0.0 { (SIDE as f64 - 2.0 * MARGIN) / size } else { 0.0 };
    let middle = [0, 1, 2].map(|axis| {
        let along = || cloud.points.iter().map(|point| f64::from(point[axis]));
        let (low, high) = (along().fold(f64::INFINITY, f64::min), along().fold(f64::NEG_INFINITY, f64::max));
        (low + high) / 2.0
    });
    VIEWS.map(|(name, axes)| (name, view(cloud, axes, middle, scale).encode())).into()
}

fn view(cloud: &Cloud, [right, up]: [usize; 2], middle: [f64; 3], scale: f64) -> Gray {
    let mut picture = Gray::new(SIDE, SIDE, 255);
    let half = SIDE as f64 / 2.0;
    // The more points, the less each darkens the pixels it lies on.
    let ink = (150_000 / cloud.points.len().max(1)).clamp(20, 120) as u8;
    for point in &cloud.points {
        let x = half + (f64::from(point[right]) - middle[right]) * scale;
        let y = half - (f64::from(point[up]) - middle[up]) * scale;
        // A point darkens the four pixels around it, so that a few are seen too.
        for (x, y) in [(x, y), (x - 1.0, y), (x, y - 1.0), (x - 1.0, y - 1.0)] {
            let (x, y) = (x as usize, y as usize);
            if let Some(pixel) = picture.pixels.get_mut(y * SIDE + x).filter(|_| x < SIDE) {
                *pixel = pixel.saturating_sub(ink);
            }
        }
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_where_the_views_have_them() {
        // Two points: the second is right, behind and above the first, twice as far right as up.
        let cloud = Cloud { points: vec![[0.0, 0.0, 0.0], [4.0, 1.0, 2.0]], normals: Vec::new() };
        let inked = |png: &[u8]| -> Vec<(usize, usize)> {
            let picture = Gray::decode(png).unwrap();
            (0..SIDE * SIDE).filter(|at| picture.pixels[*at] < 255).map(|at| (at % SIDE, at / SIDE)).collect()
        };
        let views = views(&cloud);
        assert_eq!(views.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["front", "top", "right"]);
        // 140 pixels are 4 units; rows count from the top.
        assert_eq!(
            inked(&views[0].1),
            [(149, 44), (150, 44), (149, 45), (150, 45), (9, 114), (10, 114), (9, 115), (10, 115)]
        );
        assert!(inked(&views[1].1).contains(&(150, 62)) && inked(&views[1].1).contains(&(10, 97)));
        assert!(inked(&views[2].1).contains(&(97, 45)) && inked(&views[2].1).contains(&(62, 115)));
    }

    #[test]
    fn a_single_point_is_seen_in_the_middle() {
        let cloud = Cloud { points: vec![[7.0, 7.0, 7.0]], normals: Vec::new() };
        let picture = Gray::decode(&views(&cloud)[0].1).unwrap();
        assert!(picture.at(SIDE / 2, SIDE / 2) < 255);
    }
}
