"""256-NEA6, the ZUC of the 256-bit suite of 3GPP: the register is a list of numbers modulo 2^31 - 1, the words of
the bit reorganisation are strings of bits, and both S-boxes are made of what they are defined by."""

TARGET = "zuc_nea6"

P = 2**31 - 1

CONSTANTS = bytes.fromhex("64437b2a110551421a31186614 2e015c".replace(" ", ""))


def s0_table():
    """Three tables of four bits in a Feistel network, and a rotation by 5."""
    p1, p2, p3 = ([int(digit, 16) for digit in row] for row in (
        "9f0eff2a040c7539", "8d6570c4b1ea f392".replace(" ", ""), "26a60daf33d509cd"))
    table = []
    for byte in range(256):
        high, low = divmod(byte, 16)
        high ^= p1[low]
        low ^= p2[high]
        high ^= p3[low]
        joined = 16 * high + low
        table.append(joined * 32 % 256 + joined // 8)
    return table


def s1_table():
    """The inverse in GF(2^8) modulo x^8 + x^7 + x^3 + x + 1, a matrix, and 0x55."""
    def product(a, b):
        result = 0
        for bit in range(8):
            if b >> bit & 1:
                result ^= a << bit
        for bit in range(14, 7, -1):
            if result >> bit & 1:
                result ^= 0x18B << bit - 8
        return result

    matrix = ["10110111", "11011011", "11101101", "01111110", "11000111", "01101011", "00111101", "10011110"]
    inverse = [0] * 256
    for a in range(1, 256):
        inverse[a] = next(b for b in range(1, 256) if product(a, b) == 1)
    table = []
    for byte in range(256):
        result = 0
        for row, text in enumerate(matrix):
            bits = [int(digit) * (inverse[byte] >> column & 1) for column, digit in enumerate(text)]
            result += sum(bits) % 2 << row
        table.append(result ^ 0x55)
    return table


S0, S1 = s0_table(), s1_table()


def turn(word, by):
    text = format(word, "032b")
    return int(text[by:] + text[:by], 2)


def s(word):
    parts = word.to_bytes(4, "big")
    return int.from_bytes(bytes([S0[parts[0]], S1[parts[1]], S0[parts[2]], S1[parts[3]]]), "big")


class Zuc:
    def __init__(self, key, iv):
        def cell(a, d, b, c):
            return (a * 2**23 + d * 2**16 + b * 2**8 + c) % P

        d = CONSTANTS
        self.cells = [cell(key[i], d[i], key[16 + i], key[24 + i]) for i in range(7)]
        self.cells += [cell(key[7 + i], d[7 + i], iv[i], iv[8 + i]) for i in range(8)]
        self.cells.append(cell(key[15], d[15], key[23], key[31]))
        self.r1 = self.r2 = 0
        for _ in range(48):
            self.step(self.word()[0] // 2)
        self.word()
        self.step(0)

    def step(self, added):
        weights = {15: 2**15, 13: 2**17, 10: 2**21, 4: 2**20, 0: 1 + 2**8}
        new = sum(weight * self.cells[at] for at, weight in weights.items()) + added
        # Zero is written as 2^31 - 1; see `bits`.
        self.cells = self.cells[1:] + [new % P]

    def bits(self, at):
        return format(self.cells[at] or P, "031b")

    def word(self):
        """The output of F, and the word X3."""
        def joined(upper, lower):
            return int(upper + lower, 2)

        high, low = (lambda at: self.bits(at)[:16]), (lambda at: self.bits(at)[-16:])
        x0, x1 = joined(high(15), low(14)), joined(low(11), high(9))
        x2, x3 = joined(low(7), high(5)), joined(low(2), high(0))
        output = ((x0 ^ self.r1) + self.r2) % 2**32
        w1, w2 = format((self.r1 + x1) % 2**32, "032b"), format(self.r2 ^ x2, "032b")
        u, v = joined(w1[16:], w2[:16]), joined(w2[16:], w1[:16])
        self.r1 = s(u ^ turn(u, 2) ^ turn(u, 10) ^ turn(u, 18) ^ turn(u, 24))
        self.r2 = s(v ^ turn(v, 8) ^ turn(v, 14) ^ turn(v, 22) ^ turn(v, 30))
        return output, x3

    def keystream(self, length):
        out = b""
        while len(out) < length:
            output, x3 = self.word()
            out += (output ^ x3).to_bytes(4, "big")
            self.step(0)
        return out[:length]


def encrypt(key, iv, message):
    return bytes(a ^ b for a, b in zip(message, Zuc(key, iv).keystream(len(message))))
