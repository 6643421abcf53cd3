#!/usr/bin/env python3
"""What `lanecrypt encrypt` and `decrypt` do at a terminal: prompts for passphrases, and the progress bar.

    python3 crates/lanecrypt-cli/tests/terminal.py target/release/lanecrypt

Runs the program in pseudo-terminals, so it needs a Unix system; nothing else.
"""

import os
import pty
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHEAP = ("--argon2", "1024,1,1")
SECRET = "a long passphrase"


def at_terminal(program, *arguments, answers=(), output=None):
    """Runs the program at a terminal and answers each prompt. Returns the status and what the terminal showed."""
    process, terminal = pty.fork()
    if process == 0:
        if output is not None:
            os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT, 0o600), 1)
        os.execv(program, [program, *arguments])
    shown, waiting, end = b"", list(answers), time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
        if waiting and shown.endswith(waiting[0][0].encode()):
            # The echo is off before the prompt is there, or the answer would show below.
            os.write(terminal, waiting.pop(0)[1].encode() + b"\n")
    assert not waiting, f"the prompt {waiting[0][0]!r} did not come: {shown!r}"
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), shown.decode()


def prompts(program):
    Path("letter").write_bytes(b"a letter")
    both = [("Passphrase: ", SECRET), ("Again: ", SECRET)]
    status, shown = at_terminal(program, "encrypt", "-p", *CHEAP, "letter", answers=both)
    assert status == 0 and SECRET not in shown, shown
    assert Path("letter.lane").read_bytes()[:8] == b"LANEFILE"

    Path("letter").unlink()
    # The file says that it wants a passphrase, which is asked for once.
    status, shown = at_terminal(program, "decrypt", "letter.lane", answers=[("Passphrase: ", SECRET)])
    assert status == 0 and SECRET not in shown and "Again" not in shown, shown
    assert Path("letter").read_bytes() == b"a letter"

    Path("letter").unlink()
    status, shown = at_terminal(program, "decrypt", "letter.lane", answers=[("Passphrase: ", "another")])
    assert status == 1 and "the key, the passphrase, the context or the start of the file is wrong" in shown, shown
    assert not Path("letter").exists()

    Path("letter").write_bytes(b"a letter")
    for answers, sentence in [([("Passphrase: ", SECRET), ("Again: ", "another")], "the passphrases differ"),
                              ([("Passphrase: ", ""), ("Again: ", "")], "the passphrase is empty")]:
        status, shown = at_terminal(program, "encrypt", "-p", *CHEAP, "-o", "other", "letter", answers=answers)
        assert status != 0 and sentence in shown and not Path("other").exists(), shown
    # Without a terminal there is nobody to ask.
    done = subprocess.run([program, "encrypt", "-p", *CHEAP, "-o", "other", "letter"], stdin=subprocess.DEVNULL,
                          capture_output=True, start_new_session=True, check=False)
    assert done.returncode != 0 and b"no passphrase" in done.stderr and not Path("other").exists(), done.stderr
    return 6


def bar(program):
    subprocess.run([program, "keygen", "key"], check=True)
    with open("large", "wb") as file:
        file.truncate(3 << 30)
    status, shown = at_terminal(program, "encrypt", "-k", "key", "large")
    assert status == 0 and "large" in shown and "/s" in shown and "GiB" in shown, shown[-500:]
    # A pipe gets no bar, and no other text.
    done = subprocess.run([program, "decrypt", "-k", "key", "--verify", "large.lane"], capture_output=True, check=True)
    assert done.stderr == b"" and b"\r" not in done.stdout, done
    # Data is not written to a terminal unless that is asked for.
    Path("small").write_bytes(bytes(1000))
    subprocess.run([program, "encrypt", "-k", "key", "small"], check=True)
    status, shown = at_terminal(program, "encrypt", "-k", "key", "-o", "-", "small")
    assert status != 0 and "terminal" in shown, shown
    status, shown = at_terminal(program, "decrypt", "-k", "key", "-o", "-", "small.lane", output="copy")
    assert status == 0 and Path("copy").read_bytes() == bytes(1000), shown
    return 4


def main(program):
    program = str(Path(program).resolve())
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        checked = prompts(program) + bar(program)
        os.chdir("/")
    print(f"{checked} dialogues at a terminal are as they should be")


if __name__ == "__main__":
    main(sys.argv[1])
