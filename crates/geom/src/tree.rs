//! Trees of unions, intersections and differences, as programs.
//!
//! A tree is kept as a program for a stack of truth values, deepest operations first: `A B ∪ C −`.

/// How two solids become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Inside either.
    Union,
    /// Inside both.
    Intersection,
    /// Inside the first and not inside the second.
    Difference,
}

/// One step of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Leaf(usize),
    Join(Op),
    /// The opposite of what is on top; only in what is left of a tree.
    Not,
}

/// Runs a program on a stack of truth values.
pub(crate) fn run(program: &[Step], inside: impl Fn(usize) -> bool) -> bool {
    let mut stack = 0u64;
    for step in program {
        match *step {
            Step::Leaf(leaf) => stack = stack << 1 | u64::from(inside(leaf)),
            Step::Not => stack ^= 1,
            Step::Join(op) => {
                let (right, left) = (stack & 1, stack >> 1 & 1);
                let joined = match op {
                    Op::Union => left | right,
                    Op::Intersection => left & right,
                    Op::Difference => left & !right & 1,
                };
                stack = stack >> 2 << 1 | joined;
            }
        }
    }
    stack & 1 == 1
}

/// What is left of a tree once it is known for some leaves whether a point is inside them. Near a point or along a line
/// few leaves are in doubt, however many there are.
#[derive(Clone, Debug, Default)]
pub struct Rest {
    program: Vec<Step>,
    known: Option<bool>,
    open: Vec<Open>,
}

impl Rest {
    /// Becomes what is left of a program.
    pub(crate) fn reduce(&mut self, whole: &[Step], known: impl Fn(usize) -> Option<bool>) {
        let program = &mut self.program;
        program.clear();
        self.open.clear();
        for step in whole {
            let next = match *step {
                Step::Leaf(leaf) => known(leaf).map_or_else(|| doubt(program, Step::Leaf(leaf)), Open::Known),
                Step::Not => match self.open.pop().expect("a part precedes its opposite") {
                    Open::Known(inside) => Open::Known(!inside),
                    in_doubt => {
                        program.push(Step::Not);
                        in_doubt
                    }
                },
                Step::Join(op) => {
                    let right = self.open.pop().expect("a join follows its two parts");
                    let left = self.open.pop().expect("a join follows its two parts");
                    join(op, left, right, program)
                }
            };
            self.open.push(next);
        }
        self.known = match self.open.pop() {
            Some(Open::Known(inside)) => Some(inside),
            _ => None,
        };
    }

    /// What remains to be asked.
    pub(crate) fn program(&self) -> &[Step] {
        &self.program
    }

    /// Whether a point is inside, given that for the leaves that were in doubt.
    pub fn holds(&self, inside: impl Fn(usize) -> bool) -> bool {
        self.known.unwrap_or_else(|| run(&self.program, inside))
    }
}

/// A part of a tree that is being reduced.
#[derive(Clone, Copy, Debug)]
enum Open {
    Known(bool),
    /// Its program begins here.
    Doubt(usize),
}

fn doubt(program: &mut Vec<Step>, step: Step) -> Open {
    program.push(step);
    Open::Doubt(program.len() - 1)
}

/// Joins two parts; what no longer matters is taken off the end of the program.
fn join(op: Op, left: Open, right: Open, program: &mut Vec<Step>) -> Open {
    match (op, left, right) {
        (_, Open::Doubt(start), Open::Doubt(_)) => {
            program.push(Step::Join(op));
            Open::Doubt(start)
        }
        (Op::Union, Open::Known(false), other) | (Op::Intersection, Open::Known(true), other) => other,
        (Op::Union | Op::Difference, other, Open::Known(false))
        | (Op::Intersection, other, Open::Known(true)) => other,
        (Op::Difference, Open::Known(true), Open::Doubt(start)) => {
            program.push(Step::Not);
            Open::Doubt(start)
        }
        (Op::Difference, Open::Known(true), Open::Known(right)) => Open::Known(!right),
        // Decided by one side alone: true for a union, false otherwise.
        (_, Open::Doubt(start), _) | (_, _, Open::Doubt(start)) => {
            program.truncate(start);
            Open::Known(op == Op::Union)
        }
        (_, Open::Known(_), Open::Known(_)) => Open::Known(op == Op::Union),
    }
}
