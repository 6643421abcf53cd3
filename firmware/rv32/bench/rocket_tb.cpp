// One Rocket core (LitexFullConfig). 1 MiB of RAM at 0x80000000 on the memory port, the same RAM
// seen from 0x10000000 on the I/O port, where the core's boot ROM jumps to; a byte-wide output port
// at 0x12000000 and an exit port at 0x12000004. Both ports answer one request at a time, a beat a
// cycle.
#include "VExampleRocketSystem.h"
#include "verilated.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static std::vector<uint64_t> ram(1 << 17);
static int exit_code = -1;

double sc_time_stamp() { return 0; }

static uint64_t load(uint32_t a) {
    if (a >= 0x12000000 && a < 0x12001000) return 0;
    return ram[(a & 0xfffff) >> 3];
}

static void store(uint32_t a, uint64_t v, uint8_t strobe) {
    if (a >= 0x12000000 && a < 0x12001000) {
        if (strobe & 0x0f) putchar(v & 255);
        if (strobe & 0xf0) exit_code = v >> 32 & 255;
        return;
    }
    for (int i = 0; i < 8; i++)
        if (strobe >> i & 1) memcpy((uint8_t *)&ram[(a & 0xfffff) >> 3] + i, (uint8_t *)&v + i, 1);
}

// The slave's state: one read burst and one write burst at a time.
struct Port {
    bool reading = false, writing = false, answering = false;
    uint32_t raddr, waddr, rleft;
    uint8_t rid, wid, rsize, wsize;
};

#define DRIVE(p, t)                                                                                \
    t##_ar_ready = !p.reading;                                                                     \
    t##_aw_ready = !p.writing && !p.answering;                                                     \
    t##_w_ready = p.writing;                                                                       \
    t##_r_valid = p.reading;                                                                       \
    t##_r_bits_id = p.rid;                                                                         \
    t##_r_bits_resp = 0;                                                                           \
    t##_r_bits_last = p.rleft == 0;                                                                \
    t##_r_bits_data = p.reading ? load(p.raddr) : 0;                                               \
    t##_b_valid = p.answering;                                                                     \
    t##_b_bits_id = p.wid;                                                                         \
    t##_b_bits_resp = 0;

// What passes at the coming clock edge.
#define STEP(p, t)                                                                                 \
    {                                                                                              \
        bool ar = t##_ar_ready && t##_ar_valid, aw = t##_aw_ready && t##_aw_valid;                 \
        bool r = t##_r_valid && t##_r_ready, w = t##_w_ready && t##_w_valid;                       \
        bool b = t##_b_valid && t##_b_ready;                                                       \
        if (r) {                                                                                   \
            if (p.rleft-- == 0) p.reading = false, p.rleft = 0;                                    \
            p.raddr = (p.raddr & ~((1u << p.rsize) - 1)) + (1u << p.rsize);                        \
        }                                                                                          \
        if (ar)                                                                                    \
            p.reading = true, p.raddr = t##_ar_bits_addr, p.rleft = t##_ar_bits_len,               \
            p.rid = t##_ar_bits_id, p.rsize = t##_ar_bits_size;                                    \
        if (w) {                                                                                   \
            store(p.waddr, t##_w_bits_data, t##_w_bits_strb);                                      \
            p.waddr = (p.waddr & ~((1u << p.wsize) - 1)) + (1u << p.wsize);                        \
            if (t##_w_bits_last) p.writing = false, p.answering = true;                            \
        }                                                                                          \
        if (aw)                                                                                    \
            p.writing = true, p.waddr = t##_aw_bits_addr, p.wid = t##_aw_bits_id,                  \
            p.wsize = t##_aw_bits_size;                                                            \
        if (b) p.answering = false;                                                                \
    }

int main(int argc, char **argv) {
    if (argc < 2) return fprintf(stderr, "usage: %s IMAGE [CYCLES]\n", argv[0]), 2;
    FILE *f = fopen(argv[1], "rb");
    if (!f || !fread(ram.data(), 1, ram.size() * 8, f)) return fprintf(stderr, "no image\n"), 2;
    fclose(f);
    uint64_t limit = argc > 2 ? strtoull(argv[2], nullptr, 0) : 100000000;
    VExampleRocketSystem top;
    Port mem, io;
    memset(&mem, 0, sizeof mem);
    memset(&io, 0, sizeof io);
    top.interrupts = 0;
    top.resetctrl_hartIsInReset_0 = 0;
    top.debug_clockeddmi_dmi_req_valid = 0;
    top.debug_clockeddmi_dmi_resp_ready = 1;
    top.debug_dmactiveAck = 0;
    top.l2_frontend_bus_axi4_0_aw_valid = top.l2_frontend_bus_axi4_0_w_valid = 0;
    top.l2_frontend_bus_axi4_0_ar_valid = 0;
    top.l2_frontend_bus_axi4_0_b_ready = top.l2_frontend_bus_axi4_0_r_ready = 1;
    for (uint64_t cycle = 0; cycle < limit; cycle++) {
        top.reset = top.debug_reset = top.debug_clockeddmi_dmiReset = cycle < 20;
        top.clock = top.debug_clock = top.debug_clockeddmi_dmiClock = 0;
        DRIVE(mem, top.mem_axi4_0)
        DRIVE(io, top.mmio_axi4_0)
        top.eval();
        if (cycle >= 20) {
            STEP(mem, top.mem_axi4_0)
            STEP(io, top.mmio_axi4_0)
        }
        top.clock = top.debug_clock = top.debug_clockeddmi_dmiClock = 1;
        top.eval();
        if (exit_code >= 0) {
            fflush(stdout);
            return exit_code;
        }
    }
    fprintf(stderr, "cycle limit\n");
    return 3;
}
