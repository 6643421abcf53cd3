//! Public types without secrets.

/// `Debug` may show all of them, and calls of theirs need not be watched. IVs and tags are sent with the message. S-boxes
/// are public constants.
pub(crate) const WITHOUT_SECRETS: &[&str] = &[
    "lanecrypt::Backend",
    "lanecrypt::Batch",
    "lanecrypt::BatchError",
    "lanecrypt::Error",
    "lanecrypt::Quantity",
    "lanecrypt::Report",
    "lanecrypt::Status",
    "lanecrypt::Tag",
    "lanecrypt::block::Sbox",
    "lanecrypt::chunked::Layout",
    "lanecrypt::mode::DrbgOptions",
    "lanecrypt::mode::NoEntropy",
    "lanecrypt::mode::OsEntropy",
    "lanecrypt::mode::ShortTags",
    "lanecrypt::mode::StandardTags",
    "lanecrypt::stream::snow3g::Variant",
    "lanecrypt::stream::zuc::Iv184",
    "lanecrypt::stream::zuc::Variant",
    "lanecrypt::threegpp::AeadId",
    "lanecrypt::threegpp::Direction",
    "lanecrypt::threegpp::EncryptionId",
    "lanecrypt::threegpp::Input",
    "lanecrypt::threegpp::IntegrityId",
    "lanecrypt::threegpp::Iv",
    "lanecrypt::threegpp::Parameters",
    "lanecrypt::threegpp::TransmitGuard",
];
