/*
 * Rocket is a 64-bit core with RAM at 0x80000000. The firmware, translated from RV32 one instruction to
 * one, computes its addresses in 32 bits, so it must run below 2^31: this maps 0x40000000 onto the RAM,
 * the first gigabyte onto itself, and enters the firmware in supervisor mode.
 */
        .section .text.boot, "ax"
        .globl  lc_boot
lc_boot:
        li      t0, 0x800F0000          /* the page table: two pages of a gigabyte */
        li      t1, 0xCF
        sd      t1, 0(t0)
        li      t1, 0x200000CF
        sd      t1, 8(t0)
        srli    t0, t0, 12
        li      t1, 8
        slli    t1, t1, 60
        or      t0, t0, t1
        csrw    satp, t0
        sfence.vma
        li      t0, -1
        csrw    pmpaddr0, t0
        li      t0, 0x1F
        csrw    pmpcfg0, t0
        li      t0, 7
        csrw    mcounteren, t0
        lla     t0, lc_started          /* where the boot ROM sees it, */
        li      t1, 0x30000000
        add     t0, t0, t1              /* and where it is linked */
        csrw    mepc, t0
        li      t0, 0x1800
        csrc    mstatus, t0
        li      t0, 0x0800
        csrs    mstatus, t0
        mret
