"""A small site, made once: claims of each verdict and of three papers, a picture, a graph."""

from pathlib import Path

import pytest

from verify.__main__ import main

CLAIMS = (
    "accelerated/eq-11-full-batch",
    "accelerated/eq-10",
    "accelerated/released-budget",
    "accelerated/prop-3.1",
    "accelerated/prop-3.4",
    "accelerated/thm-3.5",
    "accelerated/eq-18",
    "lssgd/eq-3",
    "lssgd/condition-number",
    "nsgd/alg-1-noise-scale",
)


@pytest.fixture(scope="session")
def names() -> tuple[str, ...]:
    """The claims of the site."""
    return CLAIMS


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site."""
    here = tmp_path_factory.mktemp("site")
    folder = here / "pages"
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(here)
        assert main([*CLAIMS, "--mode", "quick", "--jobs", "1", "--html", str(folder)]) == 0
    return folder
