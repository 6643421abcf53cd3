//! The algorithms over one cipher.

#[cfg(feature = "aes")]
mod aes {
    use crate::Backend;
    use crate::block::aes_key::AesKeyed as _;
    use crate::mode::blocks::pdu;
    use crate::threegpp::aes::header;
    use crate::threegpp::pdcp::side_by_side::{MOST, Pair, Pdu, keys_of};

    /// 128-NEA2 and 128-NIA2.
    pub(in crate::threegpp::pdcp) enum Aes {}

    impl Pair for Aes {
        keys_of!(Nea2, Nia2);

        fn backend(nea: &Self::Nea, nia: &Self::Nia) -> Option<Backend> {
            let (nea, nia) = (nea.aes().key().backend, nia.aes().key().backend);
            (nea == nia).then_some(nea)
        }
        fn together(backend: Backend) -> usize {
            // Bit planes always hold several blocks.
            if backend == Backend::Portable { 0 } else { MOST }
        }
        /// One, for which the kernel does more than it needs, and many long ones: kernels for many chains take four of them in a
        /// register. That pays off from so many and so many bytes on.
        fn apart(_: Backend, count: usize, bytes: impl Fn(usize) -> usize) -> usize {
            const MANY: usize = 24;
            const LONG: usize = 704;
            let long = (0..count).take_while(|number| bytes(*number) >= LONG).count();
            if count == 1 || long >= MANY { long.max(1) } else { 0 }
        }
        fn run<'p>(
            backend: Backend,
            opens: bool,
            _: usize,
            mut pdus: impl Iterator<Item = Pdu<'p, Self::Nea, Self::Nia>>,
        ) -> [u32; MOST] {
            let mut all = core::array::from_fn(|_| {
                pdus.next().map(|pdu| pdu::Pdu {
                    integrity: pdu.nia.aes().key().forward(),
                    encryption: pdu.nea.aes().key().forward(),
                    first: header(pdu.parameters),
                    header: pdu.header,
                    bytes: pdu.bytes,
                })
            });
            let mut tags = [0; MOST];
            pdu::run(backend, opens, &mut all, &mut tags);
            tags
        }
    }
}

/// Two streams of one cipher.
macro_rules! streams {
    ($feature:literal $module:ident $pair:ident $cipher:path: $nea:ident $nia:ident) => {
        #[cfg(feature = $feature)]
        mod $module {
            use crate::Backend;
            use crate::stream::key::HoldsKey as _;
            use crate::stream::pdu::{self, PduCipher as _};
            use crate::threegpp::pdcp::side_by_side::{MOST, Pair, Pdu, keys_of};

            pub(in crate::threegpp::pdcp) enum $pair {}

            impl Pair for $pair {
                keys_of!($nea, $nia);
                const MAX_HEADER: usize = pdu::MAX_HEADER;
                const ONLY_FEW: bool = <$cipher>::ONLY_FEW;

                fn backend(nea: &Self::Nea, nia: &Self::Nia) -> Option<Backend> {
                    let (nea, nia) = (nea.settings(), nia.settings());
                    let chosen =
                        nea.options != Default::default() || nia.options != Default::default();
                    (nea.backend == nia.backend && !chosen).then_some(nea.backend)
                }
                fn together(backend: Backend) -> usize {
                    pdu::together(backend)
                }
                fn apart(backend: Backend, count: usize, bytes: impl Fn(usize) -> usize) -> usize {
                    <$cipher>::apart(backend, count, bytes)
                }
                fn run<'p>(
                    backend: Backend,
                    opens: bool,
                    count: usize,
                    pdus: impl Iterator<Item = Pdu<'p, Self::Nea, Self::Nia>>,
                ) -> [u32; MOST] {
                    let mut pdus = pdus.map(|pdu| pdu::Pdu {
                        integrity: (pdu.nia.key(), Self::Nia::iv(pdu.parameters)),
                        encryption: (pdu.nea.key(), Self::Nea::iv(pdu.parameters)),
                        header: pdu.header,
                        bytes: pdu.bytes,
                    });
                    match pdus.next() {
                        Some(pdu) if count == 1 => {
                            let mut tags = [0; MOST];
                            tags[0] = <$cipher>::run_one(backend, opens, pdu);
                            tags
                        }
                        first => {
                            let pdus = first.into_iter().chain(pdus);
                            pdu::run::<$cipher>(backend, opens, pdus)
                        }
                    }
                }
            }
        }
        #[cfg(feature = $feature)]
        pub(super) use $module::$pair;
    };
}

#[cfg(feature = "aes")]
pub(super) use aes::Aes;
streams!("snow3g" snow3g Snow3g crate::stream::snow3g::Streams: Nea1 Nia1);
streams!("zuc" zuc Zuc crate::stream::zuc::Zuc: Nea3 Nia3);
