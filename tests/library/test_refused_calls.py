"""What the library's functions do not accept: each call is refused in one line.

The calls stand in the modules of ``refused_calls``, one a package, under words of their refusal.
"""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from dptheory.errors import ArgumentError


def refusals() -> Iterator[Any]:
    """The calls of every package, with words of the refusal."""
    for path in sorted(Path(__file__).with_name("refused_calls").glob("*.py")):
        for words, calls in import_module(f"refused_calls.{path.stem}").REFUSED.items():
            for call in calls:
                yield pytest.param(call, words, id=f"{path.stem}: {words}")


@pytest.mark.parametrize(("call", "words"), list(refusals()))
def test_a_call_is_refused_in_one_line_that_names_the_argument(
    call: Callable[[], object], words: str
) -> None:
    with pytest.raises(ArgumentError, match=re.escape(words)) as refused:
        call()
    assert re.fullmatch(r".* must (be|equal|have|hold|divide) .*Found .*", str(refused.value))
    assert len(str(refused.value)) < 400
