"""What the ledger and the figures offer is found by entry point, and it is theirs."""

import base64
import hashlib
import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from dptheory import plugins
from dptheory.cli import main


def test_commands_and_judge_are_found() -> None:
    for group, name, module in (
        ("dptheory.commands", "verify", "verify.__main__"),
        ("dptheory.commands", "figures", "figures.__main__"),
        ("dptheory.claims", "judge", "verify.own"),
    ):
        assert plugins.offered(group, name).__module__ == module


def test_a_file_of_somebody_else_stands_in_nobodys_way(tmp_path, python) -> None:
    (tmp_path / "verify.py").write_text("raise SystemExit('foreign')")
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures/__init__.py").write_text("raise SystemExit('foreign')")
    for command in ("verify", "figures"):
        done = python("-m", "dptheory", command, "--help", cwd=tmp_path)
        assert done.stdout.startswith(f"usage: python -m {command} ")
        assert (done.returncode, done.stderr) == (0, "")


def test_a_module_that_was_loaded_before_is_named(monkeypatch, tmp_path, capsys) -> None:
    other = ModuleType("figures")
    other.__file__ = str(tmp_path / "figures.py")
    Path(other.__file__).touch()
    monkeypatch.setitem(sys.modules, "figures", other)
    assert main(["figures", "--help"]) == 2
    assert capsys.readouterr().err == (
        "dptheory figures: figures must be what was installed with dptheory. "
        f"Found {other.__file__}.\n"
    )


def test_a_package_that_was_installed_over_this_one_is_named(monkeypatch) -> None:
    """The installer's record says what the file was, and other distributions whose it is now."""

    def recorded(text: bytes) -> list[SimpleNamespace]:
        digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
        kept = SimpleNamespace(mode="sha256", value=digest)
        return [SimpleNamespace(hash=kept, as_posix=lambda: "verify/__init__.py")]

    own = (plugins.HERE / "verify/__init__.py").read_bytes()
    monkeypatch.setattr(metadata, "files", lambda _: recorded(own))
    plugins.offered("dptheory.commands", "verify")
    monkeypatch.setattr(metadata, "files", lambda _: recorded(own + b"more"))
    monkeypatch.setattr(metadata, "packages_distributions", lambda: {"verify": ["verify"]})
    monkeypatch.setattr(metadata, "version", lambda name: "1.1.1")
    with pytest.raises(ValueError, match=r"Found .*/verify/__init__\.py \(of verify 1\.1\.1\)\.$"):
        plugins.offered("dptheory.commands", "verify")


def test_what_is_missing_is_named(monkeypatch, tmp_path) -> None:
    with pytest.raises(ValueError, match=r"installed with its nothing\. Found no entry point\."):
        plugins.offered("dptheory.commands", "nothing")
    monkeypatch.setattr(plugins, "HERE", tmp_path)
    monkeypatch.delitem(sys.modules, "figures", raising=False)
    with pytest.raises(ValueError, match=r"^figures must be what was .* Found none\.$"):
        plugins.offered("dptheory.commands", "figures")
