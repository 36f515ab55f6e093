//! The benchmark families, a folder each. They do not know each other.

pub mod iq;
pub mod spare3d;

use spatiq_bench::Family;

/// Every family there is.
pub const FAMILIES: &[&Family] = &[&iq::FAMILY, &spare3d::FAMILY];
