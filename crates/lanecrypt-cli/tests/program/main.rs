//! The program from outside: run, and what it prints and returns looked at.

<<<<<<< HEAD
mod aesni;
=======
mod aead;
>>>>>>> cli
mod bench;
mod block;
mod common;
mod info;
mod kat;
mod paper;
