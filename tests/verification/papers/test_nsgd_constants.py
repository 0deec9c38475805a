"""The families that refute a theorem are fixed in what its constants may depend on."""

import pytest

from verify.formula.expression import free_names, lift
from verify.judgement.exists import Escape
from verify.language import Claim
from verify.papers.nsgd.results.thm_3_2 import THM_3_2
from verify.papers.nsgd.results.thm_3_4 import THM_3_4

PROBLEM = ("tau0", "tau1", "L0", "L1")
CASES = (
    (THM_3_2, "C5", PROBLEM),
    (THM_3_2, "T5", ("noise", "d", *PROBLEM, "r")),
    (THM_3_4, "C9", PROBLEM),
    (THM_3_4, "T9", ("noise", "d", *PROBLEM, "c")),
)


@pytest.mark.parametrize(("said", "constant", "arguments"), CASES)
def test_a_constant_is_one_number_along_its_family(
    said: Claim, constant: str, arguments: tuple[str, ...]
) -> None:
    (draft,) = said.printed.values()
    statement = draft.build()
    assert constant in {s.name for s in statement.exists}
    assert isinstance(statement.by, Escape)
    for name in arguments:
        assert not free_names(lift(statement.by.family[name]))
