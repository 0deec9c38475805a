"""``python -m benchmarks.speed.costs``: what each cell of the ledger costs, in seconds of CPU.

Cells are the claims and the runs that several claims share. The seconds are those of the process
that works on a cell, without its start and the import of modules, so that they depend little on
what else the machine does. Writes ``verify/ledger/costs.json``, by which claims are shared out.
"""

import argparse
import importlib
import os
import sys
import time
from collections.abc import Sequence

from dptheory.processes import in_processes
from verify.judgement.judge import run_claim
from verify.ledger import costs, proofs
from verify.ledger.collection import project
from verify.ledger.selection import all_entries, entries_of
from verify.methods.context import Context
from verify.methods.kept import Kept
from verify.methods.search.known import Known


def claim(claim_id: str, module: str) -> tuple[str, float]:
    """Check a claim as it is checked the first time, its shared runs and stored proofs at hand."""
    (entry,) = [e for e in entries_of(module) if e.claim.id == claim_id]
    stored = proofs.place(entry)
    known, kept = (Known({}), Kept()) if stored is None else proofs.read(stored)
    start = time.process_time()
    run_claim(entry.claim, Context(), known, kept)
    return claim_id, time.process_time() - start


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed.costs", description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    for paper in project().papers:
        for name in paper.shared:
            importlib.import_module(name).prepare(options.jobs)
    entries = all_entries()
    work = [(claim, (e.claim.id, e.module)) for e in entries]
    found = {}
    for claim_id, seconds in in_processes(work, options.jobs, ordered=False):
        found[claim_id] = seconds
        print(f"{seconds:8.2f} {claim_id}", flush=True)
    costs.write({e.claim.id: found[e.claim.id] for e in entries})
    return 0


if __name__ == "__main__":
    sys.exit(main())
