//! `lanecrypt encrypt`, `decrypt`, `keygen` and `inspect` from outside.
#![cfg(unix)]

mod damaged;
mod interrupted;
mod keys;
mod large;
mod paths;
mod round_trips;
mod run;
mod space;
