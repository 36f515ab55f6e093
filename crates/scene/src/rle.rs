//! Masks as run lengths, the way COCO has them: column by column, beginning with how many pixels are not in the mask.

use serde_json::{Value, json};

/// A mask as run lengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rle {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// How many pixels are outside, then inside, then outside, and so on.
    pub counts: Vec<u32>,
}

impl Rle {
    /// The pixels of a layer, row by row, that have this value.
    pub fn of(layer: &[u16], size: [usize; 2], value: u16) -> Self {
        Self::of_several(layer, size, &[value]).swap_remove(0)
    }

    /// The same for several different values at once, in one walk through the layer.
    pub fn of_several(layer: &[u16], size: [usize; 2], values: &[u16]) -> Vec<Self> {
        let [width, height] = size;
        // For each mask where its last run ended.
        let mut masks = vec![(Self { size, counts: Vec::new() }, 0); values.len()];
        let most = values.iter().copied().max().unwrap_or(0);
        let mut slots = vec![None; usize::from(most) + 1];
        for (slot, value) in values.iter().enumerate() {
            slots[usize::from(*value)] = Some(slot);
        }
        let mut run = |value: u16, from: usize, to: usize| {
            if let Some(slot) = slots.get(usize::from(value)).copied().flatten() {
                let (mask, end) = &mut masks[slot];
                mask.counts.extend([(from - *end) as u32, (to - from) as u32]);
                *end = to;
            }
        };
        let at = |k: usize| layer[k % height * width + k / height];
        let pixels = width * height;
        let mut from = 0;
        for k in 1..=pixels {
            if k == pixels || at(k) != at(from) {
                run(at(from), from, k);
                from = k;
            }
        }
        let closed = |(mut mask, end): (Self, usize)| {
            if end < pixels {
                mask.counts.push((pixels - end) as u32);
            }
            mask
        };
        masks.into_iter().map(closed).collect()
    }

    /// How many pixels are in the mask.
    pub fn area(&self) -> usize {
        self.counts.iter().skip(1).step_by(2).map(|count| *count as usize).sum()
    }

    /// As JSON with the counts as numbers.
    pub fn uncompressed(&self) -> Value {
        json!({"size": [self.size[1], self.size[0]], "counts": self.counts})
    }

    /// As JSON with the counts as a text, which is what annotation files mostly have. From the fourth on, each count is
    /// told by how it differs from the one two before; each number is cut into fives of bits, the lowest first, with
    /// a sixth bit that says whether more follow.
    pub fn compressed(&self) -> Value {
        let mut text = String::new();
        for (k, count) in self.counts.iter().enumerate() {
            let before = if k > 2 { self.counts[k - 2] } else { 0 };
            push_number(i64::from(*count) - i64::from(before), &mut text);
        }
        json!({"size": [self.size[1], self.size[0]], "counts": text})
    }
}

fn push_number(mut number: i64, text: &mut String) {
    loop {
        let five = (number & 0x1f) as u8;
        number >>= 5;
        // Done when all that is left is the sign, and the sign is what the last bit says.
        let done = number == if five & 0x10 != 0 { -1 } else { 0 };
        text.push(char::from(five + if done { 48 } else { 48 + 0x20 }));
        if done {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_bench::Seed;

    /// A second decoder, written from the description: which pixels, row by row, are in the mask.
    fn decoded(value: &Value) -> Vec<bool> {
        let [height, width] = [0, 1].map(|k| value["size"][k].as_u64().unwrap() as usize);
        let counts: Vec<i64> = match &value["counts"] {
            Value::String(text) => {
                let (mut counts, mut number, mut shift) = (Vec::new(), 0i64, 0);
                for byte in text.bytes() {
                    let bits = i64::from(byte) - 48;
                    number += (bits % 32) << shift;
                    shift += 5;
                    if bits < 32 {
                        number -= if bits >= 16 { 1 << shift } else { 0 };
                        let before = if counts.len() > 2 { counts[counts.len() - 2] } else { 0 };
                        counts.push(number + before);
                        (number, shift) = (0, 0);
                    }
                }
                counts
            }
            list => list.as_array().unwrap().iter().map(|count| count.as_i64().unwrap()).collect(),
        };
        let columns: Vec<bool> = counts
            .iter()
            .enumerate()
            .flat_map(|(k, n)| std::iter::repeat_n(k % 2 == 1, *n as usize))
            .collect();
        assert_eq!(columns.len(), width * height);
        (0..width * height).map(|k| columns[k % width * height + k / width]).collect()
    }

    #[test]
    fn both_ways_of_writing_decode_to_the_mask() {
        let mut rng = Seed::root(5).rng();
        for round in 0..60 {
            let size = [1 + rng.below(90), 1 + rng.below(90)];
            // From noise to long runs.
            let grain = 1 + round * 3;
            let mut layer: Vec<u16> = (0..size[0] * size[1]).map(|_| rng.below(4) as u16).collect();
            for k in 0..layer.len() {
                layer[k] = layer[k - k % grain];
            }
            for (mask, value) in Rle::of_several(&layer, size, &[3, 1, 2]).iter().zip([3, 1, 2]) {
                let expected: Vec<bool> = layer.iter().map(|id| *id == value).collect();
                assert_eq!(decoded(&mask.uncompressed()), expected);
                assert_eq!(decoded(&mask.compressed()), expected);
                assert_eq!(mask.area(), expected.iter().filter(|inside| **inside).count());
                assert_eq!(*mask, Rle::of(&layer, size, value));
            }
        }
    }

    #[test]
    fn a_mask_of_everything_begins_with_no_pixel_outside() {
        assert_eq!(Rle::of(&[7; 6], [2, 3], 7).counts, [0, 6]);
        assert_eq!(Rle::of(&[7; 6], [2, 3], 1).counts, [6]);
        assert_eq!(Rle::of(&[0, 1, 0, 1, 0, 0], [2, 3], 1).counts, [3, 2, 1]);
    }
}
