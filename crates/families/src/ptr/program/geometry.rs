//! How parts that are lines and planes may lie to each other.

use spatiq_scene::fit::{FitKind, Relation};

/// One of the six geometric relations: of a part that is taken for `from` to one that is taken for `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Geometry {
    /// What the first part is.
    pub from: FitKind,
    /// What the second is.
    pub to: FitKind,
    /// Whether they are perpendicular, or else parallel.
    pub perpendicular: bool,
}

impl Geometry {
    /// Every pair of kinds, both ways round, with both relations.
    pub const ALL: [Self; 8] = {
        use FitKind::{Line, Plane};
        const fn of(from: FitKind, to: FitKind, perpendicular: bool) -> Geometry {
            Geometry { from, to, perpendicular }
        }
        [
            of(Line, Line, true),
            of(Line, Line, false),
            of(Plane, Plane, true),
            of(Plane, Plane, false),
            of(Line, Plane, true),
            of(Line, Plane, false),
            of(Plane, Line, true),
            of(Plane, Line, false),
        ]
    };

    /// Its name in programs, which does not tell `from` and `to` apart.
    pub fn name(self) -> &'static str {
        match (self.from == self.to, self.from, self.perpendicular) {
            (true, FitKind::Line, true) => "line-line perpendicular",
            (true, FitKind::Line, false) => "line-line parallel",
            (true, FitKind::Plane, true) => "plane-plane perpendicular",
            (true, FitKind::Plane, false) => "plane-plane parallel",
            (false, _, true) => "line-plane perpendicular",
            (false, _, false) => "line-plane parallel",
        }
    }

    /// The relation of a name, from a line where that is open.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|geometry| geometry.name() == name)
    }

    /// Whether two parts that are taken for these and lie like this have the relation.
    pub fn holds(self, one: FitKind, other: FitKind, relation: Relation) -> bool {
        let kinds = (one, other) == (self.from, self.to) || (one, other) == (self.to, self.from);
        let wanted = if self.perpendicular { Relation::Perpendicular } else { Relation::Parallel };
        kinds && relation == wanted
    }
}
