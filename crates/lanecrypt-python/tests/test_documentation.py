"""The examples in docstrings and in the documentation, and what docstrings and stubs have to have."""

import doctest
import os
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

import lanecrypt
from lanecrypt import cells, chunked, spark, threegpp

CRATE = Path(__file__).resolve().parents[1]


def documented():
    """Every public object, and every method of the classes."""
    for module in (lanecrypt, cells, chunked, spark, threegpp):
        for name in module.__all__:
            value = getattr(module, name)
            if name == "__version__" or isinstance(value, (int, dict)):
                continue
            yield f"{module.__name__}.{name}", value
            if isinstance(value, type):
                for attribute, member in vars(value).items():
                    kinds = (types.MethodDescriptorType, types.GetSetDescriptorType, types.BuiltinFunctionType,
                             classmethod, staticmethod, types.ClassMethodDescriptorType, types.FunctionType, property)
                    if not attribute.startswith("_") and isinstance(member, kinds):
                        yield f"{module.__name__}.{name}.{attribute}", member


def test_everything_is_documented():
    objects = dict(documented())
    assert len(objects) > 70
    assert [name for name, value in objects.items() if not (value.__doc__ or "").strip()] == []


def test_examples_of_docstrings():
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for name, value in documented():
        runner.run(parser.get_doctest(value.__doc__ or "", {}, name, None, 0))
    result = runner.summarize()
    assert result.failed == 0
    assert result.attempted > 50


def test_examples_of_the_guide():
    text = (CRATE.parents[1] / "docs" / "python.md").read_text() + (CRATE / "README.md").read_text()
    examples = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(examples) > 8
    for example in examples:
        exec(compile(example, "docs/python.md", "exec"), {})


@pytest.mark.parametrize("checker", [
    ["mypy.stubtest", "lanecrypt", "--ignore-missing-stub", "--mypy-config-file", "pyproject.toml"],
    ["mypy", "--strict", "tests/typed.py"],
    ["pyright", "--warnings", "tests/typed.py"],
    ["pyright", "--verifytypes", "lanecrypt", "--ignoreexternal"],
])
def test_stubs(checker):
    # pyright looks at the packages of the first Python on the path.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run([sys.executable, "-m", *checker], cwd=CRATE, env={**os.environ, "PATH": path},
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
