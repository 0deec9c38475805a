"""``python -m benchmarks.audits.idle_steps [SELECTOR ...]``: steps that a derivation does not need.

Of each derivation of the chosen claims and of the lemmas that they rest on every link is left out,
every leaf changed and every hypothesis of a lemma dropped, one at a time. Where the conclusion
stands all the same, the step is idle, and its line is printed.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from verify.judgement.proof_mutants import of_derivation
from verify.language.drafts import Draft
from verify.language.statement import Statement
from verify.ledger.selection import chosen
from verify.methods.context import Context
from verify.methods.derive import Derive

Named = tuple[str, Statement]


def derivations(selectors: Sequence[str]) -> Iterator[Named]:
    """The derived statements of the chosen claims and of their lemmas, each once, with a name."""
    seen: set[str] = set()
    for entry in chosen(selectors):
        claim = entry.claim
        drafts: list[tuple[str, Draft]] = [(claim.id, draft) for draft in claim.drafts]
        drafts += [(lemma.id, lemma.says) for lemma in claim.rests_on]
        for name, draft in drafts:
            statement = draft.build()
            if isinstance(statement.by, Derive) and statement.hash not in seen:
                seen.add(statement.hash)
                yield name, statement


def main() -> None:
    """Print a line for each idle step, and what was changed how often."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audits.idle_steps")
    parser.add_argument("selectors", nargs="*", metavar="SELECTOR")
    parser.add_argument("--hypotheses", action="store_true", help="drop the lemmas' hypotheses too")
    options = parser.parse_args()
    context = Context()
    counts: Counter[str] = Counter()
    start = time.perf_counter()
    for name, statement in derivations(options.selectors):
        counts["derivations"] += 1
        for mutant in of_derivation(statement.by):
            if mutant.searches and not options.hypotheses:
                continue
            idle = mutant.concludes(statement, context)
            counts["idle" if idle else "lost"] += 1
            if idle:
                print(f"{name} ({statement.hash}): {mutant.name}", flush=True)
    print(
        f"{counts['derivations']} derivations: of {counts['idle'] + counts['lost']} changes "
        f"{counts['lost']} lose the conclusion, {counts['idle']} do not; "
        f"{time.perf_counter() - start:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
