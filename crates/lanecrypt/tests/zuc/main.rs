//! ZUC and the algorithms of 3GPP: known answers, what must hold for all of them, known mistakes.
#![cfg(all(feature = "aes", feature = "zuc", feature = "reference"))]

mod known_answers;
mod oracle;
mod properties;
mod support;
mod threegpp;
mod traps;
