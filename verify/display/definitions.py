"""What the names in a display mean: a phrase for every computation that no formula says."""

from verify.display.meaning import meaning
from verify.display.sentences import formulas
from verify.display.typeset.names import name_of
from verify.formula.expression import walk
from verify.language.statement import Statement, Table


def definitions(statement: Statement) -> tuple[str, ...]:
    """A phrase for every named computation of a statement that has a meaning, in their order."""
    trees = formulas(statement)
    if isinstance(statement.assertion, Table):  # the name of such an entry is its digits' own
        trees = [tree for tree in trees if tree.args]
    named = [n.value for tree in trees for n in walk(tree) if n.op == "external"]
    found = {f"${name_of(one.name)}$": meaning(one) for one in named}
    return tuple(f"{name}: {text}" for name, text in found.items() if text)
