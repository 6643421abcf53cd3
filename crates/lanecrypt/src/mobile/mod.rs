//! The names and parameters of 3GPP.

mod suite6;

pub use crate::direction::Direction;
pub use suite6::{Nca6Job, Nia6Job, Suite6};
