// Crypto++ behind a C interface: objects made by name, keyed again and again, for one message after
// another. Nothing throws across it.

#include <cryptopp/aes.h>
#include <cryptopp/chacha.h>
#include <cryptopp/cmac.h>
#include <cryptopp/gcm.h>
#include <cryptopp/modes.h>
#include <cryptopp/simeck.h>
#include <cryptopp/simon.h>
#include <cryptopp/speck.h>

#include <cstdint>
#include <string>

using namespace CryptoPP;

// Some operation of some algorithm.
struct Peer {
    virtual ~Peer() = default;
    virtual void key(const uint8_t *key, size_t bytes) = 0;
    // With an IV and a tag where the operation has them; whether the tag was right.
    virtual bool run(const uint8_t *iv, size_t iv_bytes, uint64_t block, const uint8_t *input,
                     uint8_t *output, size_t bytes, uint8_t *tag) = 0;
};

namespace {

// A mode that encrypts or decrypts. An IV is needed with the key, and then replaced.
template <class Mode> struct Plain : Peer {
    Mode mode;

    void key(const uint8_t *key, size_t bytes) override {
        static const uint8_t zeros[32] = {};
        if (mode.IsResynchronizable())
            mode.SetKeyWithIV(key, bytes, zeros, mode.IVSize());
        else
            mode.SetKey(key, bytes);
    }

    bool run(const uint8_t *iv, size_t iv_bytes, uint64_t block, const uint8_t *input,
             uint8_t *output, size_t bytes, uint8_t *) override {
        if (iv_bytes != 0)
            mode.Resynchronize(iv, static_cast<int>(iv_bytes));
        if (block != 0)
            mode.Seek(64 * block);
        mode.ProcessData(output, input, bytes);
        return true;
    }
};

struct Tagged : Peer {
    CMAC<AES> mac;

    void key(const uint8_t *key, size_t bytes) override { mac.SetKey(key, bytes); }

    bool run(const uint8_t *, size_t, uint64_t, const uint8_t *input, uint8_t *, size_t bytes,
             uint8_t *tag) override {
        mac.CalculateDigest(tag, input, bytes);
        return true;
    }
};

struct Sealing : Peer {
    GCM<AES>::Encryption mode;

    // Without an IV, which each message brings.
    void key(const uint8_t *key, size_t bytes) override {
        static const uint8_t zeros[12] = {};
        mode.SetKeyWithIV(key, bytes, zeros, sizeof zeros);
    }

    bool run(const uint8_t *iv, size_t iv_bytes, uint64_t, const uint8_t *input, uint8_t *output,
             size_t bytes, uint8_t *tag) override {
        mode.EncryptAndAuthenticate(output, tag, 16, iv, static_cast<int>(iv_bytes), nullptr, 0,
                                    input, bytes);
        return true;
    }
};

struct Opening : Peer {
    GCM<AES>::Decryption mode;

    void key(const uint8_t *key, size_t bytes) override {
        static const uint8_t zeros[12] = {};
        mode.SetKeyWithIV(key, bytes, zeros, sizeof zeros);
    }

    bool run(const uint8_t *iv, size_t iv_bytes, uint64_t, const uint8_t *input, uint8_t *output,
             size_t bytes, uint8_t *tag) override {
        return mode.DecryptAndVerify(output, tag, 16, iv, static_cast<int>(iv_bytes), nullptr, 0,
                                     input, bytes);
    }
};

template <class Cipher> Peer *ecb(const std::string &operation) {
    if (operation == "ecb")
        return new Plain<typename ECB_Mode<Cipher>::Encryption>;
    if (operation == "ecb-decrypt")
        return new Plain<typename ECB_Mode<Cipher>::Decryption>;
    return nullptr;
}

template <class Cipher> Peer *ecb_and_ctr(const std::string &operation) {
    if (operation == "ctr")
        return new Plain<typename CTR_Mode<Cipher>::Encryption>;
    return ecb<Cipher>(operation);
}

Peer *aes(const std::string &operation) {
    if (operation == "cbc")
        return new Plain<CBC_Mode<AES>::Encryption>;
    if (operation == "cbc-decrypt")
        return new Plain<CBC_Mode<AES>::Decryption>;
    if (operation == "cmac")
        return new Tagged;
    if (operation == "gcm")
        return new Sealing;
    if (operation == "gcm-decrypt")
        return new Opening;
    return ecb_and_ctr<AES>(operation);
}

Peer *made(const std::string &family, const std::string &operation) {
    if (family == "aes")
        return aes(operation);
    if (family == "speck64")
        return ecb<SPECK64>(operation);
    if (family == "speck128")
        return ecb<SPECK128>(operation);
    if (family == "simon64")
        return ecb<SIMON64>(operation);
    if (family == "simon128")
        return ecb<SIMON128>(operation);
    if (family == "simeck32")
        return ecb_and_ctr<SIMECK32>(operation);
    if (family == "simeck64")
        return ecb_and_ctr<SIMECK64>(operation);
    if (family == "chacha20" && operation == "encrypt")
        return new Plain<ChaChaTLS::Encryption>;
    return nullptr;
}

} // namespace

// The version of the library that is linked, such as 870.
extern "C" int peer_cryptopp_version() { return LibraryVersion(); }

// Null where there is no such operation.
extern "C" Peer *peer_cryptopp_new(const char *family, const char *operation) {
    try {
        return made(family, operation);
    } catch (...) {
        return nullptr;
    }
}

extern "C" void peer_cryptopp_free(Peer *peer) { delete peer; }

extern "C" bool peer_cryptopp_key(Peer *peer, const uint8_t *key, size_t bytes) {
    try {
        peer->key(key, bytes);
        return true;
    } catch (...) {
        return false;
    }
}

extern "C" bool peer_cryptopp_run(Peer *peer, const uint8_t *iv, size_t iv_bytes, uint64_t block,
                                  const uint8_t *input, uint8_t *output, size_t bytes,
                                  uint8_t *tag) {
    try {
        return peer->run(iv, iv_bytes, block, input, output, bytes, tag);
    } catch (...) {
        return false;
    }
}
