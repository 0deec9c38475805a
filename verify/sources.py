"""Which project modules a claim rests on, and the hash of their text."""

import ast
import functools
import hashlib
import importlib.util
from pathlib import Path

PROJECT = ("dptheory", "verify")


def source_hash(module: str) -> str:
    """Hash of a module's source and of the project modules it imports, transitively.

    Args:
        module: dotted name; a module outside the project (a user's own claims) is followed into
            the project.

    Returns:
        12 hexadecimal digits.
    """
    seen: dict[str, str] = {}
    queue = [module]
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        path = _path(name)
        if path is None:
            continue
        text = path.read_text(encoding="utf-8")
        seen[name] = text
        queue += _imports(name, text)
    digest = hashlib.sha256()
    for name in sorted(seen):
        digest.update(f"{name}\n{seen[name]}\n".encode())
    return digest.hexdigest()[:12]


@functools.cache
def _path(name: str) -> Path | None:
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return Path(spec.origin)


@functools.cache
def _imports(name: str, text: str) -> list[str]:
    """Project modules that a source imports, at the top or inside functions."""
    found: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.append(node.module)
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return [f for f in dict.fromkeys(found) if f.split(".")[0] in PROJECT and f != name]
