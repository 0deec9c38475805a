"""What ``python -m verify`` prints on a terminal fits it, however narrow that is."""

import io

import pytest
from rich.console import Console

from verify.judgement.record import ClaimRecord
from verify.report import WIDE, shown

REASON = "x = 1/3 makes the left side 1.0052 and the right side 1 [at the edge] " * 4
RECORD = ClaimRecord(
    id="accelerated/prop-3.4-feasible-section-5", paper="accelerated", where="Section 5",
    title="a title", ours=False, verdict="corrected", extent="at the paper's settings",
    reason=REASON.strip(), strength="certified", tightness=1.41, repair="verified", instead=None,
    parts=(), notes=(), controls=(), needs_data=(), evidence=(), seconds=0.1,
)  # fmt: skip


def printed(width: int) -> list[str]:
    stream = io.StringIO()
    console = Console(file=stream, width=width)
    console.print(shown([RECORD, RECORD], width))
    return stream.getvalue().splitlines()


@pytest.mark.parametrize("width", [60, 80, 100, WIDE, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    lines = printed(width)
    assert all(len(line.rstrip()) <= width for line in lines)
    words = " ".join(" ".join(lines).split())
    assert words.count(RECORD.id) == 2
    assert words.count("corrected") == 2


def test_a_narrow_terminal_gives_the_reason_its_whole_width() -> None:
    lines = printed(80)
    # Two lines of head at most, and the reason on 76 characters.
    assert len(lines) <= 2 * (2 + len(RECORD.reason) // 70 + 1)
    assert " ".join(" ".join(lines).split()).count(RECORD.reason) == 2
