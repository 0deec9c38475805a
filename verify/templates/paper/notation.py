"""The paper's symbols: letter, set and unit of each."""

from verify.language import notation, positive

V = notation(a=positive("a", unit="1"), b=positive("b", unit="1"))
