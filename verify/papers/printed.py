"""Numbers that a paper prints, for whoever reads no programs."""

import itertools
from collections.abc import Iterable
from typing import Any

from verify.formula.expression import Cells, lift
from verify.language import Formula, with_cells


def printed_entries(found: Formula, *ranges: Iterable[Any]) -> Formula:
    """A computation that looks up a printed table, with its entries.

    What is computed of a table is no entry: its cells are formulas of entries.

    Args:
        ranges: the values of each argument; the table has an entry for all of them.
    """
    places = tuple(itertools.product(*ranges))

    def cells() -> Cells:
        function = found.tree.value.function
        return {place: lift(function(*place)) for place in places}

    return with_cells(found, cells)
