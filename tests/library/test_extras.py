"""What an extra would install is asked for by its name where it is missing."""

import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.extras import EXTRAS, MissingExtra, missing, module
from dptheory.processes import quietly
from verify.papers.accelerated.laboratory import accelerated_logistic
from verify.papers.adambc.laboratory import adam_images
from verify.papers.lssgd.laboratory import lssgd_digits
from verify.papers.nsgd.laboratory import clipping_images

DATA = "sklearn needs the extra 'data': pip install 'dptheory[data]'"
FUNCTIONS: dict[str, Callable[[], object]] = {
    "breast cancer": lambda: accelerated_logistic.breast_cancer(0.01),
    "digits of lssgd": lambda: lssgd_digits.digits.__wrapped__(0, 100),
    "digits of adam": lambda: adam_images._table.__wrapped__("digits"),
    "digits of clipping": lambda: clipping_images._table.__wrapped__("digits"),
}


@pytest.fixture
def without_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules of extras cannot be imported, and no data are kept from before."""
    accelerated_logistic._problem.cache_clear()
    for name in list(sys.modules):
        if name.partition(".")[0] in EXTRAS:
            monkeypatch.delitem(sys.modules, name)
    for name in EXTRAS:
        monkeypatch.setitem(sys.modules, name, None)  # which Python says cannot be imported


@pytest.mark.usefixtures("without_extras")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_without_its_extra_names_it(name: str) -> None:
    with pytest.raises(MissingExtra) as caught:
        FUNCTIONS[name]()
    assert str(caught.value) == DATA


@pytest.mark.usefixtures("without_extras")
def test_a_command_without_its_extra_is_one_line(capsys):
    line = ["rate", "--mu", "1", "--smoothness", "10", "--grid", "2", "--scheduler", "local:1"]
    assert main(line) == 2
    wanted = "distributed needs the extra 'distributed': pip install 'dptheory[distributed]'"
    assert capsys.readouterr() == ("", f"dptheory rate: {wanted}\n")


def test_a_module_that_is_of_no_extra_is_an_internal_error() -> None:
    def wrong() -> int:
        raise ModuleNotFoundError("No module named 'numpi'", name="numpi")

    with pytest.raises(ModuleNotFoundError, match="numpi"):
        quietly(wrong)
    with pytest.raises(ModuleNotFoundError, match="nowhere"):
        module("dptheory.nowhere")
    assert missing(ModuleNotFoundError("No module")) is None


def test_the_extras_are_those_of_the_package(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"]
    # The ledger's site is not the library's, and names its extra itself.
    assert set(EXTRAS.values()) == set(optional) - {"dev", "site"}
    for name, extra in EXTRAS.items():
        package = {"sklearn": "scikit-learn", "distributed": "dask"}.get(name, name)
        assert any(line.startswith(package) for line in optional[extra]), name
