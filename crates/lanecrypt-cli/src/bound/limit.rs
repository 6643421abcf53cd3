//! One limit, and what an operation counts towards.

use serde::Serialize;

use super::kind::Kind;
use crate::measure::instructions::{Class, Width};

/// A limit: a call cannot be faster than that.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Limit {
    /// The limiting resource.
    pub(crate) name: String,
    /// Cycles of a call.
    pub(crate) cycles: f64,
}

/// The class of an operation that is not a load or store.
pub(super) fn of_class(kind: Kind) -> Option<Class> {
    match kind {
        Kind::Of(Class::Load | Class::Store) => None,
        Kind::Of(class) => Some(class),
        _ => None,
    }
}

/// Whether it is an operation on vectors.
pub(super) fn is_vector(kind: Kind, width: Width) -> bool {
    Width::VECTORS.contains(&width) && (kind == Kind::Vector || of_class(kind).is_some())
}
