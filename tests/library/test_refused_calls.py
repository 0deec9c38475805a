"""What the library's functions do not accept: each call is refused in one line.

The calls stand in the files of ``refused_calls``, one a package: the names that they import, parts
of calls, and each refused call with words of its refusal.
"""

import math
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from texts import extended, imported, read

WORDS = {"np": np, "partial": partial, "replace": replace, "F": Fraction}
WORDS |= {"NAN": math.nan, "INF": math.inf}


def refusals() -> Iterator[Any]:
    """The calls of every package, with the names that they use and words of the refusal."""
    for path in sorted(Path(__file__).with_name("refused_calls").iterdir()):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        names = extended(WORDS | imported(table["imports"]), table["parts"])
        for call, words in table["refused"].items():
            yield pytest.param(call, names, words, id=f"{path.stem}: {call}")


@pytest.mark.parametrize(("call", "names", "words"), list(refusals()))
def test_a_call_is_refused_in_one_line_that_names_the_argument(call, names, words):
    with pytest.raises(ValueError, match=re.escape(words)) as refused:
        read(call, names)
    assert re.fullmatch(r".* must (be|have|hold|divide) .*Found .*", str(refused.value))
    assert len(str(refused.value)) < 400
