"""Proofs that earlier runs of a claim kept: hints that are read again, and nothing more."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from verify.methods.search.known import Known

T = TypeVar("T")


@dataclass
class Kept:
    """What is known of a claim's proofs, and what this run found or read.

    Attributes:
        stored: entries by statement hash, as JSON values; anyone may have written them.
        used: likewise, of this run. read: the statements whose stored proofs were accepted.
    """

    stored: Mapping[str, Any] = field(default_factory=dict)
    used: dict[str, dict[str, Any]] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)

    def entry(self, key: str) -> Mapping[str, Any]:
        """What is stored of a statement."""
        found = self.stored.get(key)
        return found if isinstance(found, dict) else {}

    def keep(self, key: str, entry: Mapping[str, Any]) -> None:
        """Keep what is known of a statement, beside what was known.

        Where a proof is kept, who else looked for one in vain is no longer of use.
        """
        known = self.used.get(key, {}) | dict(entry)
        self.used[key] = {n: v for n, v in known.items() if n != "by" or "goals" not in known}

    def apart(self) -> "Kept":
        """What reads the same and keeps for itself."""
        return Kept(self.stored)

    def take(self, other: "Kept") -> None:
        """Keep what another one kept."""
        for key, entry in other.used.items():
            self.keep(key, entry)
        self.read |= other.read


def shared(function: Callable[[Any, Any], T]) -> Callable[[Any, Any], T]:
    """A function of something and a context that is computed once for all claims.

    Each claim keeps the proofs and the violations that the answer rests on: what is kept of it
    depends on no claim that was judged before.
    """

    @functools.lru_cache(maxsize=4096)
    def once(asked: Any, context: Any) -> tuple[T, Kept, Known | None]:
        kept = context.kept.apart()
        known = context.known and context.known.apart()
        return function(asked, replace(context, kept=kept, known=known)), kept, known

    def answer(asked: Any, context: Any) -> T:
        found, kept, known = once(asked, context)
        context.kept.take(kept)
        if context.known is not None and known is not None:
            context.known.take(known)
        return found

    return answer
