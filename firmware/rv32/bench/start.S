/* Entry and the measuring stubs. The stubs keep everything they need in registers that the
 * ABI preserves, so that between the two readings there is one call and nothing else. */

        .section .text.start, "ax"
        .globl  _start
_start:
#ifdef LC_START_RV64
        j       lc_boot
        .globl  lc_started
lc_started:
#endif
        la      sp, lc_stack_top
        la      t0, lc_bss_start
        la      t1, lc_bss_end
1:      bgeu    t0, t1, 2f
        sw      zero, 0(t0)
        addi    t0, t0, 4
        j       1b
2:
#ifdef LC_COPY_DATA
        la      t0, lc_data_start
        la      t1, lc_data_end
        la      t2, lc_data_load
3:      bgeu    t0, t1, 4f
        lw      t3, 0(t2)
        sw      t3, 0(t0)
        addi    t0, t0, 4
        addi    t2, t2, 4
        j       3b
4:
#endif
        call    main
        mv      a1, a0
        j       lc_exit

#ifdef LC_SUPERVISOR
#define CYCLE   cycle
#define INSTRET instret
#else
#define CYCLE   mcycle
#define INSTRET minstret
#endif

/* The middle of the frame of every stub: fn in s0, arguments from a1[0..5]. */
        .macro  lc_load_args
        mv      s0, a0
        lw      a0, 0(a1)
        lw      a2, 8(a1)
        lw      a3, 12(a1)
        lw      a4, 16(a1)
        lw      a5, 20(a1)
        lw      a1, 4(a1)
        .endm

        .macro  lc_enter
        addi    sp, sp, -32
        sw      ra, 28(sp)
        sw      s0, 24(sp)
        sw      s1, 20(sp)
        sw      s2, 16(sp)
        .endm

        .macro  lc_leave
        lw      ra, 28(sp)
        lw      s0, 24(sp)
        lw      s1, 20(sp)
        lw      s2, 16(sp)
        addi    sp, sp, 32
        ret
        .endm

/* uint32_t name(fn, const uint32_t args[6]): what a counter rose by over one call; the caller
 * takes off what an empty function costs. */
        .section .text.lc_stub, "ax"
        .macro  lc_measure name, csr, calls
        .balign 16
        .globl  \name
\name:
        lc_enter
        mv      s2, a1
        .if     \calls > 1
        lc_load_args
        jalr    s0
        mv      a0, s0
        mv      a1, s2
        .endif
        lc_load_args
        csrr    s1, \csr
        jalr    s0
        csrr    a0, \csr
        sub     a0, a0, s1
        lc_leave
        .endm

/* Warm: the second of two calls in a row. Cold: the only one. */
        lc_measure lc_cycles, CYCLE, 2
        lc_measure lc_cycles_cold, CYCLE, 1
        lc_measure lc_instructions, INSTRET, 1

/* uint32_t lc_stack_bytes(fn, args): paints 2 KiB below the stack pointer, calls, and looks
 * how deep the paint was disturbed. */
        .globl  lc_stack_bytes
lc_stack_bytes:
        lc_enter
        li      t1, 2048
        sub     s1, sp, t1
        li      t2, 0x5A5A5A5
        mv      t0, s1
1:      sw      t2, 0(t0)
        addi    t0, t0, 4
        bne     t0, sp, 1b
        lc_load_args
        jalr    s0
        li      t2, 0x5A5A5A5
1:      lw      t3, 0(s1)
        bne     t3, t2, 2f
        addi    s1, s1, 4
        bne     s1, sp, 1b
2:      sub     a0, sp, s1
        lc_leave

        .globl  lc_nothing
lc_nothing:
        ret

/* uint32_t lc_abi(fn, args): calls with marked callee-saved registers, and returns a bit for
 * each of s0..s11, gp, tp, sp that came back changed. */
        .globl  lc_abi
lc_abi:
        addi    sp, sp, -64
        sw      ra, 60(sp)
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        sw      s\n, 4*\n(sp)
        .endr
        sw      gp, 48(sp)
        sw      tp, 52(sp)
        mv      t0, a0
        la      t1, lc_abi_sp
        sw      sp, 0(t1)
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        li      s\n, 1234567 + \n
        .endr
        lw      a0, 0(a1)
        lw      a2, 8(a1)
        lw      a3, 12(a1)
        lw      a4, 16(a1)
        lw      a5, 20(a1)
        lw      a1, 4(a1)
        jalr    t0
        li      a0, 0
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        li      t0, 1234567 + \n
        xor     t0, t0, s\n
        snez    t0, t0
        slli    t0, t0, \n
        or      a0, a0, t0
        .endr
        la      t1, lc_abi_sp
        lw      t1, 0(t1)
        xor     t0, t1, sp
        snez    t0, t0
        slli    t0, t0, 14
        or      a0, a0, t0
        mv      sp, t1
        lw      t0, 48(sp)
        xor     t0, t0, gp
        snez    t0, t0
        slli    t0, t0, 12
        or      a0, a0, t0
        lw      t0, 52(sp)
        xor     t0, t0, tp
        snez    t0, t0
        slli    t0, t0, 13
        or      a0, a0, t0
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11
        lw      s\n, 4*\n(sp)
        .endr
        lw      ra, 60(sp)
        addi    sp, sp, 64
        ret

/* void lc_flush(const void *region, uint32_t bytes): instruction cache by fence.i, data
 * cache by reading a region that displaces all of it. */
        .globl  lc_flush
lc_flush:
        add     a1, a1, a0
1:      bgeu    a0, a1, 2f
        lw      t0, 0(a0)
        addi    a0, a0, 16
        j       1b
2:      fence.i
        ret

#if defined(LC_SIFIVE_E)
        .globl  lc_putc
lc_putc:
        li      t0, 0x10013000
1:      lw      t1, 0(t0)
        bltz    t1, 1b
        sw      a0, 0(t0)
        ret
/* Semihosting SYS_EXIT_EXTENDED; the three instructions must be uncompressed and adjacent. */
lc_exit:
        la      t0, lc_exit_block
        sw      a1, 4(t0)
        li      t1, 0x20026
        sw      t1, 0(t0)
        mv      a1, t0
        li      a0, 0x20
        .balign 16
        .option push
        .option norvc
        slli    zero, zero, 0x1f
        ebreak
        srai    zero, zero, 7
        .option pop
1:      j       1b
        .section .bss
        .balign 8
lc_exit_block:
        .space  8
#else
        .globl  lc_putc
lc_putc:
        li      t0, LC_PORT
        sw      a0, 0(t0)
        ret
lc_exit:
        li      t0, LC_PORT
        sw      a1, 4(t0)
1:      j       1b
#endif
        .section .bss
        .balign 4
lc_abi_sp:
        .space  4
