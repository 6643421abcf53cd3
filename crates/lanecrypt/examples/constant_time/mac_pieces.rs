//! CMAC and PMAC of messages in pieces.

use super::leftovers::{last_step, step};
use super::memcheck::watched;
use super::{Count, Reports, leftovers, name_of, secret};
use lanecrypt::mode::{AesModes, Cmac, CmacState, Pmac, PmacState};
use lanecrypt::{Algorithm, Backend, block};

const BYTES: usize = 700;

macro_rules! in_pieces {
    ($function:ident $mac:ident) => {
        fn $function<C: AesModes>(backend: Backend) {
            let (key, data) = (secret::<32>(1), secret::<BYTES>(2));
            let key = &key[..C::KEY_BYTES];
            leftovers::look_for::<C>(key, C::Options::default(), backend);
            let mac =
                watched(|| $mac::<C>::with_backend(key, backend)).expect("an available backend");
            leftovers::knowing_states(|watch| {
                // Pieces that end within blocks, and such as end with them.
                let [first, second] = [77, 48].map(|bytes| {
                    leftovers::begin_states();
                    let mut state = step(watch, || mac.start());
                    for piece in data.chunks(bytes) {
                        leftovers::look_for_state(&state, &[&data]);
                        step(watch, || state.update(piece));
                    }
                    leftovers::look_for_state(&state, &[&data]);
                    state
                });
                let tag = last_step(watch, || first.finish());
                assert!(last_step(watch, || second.verify(tag.as_ref())).is_ok());
            });
        }
    };
}
in_pieces!(cmac Cmac);
in_pieces!(pmac Pmac);

macro_rules! ciphers {
    (
        over_words { $($over_words:tt)* }
        over_blocks { $({ $module:ident::$name:ident $($rest:tt)* })* }
    ) => {
        /// Both with every key size.
        pub(crate) fn every_mac(backend: Backend, count: Count<'_>) {
            $({
                let name = |name: String| format!("{backend} {name} in pieces");
                let reports = Reports::Verdicts(1);
                count(name(name_of::<CmacState<block::$name>>()), reports, &|| cmac::<block::$name>(backend));
                count(name(name_of::<PmacState<block::$name>>()), reports, &|| pmac::<block::$name>(backend));
            })*
        }
    };
}
lanecrypt::block_ciphers!(ciphers);
