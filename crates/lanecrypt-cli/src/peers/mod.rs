//! Peers: other libraries that have the same operations, to compare with. Each is behind a cargo
//! feature and is measured in the same run, on the same bytes.
//!
//! | module | contents |
//! |---|---|
//! | `crates` | crates, one file each: feature `peers`, on by default |
//! | `aws_lc`, `openssl`, `cryptopp`, `ipsec_mb` | libraries in C and C++: features `peer-...`, off by default |
//! | `peer` | the trait of all of them |
//! | `each` | one call for each message, which is how most peers are called |
//!
//! A peer computes exactly the bytes of the catalogue's operation. If its crate writes words in another
//! order, blocks are reversed outside of the timed call. If an operation would need code of lanecrypt,
//! the peer does not have the operation.
//!
//! A new peer is a file with a [`Peer`], and a line in `GROUPS` or in the list of crates.

#[cfg(feature = "peer-aws-lc")]
mod aws_lc;
#[cfg(feature = "peers")]
mod crates;
#[cfg(feature = "peer-cryptopp")]
mod cryptopp;
#[cfg(any(
    feature = "peers",
    feature = "peer-aws-lc",
    feature = "peer-cryptopp",
    feature = "peer-ipsec-mb",
    feature = "peer-openssl"
))]
mod each;
#[cfg(feature = "peer-ipsec-mb")]
mod ipsec_mb;
#[cfg(feature = "peer-openssl")]
mod openssl;
mod peer;

pub(crate) use peer::Peer;

/// The peers that this program was built with.
pub(crate) fn all() -> Vec<&'static dyn Peer> {
    GROUPS.concat()
}

static GROUPS: &[&[&dyn Peer]] = &[
    #[cfg(feature = "peers")]
    crates::ALL,
    #[cfg(feature = "peer-aws-lc")]
    &[&aws_lc::AwsLc],
    #[cfg(feature = "peer-openssl")]
    &[&openssl::OpenSsl],
    #[cfg(feature = "peer-cryptopp")]
    &[&cryptopp::CryptoPp],
    #[cfg(feature = "peer-ipsec-mb")]
    &[&ipsec_mb::IpsecMb],
];
