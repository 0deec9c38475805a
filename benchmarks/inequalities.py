"""Inequalities of the papers, with the sets that the papers quantify over.

Those of ``inequalities.toml``, which the first ledger proved with proofs written by hand; ``why``
names what its search boxes only implied.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Case:
    """One inequality.

    Attributes:
        name: the claim and what the inequality says there.
        sets: names and the set of each, as in ``n from 2; q [0, 1]; x, y real; a positive``.
        says: the inequality. given: its hypotheses.
        why: the reason for sets that are narrower than the signs.
    """

    name: str
    sets: str
    says: str
    given: tuple[str, ...] = ()
    why: str = ""


def _read() -> tuple[Case, ...]:
    table = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    rows = tomllib.loads(table)["case"]
    return tuple(Case(**row | {"given": tuple(row.get("given", ()))}) for row in rows)


CASES = _read()
