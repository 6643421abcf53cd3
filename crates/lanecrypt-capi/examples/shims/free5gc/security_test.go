package security

import (
	"bytes"
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestKnownAnswers reads the lines that tests/c/answers.py writes from the file in ANSWERS.
func TestKnownAnswers(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("ANSWERS"))
	if err != nil {
		t.Fatal(err)
	}
	checked := map[string]int{}
	for _, line := range strings.Split(string(text), "\n") {
		f := strings.Split(line, "\t")
		if f[0] != "nea" && f[0] != "nia" {
			continue
		}
		number := func(field string) uint64 {
			value, err := strconv.ParseUint(strings.TrimPrefix(field, "-"), 16, 32)
			if err != nil && field != "-" {
				t.Fatal(err)
			}
			return value
		}
		var key [16]byte
		decode := func(field string) []byte {
			value, err := hex.DecodeString(strings.TrimPrefix(field, "-"))
			if err != nil {
				t.Fatal(err)
			}
			return value
		}
		copy(key[:], decode(f[2]))
		count, bearer, direction := uint32(number(f[3])), uint8(number(f[4])), uint8(number(f[5]))
		length, message, expected := uint32(number(f[6])), decode(f[7]), decode(f[8])
		var got []byte
		switch name := f[0] + f[1]; {
		case name == "nea1":
			got, err = NEA1(key, count, uint32(bearer), uint32(direction), message, length)
		case name == "nia1":
			got, err = NIA1(key, count, bearer, uint32(direction), message, uint64(length))
		case name == "nea2" && length%8 == 0:
			got, err = NEA2(key, count, bearer, direction, message[:length/8])
		case name == "nia2" && length%8 == 0:
			got, err = NIA2(key, count, bearer, direction, message[:length/8])
		case name == "nea3":
			got, err = NEA3(key, count, bearer, direction, message, length)
		case name == "nia3":
			got, err = NIA3(key, count, bearer, direction, message, length)
		default:
			continue
		}
		if err != nil {
			t.Fatal(f[9], err)
		}
		bytesOf := (int(length) + 7) / 8
		if f[0] == "nia" {
			bytesOf = 4
		}
		if !bytes.Equal(got[:bytesOf], expected[:bytesOf]) {
			t.Errorf("%s: %x, not %x", f[9], got, expected)
		}
		checked[f[0]+f[1]]++
	}
	t.Log(checked)
	if len(checked) != 6 || checked["nea1"] < 5 || checked["nia1"] < 5 || checked["nea3"] < 10 || checked["nia3"] < 15 {
		t.Error("too few known answers", checked)
	}
}

func TestRefused(t *testing.T) {
	if _, err := NEA3([16]byte{}, 0, 32, 0, []byte{1}, 8); err == nil {
		t.Error("a bearer of 32 is taken")
	}
	if _, err := NIA3([16]byte{}, 0, 0, 0, []byte{1}, 9); err == nil {
		t.Error("more bits than the message has are taken")
	}
}
