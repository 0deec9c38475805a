"""Statements as data: what the tables of modules beside the tests say."""

from collections.abc import Mapping
from typing import Any

from verify.language import Formula, says


def said(value: Any) -> Any:
    """The statement that a comparison makes; what is none stays."""
    if isinstance(value, list):
        return [said(one) for one in value]
    return says(value) if isinstance(value, Formula) else value


def drafts(table: Mapping[str, Any]) -> dict[str, Any]:
    """The statements of a table: what a comparison says."""
    return {name: said(value) for name, value in table.items()}
