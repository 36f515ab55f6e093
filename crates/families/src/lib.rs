//! The benchmark families, a folder each. They do not know each other.

pub mod iq;
pub mod ptr;
pub mod spare3d;
pub mod vrd25;

use spatiq_bench::Family;

/// Every family.
pub const FAMILIES: &[&Family] = &[&iq::FAMILY, &ptr::FAMILY, &spare3d::FAMILY, &vrd25::FAMILY];
