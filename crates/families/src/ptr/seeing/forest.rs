//! Random forests over measured numbers: what was learnt from the models of the train split, and how it is asked.

use super::SeeError;

/// Trees that vote.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    /// How many things it tells apart.
    pub labels: usize,
    /// For each number the values at which it may be cut, in order.
    pub cuts: Vec<Vec<f32>>,
    /// The trees, each with its root first.
    pub trees: Vec<Vec<Node>>,
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// Goes to the next node if the number is at most the cut, or else to the other one.
    Fork {
        /// Which number.
        number: u8,
        /// Which of its cuts.
        cut: u8,
        /// Where the larger ones go.
        other: u16,
    },
    /// Shares of labels, in 255ths; those left out have none.
    Leaf(Vec<(u8, u8)>),
}

impl Forest {
    /// How likely each label is.
    pub fn ask(&self, numbers: &[f32]) -> Vec<f32> {
        let mut votes = vec![0.0; self.labels];
        for tree in &self.trees {
            let mut at = 0;
            let leaf = loop {
                match &tree[at] {
                    Node::Fork { number, cut, other } => {
                        let number = usize::from(*number);
                        let low = numbers[number] <= self.cuts[number][usize::from(*cut)];
                        at = if low { at + 1 } else { usize::from(*other) };
                    }
                    Node::Leaf(shares) => break shares,
                }
            };
            for (label, share) in leaf {
                votes[usize::from(*label)] += f32::from(*share);
            }
        }
        let all: f32 = votes.iter().sum();
        votes.iter_mut().for_each(|vote| *vote /= all.max(1.0));
        votes
    }

    /// As bytes: labels, numbers and trees; the cuts of each number; the nodes of each tree in order, where the node
    /// after next of a fork need not be told, since trees are written depth first.
    #[cfg(test)]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = vec![self.labels as u8, self.cuts.len() as u8, self.trees.len() as u8];
        for cuts in &self.cuts {
            bytes.push(cuts.len() as u8);
            bytes.extend(cuts.iter().flat_map(|cut| cut.to_le_bytes()));
        }
        for tree in &self.trees {
            bytes.extend((tree.len() as u16).to_le_bytes());
            for node in tree {
                match node {
                    Node::Fork { number, cut, other } => {
                        bytes.extend([*number, *cut]);
                        bytes.extend(other.to_le_bytes());
                    }
                    Node::Leaf(shares) => {
                        bytes.extend([u8::MAX, shares.len() as u8]);
                        bytes.extend(shares.iter().flat_map(|(label, share)| [*label, *share]));
                    }
                }
            }
        }
        bytes
    }

    /// From the bytes, of which it takes its own away.
    pub fn read(bytes: &mut &[u8]) -> Result<Self, SeeError> {
        let [labels, numbers, trees] = take::<3>(bytes)?;
        let mut cuts = Vec::new();
        for _ in 0..numbers {
            let [count] = take::<1>(bytes)?;
            let own: Result<Vec<f32>, SeeError> =
                (0..count).map(|_| take::<4>(bytes).map(f32::from_le_bytes)).collect();
            cuts.push(own?);
        }
        let mut forest = Self { labels: usize::from(labels), cuts, trees: Vec::new() };
        for _ in 0..trees {
            let nodes = u16::from_le_bytes(take::<2>(bytes)?);
            let tree: Result<Vec<Node>, SeeError> = (0..nodes).map(|_| node(bytes)).collect();
            forest.trees.push(tree?);
        }
        forest.is_sound().then_some(forest).ok_or(SeeError::Learnt)
    }

    /// Whether every node leads onwards to something that there is.
    fn is_sound(&self) -> bool {
        let sound = |at: usize, node: &Node, tree: &[Node]| match node {
            Node::Fork { number, cut, other } => {
                let onwards = usize::from(*other);
                let cuts = self.cuts.get(usize::from(*number)).map_or(0, Vec::len);
                usize::from(*cut) < cuts && onwards > at + 1 && onwards < tree.len()
            }
            Node::Leaf(shares) => shares.iter().all(|(label, _)| usize::from(*label) < self.labels),
        };
        let whole = |tree: &Vec<Node>| {
            matches!(tree.last(), Some(Node::Leaf(_)))
                && tree.iter().enumerate().all(|(at, node)| sound(at, node, tree))
        };
        self.trees.iter().all(whole)
    }
}

fn node(bytes: &mut &[u8]) -> Result<Node, SeeError> {
    let [number, cut] = take::<2>(bytes)?;
    if number < u8::MAX {
        return Ok(Node::Fork { number, cut, other: u16::from_le_bytes(take::<2>(bytes)?) });
    }
    let shares: Result<Vec<(u8, u8)>, SeeError> =
        (0..cut).map(|_| take::<2>(bytes).map(|[label, share]| (label, share))).collect();
    Ok(Node::Leaf(shares?))
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], SeeError> {
    let (first, rest) = bytes.split_first_chunk::<N>().ok_or(SeeError::Learnt)?;
    *bytes = rest;
    Ok(*first)
}
