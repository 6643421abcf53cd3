// One VexRiscv core, 1 MiB of RAM at 0 that answers in the cycle it is asked, a byte-wide
// output port at 0xF0000000 and an exit port at 0xF0000004.
#include "VVexRiscv.h"
#include "verilated.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static std::vector<uint32_t> ram(1 << 18);

double sc_time_stamp() { return 0; }

int main(int argc, char **argv) {
    if (argc < 2) return fprintf(stderr, "usage: %s IMAGE [CYCLES]\n", argv[0]), 2;
    FILE *f = fopen(argv[1], "rb");
    if (!f || !fread(ram.data(), 1, ram.size() * 4, f)) return fprintf(stderr, "no image\n"), 2;
    fclose(f);
    uint64_t limit = argc > 2 ? strtoull(argv[2], nullptr, 0) : 100000000;
    VVexRiscv top;
    top.externalResetVector = 0;
    top.timerInterrupt = top.softwareInterrupt = 0;
    top.externalInterruptArray = 0;
    top.iBusWishbone_ERR = top.dBusWishbone_ERR = 0;
    for (uint64_t cycle = 0; cycle < limit; cycle++) {
        top.reset = cycle < 10;
        top.clk = 0;
        top.eval();
        top.iBusWishbone_ACK = top.iBusWishbone_CYC && top.iBusWishbone_STB;
        top.iBusWishbone_DAT_MISO = ram[top.iBusWishbone_ADR & (ram.size() - 1)];
        bool d = top.dBusWishbone_CYC && top.dBusWishbone_STB;
        top.dBusWishbone_ACK = d;
        top.dBusWishbone_DAT_MISO = ram[top.dBusWishbone_ADR & (ram.size() - 1)];
        if (d && top.dBusWishbone_WE && cycle >= 10) {
            uint32_t a = top.dBusWishbone_ADR, v = top.dBusWishbone_DAT_MOSI;
            if (a == 0x3C000000) {
                putchar(v & 255);
            } else if (a == 0x3C000001) {
                fflush(stdout);
                return v & 255;
            } else if (a < ram.size()) {
                uint32_t m = 0;
                for (int i = 0; i < 4; i++)
                    if (top.dBusWishbone_SEL >> i & 1) m |= 255u << 8 * i;
                ram[a] = (ram[a] & ~m) | (v & m);
            }
        }
        top.eval();
        top.clk = 1;
        top.eval();
    }
    fprintf(stderr, "cycle limit\n");
    return 3;
}
