/* A plug-in of QEMU (user mode, interface version 1) that records what a program executes: the address of every
 * instruction and of every access to memory, in order, as a hash. Two recordings are the same if and only if, but for a
 * chance of 2^-64, the same instructions ran and read and wrote the same addresses.
 *
 *     qemu-aarch64 -d plugin -D /dev/null -plugin trace.so,out=FILE,watch=TEXT PROGRAM
 *
 * The program begins a recording with system call 0x4c54 and argument 1, and ends it with argument 0. QEMU knows no such
 * call and answers with an error. For each recording the file gets a line: its hash, how many instructions and accesses
 * it has, and the symbols with TEXT in their names whose code ran. QEMU reads symbols only where something is logged.
 * One thread of a program may record.
 *
 * Debian's QEMU has no header of this interface in a package, so what is used of it is declared here (QEMU 7.2,
 * include/qemu/qemu-plugin.h). */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
typedef struct qemu_info_t qemu_info_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint32_t qemu_plugin_meminfo_t;

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W, QEMU_PLUGIN_MEM_RW };

typedef void (*qemu_plugin_vcpu_udata_cb_t)(unsigned int, void *);
typedef void (*qemu_plugin_vcpu_mem_cb_t)(unsigned int, qemu_plugin_meminfo_t, uint64_t, void *);
typedef void (*qemu_plugin_vcpu_tb_trans_cb_t)(qemu_plugin_id_t, struct qemu_plugin_tb *);
typedef void (*qemu_plugin_vcpu_syscall_cb_t)(qemu_plugin_id_t, unsigned int, int64_t, uint64_t, uint64_t, uint64_t,
                                              uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, qemu_plugin_vcpu_tb_trans_cb_t);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, qemu_plugin_vcpu_udata_cb_t,
                                            enum qemu_plugin_cb_flags, void *);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *, qemu_plugin_vcpu_mem_cb_t, enum qemu_plugin_cb_flags,
                                      enum qemu_plugin_mem_rw, void *);
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t, qemu_plugin_vcpu_syscall_cb_t);

#define EXPORT __attribute__((visibility("default")))

EXPORT int qemu_plugin_version = 1;

enum { MARK = 0x4c54 };

static FILE *out;
static bool recording;
static uint64_t hash, instructions, accesses;

/* A function that is watched, and whether it ran in this recording. */
struct function {
    struct function *next;
    const char *symbol;
    bool ran;
};

static const char *watch;
static struct function *functions;

/* Every step is a bijection of the state, and of the value, so a difference stays. */
static void add(uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
}

static void executed(unsigned int processor, void *address)
{
    (void)processor;
    if (recording) {
        instructions++;
        add((uintptr_t)address);
    }
}

static void accessed(unsigned int processor, qemu_plugin_meminfo_t access, uint64_t address, void *unused)
{
    (void)processor;
    (void)unused;
    if (recording) {
        accesses++;
        add(address << 1 | qemu_plugin_mem_is_store(access));
    }
}

static void entered(unsigned int processor, void *function)
{
    (void)processor;
    if (recording)
        ((struct function *)function)->ran = true;
}

/* The function of a symbol, if it is watched. There are few, and each is looked for only when code is translated. */
static struct function *watched(const char *symbol)
{
    if (!watch || !symbol || !strstr(symbol, watch))
        return NULL;
    for (struct function *known = functions; known; known = known->next)
        if (strcmp(known->symbol, symbol) == 0)
            return known;
    struct function *function = calloc(1, sizeof *function);
    if (!function)
        abort();
    function->symbol = symbol;
    function->next = functions;
    return functions = function;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(block, 0);
    struct function *function = watched(qemu_plugin_insn_symbol(first));
    if (function)
        qemu_plugin_register_vcpu_insn_exec_cb(first, entered, QEMU_PLUGIN_CB_NO_REGS, function);
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        void *address = (void *)(uintptr_t)qemu_plugin_insn_vaddr(instruction);
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, executed, QEMU_PLUGIN_CB_NO_REGS, address);
        qemu_plugin_register_vcpu_mem_cb(instruction, accessed, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
    }
}

static void called(qemu_plugin_id_t id, unsigned int processor, int64_t number, uint64_t begins, uint64_t a2,
                   uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
    (void)id, (void)processor, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number != MARK)
        return;
    if (begins) {
        hash = instructions = accesses = 0;
        for (struct function *function = functions; function; function = function->next)
            function->ran = false;
    } else if (recording) {
        fprintf(out, "%016" PRIx64 " %" PRIu64 " %" PRIu64, hash, instructions, accesses);
        for (struct function *function = functions; function; function = function->next)
            if (function->ran)
                fprintf(out, " %s", function->symbol);
        fprintf(out, "\n");
        fflush(out);
    }
    recording = begins;
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int count, char **arguments)
{
    (void)info;
    for (int i = 0; i < count; i++)
        if (strncmp(arguments[i], "out=", 4) == 0)
            out = fopen(arguments[i] + 4, "w");
        else if (strncmp(arguments[i], "watch=", 6) == 0)
            watch = strdup(arguments[i] + 6);
    if (!out) {
        fprintf(stderr, "trace: out=FILE is missing, or cannot be written\n");
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
