//! Project Wycheproof: every case of the sets that apply, on every backend, alone and in batches, in place and
//! apart. What is wrong must fail, and nothing beside it. Each set prints what it covered, and a set that holds
//! or covers less than it did when it was added fails.
#![cfg(all(feature = "aes", feature = "chacha20", feature = "aegis", feature = "morus"))]

mod aeads;
mod cbc;
mod chacha20;
mod cmac;
mod count;

/// What the jobs of a batch have: ready keys or bytes, and buffers in place or apart.
#[derive(Clone, Copy, Debug)]
struct Way {
    ready: bool,
    in_place: bool,
}

impl Way {
    const ALL: [Self; 4] = [
        Self { ready: false, in_place: false },
        Self { ready: false, in_place: true },
        Self { ready: true, in_place: false },
        Self { ready: true, in_place: true },
    ];

    /// The buffer that a message is written to, with the message in it if it is in place.
    fn buffer(self, message: &[u8]) -> Vec<u8> {
        if self.in_place { message.to_vec() } else { vec![0xa5; message.len()] }
    }

    fn data<'a>(self, message: &'a [u8], buffer: &'a mut [u8]) -> lanecrypt::Data<'a> {
        match self.in_place {
            true => lanecrypt::Data::InPlace(buffer),
            false => lanecrypt::Data::Copy { input: message, output: buffer },
        }
    }

    /// The key objects of the jobs, if they have ready keys.
    fn objects<A: lanecrypt::Algorithm>(
        self,
        keys: &[&[u8]],
        backend: lanecrypt::Backend,
    ) -> Vec<Option<A>> {
        let object = |key: &&[u8]| self.ready.then(|| A::with_backend(key, backend).unwrap());
        keys.iter().map(object).collect()
    }
}

/// The key of a job.
fn key<'a, A: lanecrypt::Algorithm>(
    bytes: &'a [u8],
    object: &'a Option<A>,
) -> lanecrypt::Key<'a, A> {
    object.as_ref().map_or(lanecrypt::Key::Bytes(bytes), lanecrypt::Key::Ready)
}

/// The cases of each key, and all cases together: the jobs of batches.
fn batches<T>(cases: &[T], key: impl Fn(&T) -> &[u8]) -> Vec<Vec<&T>> {
    let mut batches: Vec<Vec<&T>> = Vec::new();
    for case in cases {
        match batches.iter_mut().find(|batch| key(batch[0]) == key(case)) {
            Some(batch) => batch.push(case),
            None => batches.push(vec![case]),
        }
    }
    batches.push(cases.iter().collect());
    batches
}
