"""A record of a claim stands only with lemmas that may be cited."""

from dataclasses import replace

import pytest
from verification.notation import V

from verify.judgement.judge import is_record_of, run_claim
from verify.judgement.record import StepRecord
from verify.language import claim, lemma, says
from verify.ledger import sections
from verify.methods.context import Context
from verify.methods.derive import Derive, chain, shown, substitute
from verify.site import pages

SMALL = lemma("test/small", says(V.y**2 <= V.y))
CLAIM = claim(
    "test/one",
    "here",
    "a test",
    says(V.y**2 <= 1, by=Derive(chain(substitute(SMALL, {}), shown(V.y <= 1)))),
)
RECORD = run_claim(CLAIM, Context("quick"))


def test_a_page_says_a_lemma_where_the_claims_that_cite_it_lead() -> None:
    page = sections.render([RECORD], "A paper", {})
    assert "- Rests on [`test/small`](#lemma-test-small) (verified)." in page
    _, _, said = page.partition('<a id="lemma-test-small"></a>')
    assert said.startswith("\n\n- `test/small`: $y^2\\le y$")
    made = pages.claim(RECORD, pages.Ledger((RECORD,), {}, {}, {}))
    assert "<h2>Rests on</h2><ul><li><code>test/small</code> (verified): <math " in made


@pytest.mark.parametrize(
    ("strength", "words", "stands"),
    [
        ("verified", "", True),
        ("argued", "it is", True),
        ("supported", "it is", True),
        ("supported", "", False),
        ("fails", "", False),
        ("inconclusive", "it is", False),
        ("certain", "", False),
    ],
)
def test_a_lemma_that_is_not_proved_undoes_a_record(
    strength: str, words: str, stands: bool
) -> None:
    assert RECORD.verdict == "verified"
    steps = (StepRecord(text=words, cites=()),) if words else ()
    (one,) = RECORD.lemmas
    changed = replace(RECORD, lemmas=(replace(one, strength=strength, steps=steps),))
    assert is_record_of(changed, CLAIM) is stands
