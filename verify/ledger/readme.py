"""The findings of README.md: the first one of each paper, between two marks."""

from collections.abc import Mapping, Sequence

from verify.judgement.record import ClaimRecord
from verify.judgement.verdict import FAILING, Verdict
from verify.ledger.page import anchor, papers_of
from verify.ledger.words import Words

BEGIN, END = "<!-- findings, by python -m verify -->", "<!-- end of findings -->"


def findings(
    records: Sequence[ClaimRecord],
    titles: Mapping[str, str],
    first: Mapping[str, Sequence[str]],
    words: Mapping[str, Words],
) -> str:
    """A line a paper: how many of its claims fail, and its first finding."""
    lines = []
    for slug, rows in papers_of(records).items():
        chosen = [r for name in first.get(slug, ()) for r in rows if r.id == name and name in words]
        if not chosen:
            continue
        top = chosen[0]
        fail = [r.verdict for r in rows if r.verdict in FAILING and not r.ours]
        empty = fail.count(Verdict.VACUOUS.value)
        say_nothing = f" ({empty} of them: empty at the paper's own settings)" if empty else ""
        count = f"{len(fail)} of which fail as printed{say_nothing}"
        lines += [
            f"- **{titles[slug]}**: {len(rows)} claims, {count}.",
            f"  [`{top.id}`](docs/ledger/{slug}.md#{anchor(top)}) {words[top.id].meaning}",
        ]
    return "\n".join(lines) + "\n"


def renewed(text: str, shown: str) -> str:
    """A page with its findings put anew; the page itself where it has no place for them."""
    before, mark, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (mark and end):
        return text
    return f"{before}{BEGIN}\n\n{shown}\n{END}{after}"
