//! What batches look like: which kernels work on them depends on that.

use super::memcheck::watched;
use super::{leftovers, secret};
use lanecrypt::{Algorithm, Backend, Key};
use std::fmt;

/// How many jobs there are, and which keys they have.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) jobs: usize,
    pub(crate) keys: KeyKind,
    pub(crate) length: Length,
}

/// How long messages are.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Length {
    Usual,
    /// At most 32 bytes: some batches of these have kernels of their own.
    Short,
    /// Much longer than usual.
    Long,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum KeyKind {
    /// Every other one is ready.
    Mixed,
    Bytes,
    /// One that is ready, for all jobs.
    One,
}

impl Shape {
    pub(crate) const fn new(jobs: usize, keys: KeyKind) -> Self {
        Self { jobs, keys, length: Length::Usual }
    }
}

/// The shapes that every kind of algorithm is checked with: alone, a few, and many.
pub(crate) const SHAPES: [Shape; 6] = [
    Shape::new(1, KeyKind::Bytes),
    Shape::new(1, KeyKind::One),
    Shape::new(3, KeyKind::Bytes),
    Shape { length: Length::Short, ..Shape::new(7, KeyKind::Bytes) },
    Shape::new(9, KeyKind::One),
    Shape::new(45, KeyKind::Mixed),
];

impl fmt::Display for Shape {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = match self.keys {
            KeyKind::Mixed => "",
            KeyKind::Bytes => " bytes",
            KeyKind::One => " one key",
        };
        let length = match self.length {
            Length::Usual => "",
            Length::Short => " short",
            Length::Long => " long",
        };
        write!(out, "x {}{keys}{length}", self.jobs)
    }
}

/// The secret keys of jobs.
pub(crate) struct Keys<A> {
    bytes: Vec<[u8; 64]>,
    ready: Vec<Option<A>>,
    shape: Shape,
}

impl<A: Algorithm> Keys<A> {
    pub(crate) fn new(shape: Shape, backend: Backend) -> Self {
        Self::with_options(shape, backend, A::Options::default())
    }

    pub(crate) fn with_options(shape: Shape, backend: Backend, options: A::Options) -> Self {
        let bytes: Vec<[u8; 64]> = (0..shape.jobs).map(|i| secret(i as u8)).collect();
        for bytes in &bytes {
            leftovers::look_for::<A>(&bytes[..A::KEY_BYTES], options, backend);
        }
        let ready = bytes.iter().enumerate().map(|(i, bytes)| {
            let ready = match shape.keys {
                KeyKind::Mixed => i % 2 == 1,
                KeyKind::Bytes => false,
                KeyKind::One => i == 0,
            };
            let bytes = &bytes[..A::KEY_BYTES];
            let expand = || watched(|| A::with_options(bytes, options, backend));
            ready.then(|| expand().expect("an available backend"))
        });
        let ready = ready.collect();
        Self { bytes, ready, shape }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// The key of a job.
    pub(crate) fn of(&self, job: usize) -> Key<'_, A> {
        match self.ready(job) {
            Some(ready) => Key::Ready(ready),
            None => Key::Bytes(self.bytes(job)),
        }
    }

    /// The key object of a job, if it has one.
    pub(crate) fn ready(&self, job: usize) -> Option<&A> {
        let job = if self.shape.keys == KeyKind::One { 0 } else { job };
        self.ready[job].as_ref()
    }

    /// The bytes of the key of a job.
    pub(crate) fn bytes(&self, job: usize) -> &[u8] {
        let job = if self.shape.keys == KeyKind::One { 0 } else { job };
        &self.bytes[job][..A::KEY_BYTES]
    }

    /// The key objects of so many jobs.
    pub(crate) fn how_many_ready(&self) -> usize {
        (0..self.shape.jobs).filter(|job| self.ready(*job).is_some()).count()
    }

    /// Changes every key object.
    pub(crate) fn map(mut self, change: impl Fn(usize, A) -> A) -> Self {
        for (i, ready) in self.ready.iter_mut().enumerate() {
            *ready = ready.take().map(|key| change(i, key));
        }
        self
    }
}
