//! Which of our parts a label of PartNet is.

use crate::category::{Category, PartCategory};

/// The part that a label of the tree means; none for labels of groups and of what nobody asks about.
pub(super) fn part(category: Category, label: &str) -> Option<PartCategory> {
    use PartCategory as P;
    let part = match (category, label) {
        (Category::Chair, "chair_back" | "back_surface") | (Category::Bed, "headboard") => P::Back,
        (_, "chair_seat") => P::Seat,
        (_, "chair_arm") => P::Arm,
        (_, "arm_near_vertical_bar") => P::ArmVerticalBar,
        (_, "arm_horizontal_bar") => P::ArmHorizontalBar,
        (_, "leg" | "bed_post") => P::Leg,
        (_, "bar_stretcher" | "runner" | "rocker" | "circular_stretcher") => P::LegBar,
        (_, "central_support") => P::CentralSupport,
        (_, "pedestal") => P::Pedestal,
        (_, "caster" | "wheel") => P::Wheel,
        (_, "tabletop") => P::Top,
        (_, "shelf") => P::Shelf,
        (_, "drawer_box") => P::Drawer,
        (Category::Table, "cabinet_door_surface") | (Category::Refrigerator, "door_frame") => P::Door,
        (_, "bed_sleep_area") => P::SleepArea,
        (Category::Refrigerator, "frame") | (Category::Cart, "base_body") => P::Body,
        _ => return None,
    };
    category.parts().contains(&part).then_some(part)
}

/// The part that a link of PartNet-Mobility is by its name in `semantics.txt`. Only links that are one part as a whole:
/// what turns with the seat of a chair is also its back and its arms.
pub(super) fn link(category: Category, name: &str) -> Option<PartCategory> {
    let part = match name {
        "wheel" | "caster" => PartCategory::Wheel,
        "drawer" => PartCategory::Drawer,
        _ if name == "door" || name.ends_with("_door") => PartCategory::Door,
        _ if name == "body" || name.ends_with("_body") => PartCategory::Body,
        _ => return None,
    };
    category.parts().contains(&part).then_some(part)
}

/// The category of a model, by the name that its `meta.json` or the root of its tree gives.
pub(super) fn category(name: &str) -> Option<Category> {
    Category::FURNITURE.into_iter().find(|category| category.name().eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_of_the_table_is_known_and_those_of_other_furniture_are_not() {
        use Category as C;
        for (category, label, expected) in [
            (C::Chair, "chair_back", "back"),
            (C::Chair, "back_surface", "back"),
            (C::Bed, "headboard", "back"),
            (C::Chair, "chair_seat", "seat"),
            (C::Chair, "chair_arm", "arm"),
            (C::Chair, "arm_near_vertical_bar", "arm vertical bar"),
            (C::Chair, "arm_horizontal_bar", "arm horizontal bar"),
            (C::Chair, "leg", "leg"),
            (C::Table, "leg", "leg"),
            (C::Bed, "bed_post", "leg"),
            (C::Chair, "bar_stretcher", "leg bar"),
            (C::Table, "runner", "leg bar"),
            (C::Chair, "rocker", "leg bar"),
            (C::Table, "circular_stretcher", "leg bar"),
            (C::Chair, "central_support", "central support"),
            (C::Table, "pedestal", "pedestal"),
            (C::Chair, "caster", "wheel"),
            (C::Cart, "wheel", "wheel"),
            (C::Table, "tabletop", "top"),
            (C::Table, "shelf", "shelf"),
            (C::Table, "drawer_box", "drawer"),
            (C::Table, "cabinet_door_surface", "door"),
            (C::Refrigerator, "door_frame", "door"),
            (C::Bed, "bed_sleep_area", "sleep area"),
            (C::Refrigerator, "frame", "body"),
            (C::Cart, "base_body", "body"),
        ] {
            assert_eq!(part(category, label).map(PartCategory::name), Some(expected), "{category}: {label}");
        }
        for (category, label) in [
            (C::Chair, "chair_base"),
            (C::Chair, "headboard"),
            (C::Chair, "frame"),
            (C::Table, "frame"),
            (C::Bed, "wheel"),
            (C::Refrigerator, "leg"),
            (C::Cart, ""),
        ] {
            assert_eq!(part(category, label), None, "{category}: {label}");
        }
    }

    #[test]
    fn only_links_that_are_one_part_are_named_by_their_link() {
        assert_eq!(link(Category::Cart, "cart_body"), Some(PartCategory::Body));
        assert_eq!(link(Category::Refrigerator, "rotation_door"), Some(PartCategory::Door));
        assert_eq!(link(Category::Chair, "wheel"), Some(PartCategory::Wheel));
        assert_eq!(link(Category::Chair, "seat"), None);
        assert_eq!(link(Category::Bed, "wheel"), None);
    }
}
