//! AEGISMAC: tags of data, without a message (draft-irtf-cfrg-aegis-aead).

use core::marker::PhantomData;

use super::*;
use crate::aead::duplex::{Image, MOST_STATE, Midway, ROW, Row, State, absorb_all, lengths};
use crate::aead::stream::{InPieces, Pieces};
use crate::lanes::{Kernel, dispatch, wipe};
use crate::{Error, Tag};

/// AEGISMAC: the tag of some data under a key and a nonce, over the state of AEGIS-128L, AEGIS-256
/// or their forms with lanes.
///
/// The cipher gives key, backend and the length of tags. A key is for tags or for messages, not for
/// both. Data come in pieces, cut anywhere. Wiped when dropped. Constant time in keys and data;
/// lengths show.
pub struct AegisMac<'k, A: MacForm>(Pieces<'k, A>);

impl<'k, A: MacForm> AegisMac<'k, A> {
    /// With a key and a nonce, or the error that the nonce has not the right length.
    pub fn new(cipher: &'k A, nonce: &[u8]) -> Result<Self, Error> {
        Ok(Self(Pieces::new(cipher, nonce)?))
    }

    /// The next piece of the data; 2^61 bytes or more are an error, and nothing has changed then.
    pub fn update(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.0.aad(piece)
    }

    /// The tag.
    pub fn finish(mut self) -> Tag {
        let (cipher, midway) = self.0.all_taken();
        cipher.finish_mac(midway)
    }

    /// Whether a tag is right, of the right length, in constant time.
    pub fn verify(self, tag: &[u8]) -> Result<(), Error> {
        match self.finish().verify(tag) {
            true => Ok(()),
            false => Err(Error::Authentication),
        }
    }
}

/// The ciphers that AEGISMAC is made of.
pub trait MacForm: InPieces {
    /// The tag of what was taken in.
    #[doc(hidden)]
    fn finish_mac(&self, midway: &mut Midway) -> Tag;
}

/// Some lanes of a cipher that has also a form with one lane.
trait Laned: Duplex {
    /// That with one lane.
    type Base: Duplex;
    /// How many lanes.
    const LANES: usize;
    /// The first lane whose tag of 16 bytes is taken in by lane 0 in the end.
    const FIRST: usize;
}

macro_rules! laned {
    ($($cipher:ident $name:ident: $base:ident, $lanes:literal, $first:literal;)*) => {$(
        impl Laned for $name {
            type Base = $base;
            const LANES: usize = $lanes;
            const FIRST: usize = $first;
        }

        impl MacForm for $cipher {
            fn finish_mac(&self, midway: &mut Midway) -> Tag {
                finish_mac::<$name>(self.backend, midway, self.tag_bytes)
            }
        }
    )*};
}
laned! {
    Aegis128L Duplex128L: Duplex128L, 1, 0;
    Aegis128X2 Duplex128X2: Duplex128L, 2, 0;
    Aegis128X4 Duplex128X4: Duplex128L, 4, 0;
    Aegis256 Duplex256: Duplex256, 1, 1;
    Aegis256X2 Duplex256X2: Duplex256, 2, 1;
    Aegis256X4 Duplex256X4: Duplex256, 4, 1;
}

fn finish_mac<D: Laned>(backend: Backend, midway: &mut Midway, tag_bytes: usize) -> Tag {
    let tag_bytes = if tag_bytes == 32 { 32 } else { 16 };
    let image = &mut midway.state;
    let (lengths, lane_lengths) = (
        lengths(midway.aad, tag_bytes as u64),
        // The number of lanes is not one of bytes.
        {
            let mut row = lengths(0, tag_bytes as u64);
            row[0] = D::LANES as u8;
            row
        },
    );
    let finish = FinishMac::<D> { image, lengths, lane_lengths, tag_bytes, duplex: PhantomData };
    let tag = dispatch(backend, finish);
    Tag::new(&tag[..tag_bytes])
}

/// The end of a MAC.
struct FinishMac<'a, D> {
    image: &'a mut Image,
    /// What all lanes take in: bits of data, bits of the tag.
    lengths: Row,
    /// What lane 0 takes in when it has the tags of the others: lanes, bits of the tag.
    lane_lengths: Row,
    tag_bytes: usize,
    duplex: PhantomData<D>,
}

/// The state of one of some lanes.
#[inline(always)]
fn lane_image<D: Laned>(image: &Image, lane: usize) -> Image {
    let mut out = [0; MOST_STATE];
    let (registers, _) = image.as_chunks::<16>();
    let (out_registers, _) = out.as_chunks_mut::<16>();
    for (to, from) in out_registers.iter_mut().zip(registers.iter().skip(lane).step_by(D::LANES)) {
        *to = *from;
    }
    out
}

impl<D: Laned> Kernel for FinishMac<'_, D> {
    type Output = Row;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Row {
        let mut all = D::One::<I>::load(isa, self.image);
        all.finish(isa, &self.lengths);
        let mut tag = [0; ROW];
        if D::LANES == 1 {
            all.tags(self.tag_bytes, &mut tag);
            return tag;
        }
        all.save(self.image);
        let long = self.tag_bytes == 32;
        let mut tags = [[0; ROW]; 4];
        for (lane, tag) in tags.iter_mut().enumerate().take(D::LANES) {
            let mut image = lane_image::<D>(self.image, lane);
            <D::Base as Duplex>::One::<I>::load(isa, &image).tags(self.tag_bytes, tag);
            wipe(&mut image, [0; MOST_STATE]);
        }
        let mut image = lane_image::<D>(self.image, 0);
        let mut first = <D::Base as Duplex>::One::<I>::load(isa, &image);
        wipe(&mut image, [0; MOST_STATE]);
        if long {
            let others = tags[1..D::LANES].as_flattened();
            absorb_all::<D::Base, _>(isa, &mut first, others);
        } else {
            let mut halves = [[0; 16]; 4];
            for (half, tag) in halves.iter_mut().zip(&tags) {
                for (to, from) in half.iter_mut().zip(tag) {
                    *to = *from;
                }
            }
            absorb_all::<D::Base, _>(isa, &mut first, halves[D::FIRST..D::LANES].as_flattened());
            wipe(&mut halves, [[0; 16]; 4]);
        }
        wipe(&mut tags, [[0; ROW]; 4]);
        first.finish(isa, &self.lane_lengths);
        first.tags(self.tag_bytes, &mut tag);
        tag
    }
}
