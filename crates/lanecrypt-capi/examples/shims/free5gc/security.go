// Package security has the functions of free5GC's nas/security for 128-NEA1 to 128-NEA3 and 128-NIA1 to
// 128-NIA3, made of Lanecrypt. Lengths are in bits where they are given. Results are copies.
package security

// #cgo pkg-config: lanecrypt
// #include <lanecrypt.h>
import "C"

import (
	"errors"
	"unsafe"
)

func address(bytes []byte) *C.uint8_t {
	if len(bytes) == 0 {
		return nil
	}
	return (*C.uint8_t)(unsafe.Pointer(&bytes[0]))
}

func result(status C.lc_status) error {
	if status == C.LC_DONE {
		return nil
	}
	return errors.New("lanecrypt: " + C.GoString(C.lc_strerror(status)))
}

// bits returns an error if a message has fewer bits than are asked for.
func bits(message []byte, length uint64) error {
	if length > 8*uint64(len(message)) {
		return result(C.LC_E_BIT_LENGTH)
	}
	if length > 0xffffffff {
		return result(C.LC_E_TOO_LONG)
	}
	return nil
}

func encrypt(algorithm C.uint32_t, key [16]byte, count uint32, bearer, direction uint8, ibs []byte,
	length uint64,
) ([]byte, error) {
	if err := bits(ibs, length); err != nil {
		return nil, err
	}
	obs := make([]byte, len(ibs))
	err := result(C.lc_nea(algorithm, address(key[:]), C.uint32_t(count), C.uint8_t(bearer),
		C.uint8_t(direction), address(ibs), address(obs), C.uint32_t(length)))
	if err != nil {
		return nil, err
	}
	return obs, nil
}

func authenticate(algorithm C.uint32_t, key [16]byte, count uint32, bearer, direction uint8, msg []byte,
	length uint64,
) ([]byte, error) {
	if err := bits(msg, length); err != nil {
		return nil, err
	}
	mac := make([]byte, 4)
	err := result(C.lc_nia(algorithm, address(key[:]), C.uint32_t(count), C.uint8_t(bearer),
		C.uint8_t(direction), address(msg), C.uint32_t(length), address(mac)))
	if err != nil {
		return nil, err
	}
	return mac, nil
}

// small makes a number that does not fit one that is refused.
func small(number uint32) uint8 {
	if number > 255 {
		return 255
	}
	return uint8(number)
}

// NEA1 encrypts or decrypts the first length bits with SNOW 3G.
func NEA1(ck [16]byte, countC, bearer, direction uint32, ibs []byte, length uint32) (obs []byte, err error) {
	return encrypt(1, ck, countC, small(bearer), small(direction), ibs, uint64(length))
}

// NIA1 returns the four bytes of the MAC of the first length bits by SNOW 3G.
func NIA1(ik [16]byte, countI uint32, bearer byte, direction uint32, msg []byte, length uint64) (
	mac []byte, err error,
) {
	return authenticate(1, ik, countI, bearer, small(direction), msg, length)
}

// NEA2 encrypts or decrypts with AES-128 in counter mode.
func NEA2(key [16]byte, count uint32, bearer uint8, direction uint8, ibs []byte) (obs []byte, err error) {
	return encrypt(2, key, count, bearer, direction, ibs, 8*uint64(len(ibs)))
}

// NEA3 encrypts or decrypts the first length bits with ZUC.
func NEA3(ck [16]byte, count uint32, bearer uint8, direction uint8, ibs []byte, length uint32,
) (obs []byte, err error) {
	return encrypt(3, ck, count, bearer, direction, ibs, uint64(length))
}

// NIA2 returns the four bytes of the MAC by AES-128-CMAC.
func NIA2(key [16]byte, count uint32, bearer uint8, direction uint8, msg []byte) (mac []byte, err error) {
	return authenticate(2, key, count, bearer, direction, msg, 8*uint64(len(msg)))
}

// NIA3 returns the four bytes of the MAC of the first length bits by ZUC.
func NIA3(ik [16]byte, count uint32, bearer uint8, direction uint8, msg []byte, length uint32,
) (mac []byte, err error) {
	return authenticate(3, ik, count, bearer, direction, msg, uint64(length))
}
