"""The command line, with its libraries loaded once and everything else anew for every run."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Each request is a run of ``python -m verify`` in a child of its own, which knows nothing of the
# user's modules, data files and installed versions.
SERVER = """
import contextlib, io, json, os, sys
import verify.judgement.judge, verify.report
from verify import __main__
from verify.ledger import sources
from verify.methods import boxes, decide, decompose, enumerate, induct, reduce, words
import flint, sympy, z3

for path in sources.files("verify.judgement.judge"):
    pass
# Bytecode that is as old as an edit, to the second, is taken for that of the edited file.
sys.dont_write_bytecode = True
print("ready", flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if os.fork() == 0:
        os.chdir(request["folder"])
        errors = io.StringIO()
        with open("out.txt", "w") as out:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
                try:
                    status = __main__.main(request["arguments"])
                except SystemExit as stop:
                    status = stop.code
        answer = {"status": status, "errors": errors.getvalue()}
        with open("answer.json", "w") as out:
            json.dump(answer, out)
        os._exit(0)
    os.wait()
    print("done", flush=True)
"""
Verify = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def verify() -> Iterator[Verify]:
    """``verify(folder, *arguments)``: exit status, standard output and errors of the command."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER],
        env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin
        assert server.stdout
        assert server.stdout.readline() == "ready\n"

        def run(folder: Path, *arguments: str) -> dict[str, Any]:
            assert server.stdin
            assert server.stdout
            request = {"folder": str(folder), "arguments": list(arguments)}
            print(json.dumps(request), file=server.stdin, flush=True)
            assert server.stdout.readline() == "done\n"
            answer: dict[str, Any] = json.loads((folder / "answer.json").read_text())
            return answer | {"out": (folder / "out.txt").read_text()}

        yield run
        server.stdin.close()
        server.wait()
