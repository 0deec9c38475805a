"""Facts as hypotheses: what holds in a scope may be added to its hypotheses.

It takes no instance away: a conclusion under the hypotheses H and A holds under H alone if A does.
"""

from dataclasses import dataclass

from verify.formula.expression import binary
from verify.language.statement import Compare
from verify.methods.derivation.links import Link
from verify.methods.derivation.scope import Run, Scope


@dataclass(frozen=True)
class Having:
    """A step among whose hypotheses are facts, each from a link of its own."""

    facts: tuple[Link, ...]
    link: Link

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """What the step shows."""
        facts = [run.step(fact, scope, None) for fact in self.facts]
        inner = scope.given(*(binary(found.relation, found.left, found.right) for found in facts))
        return run.step(self.link, inner, wanted)
