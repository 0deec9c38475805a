"""Figures: numbers first, then images that depend on nothing else; and what the numbers say."""

import importlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from dptheory.lyapunov.criterion import heavy_ball_feasible
from figures import NAMES, parameters, style
from figures.__main__ import main
from figures.catalogue import ANALOGUE, NOT_DRAWN, OURS, SAME, SHOWN
from figures.files import few_colours, read_tables, write_tables
from verify.papers.accelerated.laboratory import heavy_ball_bounds as bounds
from verify.papers.adambc.laboratory.adam_moments import SNLI
from verify.papers.dptheory.laboratory import heavy_ball_region as regions

Tables = dict[str, dict[str, np.ndarray]]


RUNS = {"steps_points": 2, "steps_images": 2, "runs_points": 2, "runs_images": 2}
QUICK = {"train": 180, "batch": 60, "epochs": 2, "runs": 2}
# What the numbers of a figure are made from here: a few short runs.
FEW: dict[str, dict[str, Any]] = {
    **{f"fig-{k}": {"runs": 2, "thinning": 1000} for k in (3, 4)},
    **{f"lssgd-fig-{k}": QUICK for k in (1, 3, 4, 5)},
    **{f"groupwise-fig-{k}": {"runs": 2, "steps": 4} for k in (1, 3, 6)},
    **{f"nsgd-fig-{k}": {"runs": 2, "steps": 6} for k in (1, 2, 3)},
    "nsgd-bounds": {"horizons": (10, 30), "runs": 2},
    "nsgd-drift": {"runs": 2, "steps": 6},
    "nsgd-fair": {"runs": 2, "steps": 6},
    "nsgd-floor": {"points": 5},
    "certified-rates": {"points": 6},
    "rate-against-floor": {"rates": 1},
    "groups-two-sides": {"runs": 3, "longest": 100},
    "uncorrelated-noise": {"runs": 2000, "iterations": 20},
    "corrected-adam": {"runs": 5, "longest": 1000},
    **{f"adambc-fig-{k}": {"steps": 60, "coordinates": 400} for k in (1, 4)},
    **{f"adambc-{name}": RUNS for name in ("fig-2", "fig-5", "contest", "floor")},
    "adambc-distance": {"steps": 4, "runs_points": 2, "runs_features": 2, "runs_images": 2},
    "adambc-update-size": {"steps": 60, "copies": 20},
    "adambc-violation": {"points": 4},
}


def module_of(name: str) -> Any:
    return importlib.import_module(NAMES[name])


def few(name: str) -> list[str]:
    """What is set, so that the figure is quick."""
    return [f"{key}={parameters.text(value)}" for key, value in FEW.get(name, {}).items()]


@pytest.fixture(scope="module")
def tables() -> dict[str, Tables]:
    """The numbers of every figure."""
    return {
        name: module_of(name).tables(replace(module_of(name).PARAMETERS, **FEW.get(name, {})))
        for name in NAMES
    }


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_is_drawn_from_its_csv(name, here, tables, monkeypatch):
    def recomputed(chosen):
        raise AssertionError("--reuse-data must not compute")

    monkeypatch.setattr(module_of(name), "tables", recomputed)
    monkeypatch.setitem(style.STYLE, "savefig.dpi", 20)  # whole images are those of the next test
    changed = [f"--set={one}" for one in few(name)]
    stem = "_".join((name, *(one.replace("=", "-") for one in few(name))))
    write_tables(Path("build/figures", stem), tables[name])
    assert main([name, "--output", "drawn", "--reuse-data", *changed]) == 0
    images = {p.name: p.read_bytes() for p in (here / "drawn").iterdir()}
    assert set(images) == {f"{stem}.png", f"{stem}.svg"}
    assert b"<dc:date>" not in images[f"{stem}.svg"]


@pytest.mark.parametrize("name", ["fig-2", "lssgd-gamma-beta", "groupwise-fig-4"])
def test_computed_and_kept_numbers_give_the_same_images(name, here, tables, monkeypatch):
    monkeypatch.setattr(module_of(name), "tables", lambda chosen: tables[name])
    drawn = []
    for arguments in (["first"], ["second", "--reuse-data"]):
        assert main([name, "--output", *arguments]) == 0
        drawn.append({p.name: p.read_bytes() for p in (here / arguments[0]).iterdir()})
    assert drawn[0] == drawn[1]
    assert len(list(Path("build/figures", name).glob("*.csv"))) == len(tables[name])


def test_tables_keep_every_digit(tmp_path: Path) -> None:
    table = {"a": np.array([0.1, 1 / 3, np.nan]), "b c": np.array([1e-300, -2.0, np.inf])}
    write_tables(tmp_path / "data", {"one": {"x": np.array([1.0])}})
    write_tables(tmp_path / "data", {"two": table})
    found = read_tables(tmp_path / "data")
    assert list(found) == ["two"], "what an earlier version wrote is gone"
    for name, column in table.items():
        np.testing.assert_array_equal(found["two"][name], column)


def test_pages_show_the_images_that_are_kept(root: Path) -> None:
    pages = [root / "README.md", *(root / "docs").glob("*.md")]
    shown = {
        (page.parent / link).relative_to(root).as_posix()
        for page in pages
        for link in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text())
    }
    rules = (root / ".gitignore").read_text().splitlines()
    assert shown == {rule[1:] for rule in rules if rule.startswith("!docs/images/")}
    for image in shown:
        assert (root / image).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no-such-figure"], "NAME must be one of fig-1, "),
        (["fig-1", "--reuse-data"], "--reuse-data must find CSV files in build/figures/fig-1."),
        (["--output", "file"], "--output must be a folder that can be written. Found file"),
        (["--output", "file/below"], "--output must be a folder that can be written."),
        (["--nonsense"], "unrecognized arguments: --nonsense"),
    ],
)
def test_bad_input(here, complaint, arguments, said):
    (here / "file").write_text("")
    assert complaint(main, arguments).startswith(f"figures: {said}")
    assert [p.name for p in here.iterdir()] == ["file"]


def test_help_is_fast_and_loads_no_matplotlib(root: Path) -> None:
    code = "import sys, figures.__main__ as f; f.parser(); print('matplotlib' in sys.modules)"
    child = subprocess.Popen([sys.executable, "-c", code], cwd=root, stdout=subprocess.PIPE)
    assert child.stdout is not None
    with child.stdout as stream:
        assert stream.read().strip() == b"False"
    _, _, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    assert usage.ru_utime + usage.ru_stime < 0.3


def test_every_figure_is_in_the_catalogue(ledger_lines: dict[str, Any]) -> None:
    assert {shown.name for shown in SHOWN} == set(NAMES)
    assert len({shown.name for shown in SHOWN}) == len(SHOWN)
    assert {shown.kind for shown in SHOWN} == {SAME, ANALOGUE, OURS}
    for shown in SHOWN:
        assert set(shown.claims) <= ledger_lines.keys()
        assert bool(shown.number) is (shown.kind != OURS)
        said = "Analogue of" if shown.kind == ANALOGUE else ""
        assert shown.footer.startswith(said)
        assert shown.setting in shown.footer


def test_every_figure_of_the_papers_is_drawn_or_named_with_a_reason() -> None:
    """By their numbers of figures; Figure 4 of group-wise clipping is drawn, 2 and 5 are not."""
    figures = {"accelerated": 4, "lssgd": 7, "adambc": 10, "nsgd": 5, "groupwise": 6}
    for slug, count in figures.items():
        known = {one.number for one in (*SHOWN, *NOT_DRAWN) if one.paper == slug} - {""}
        assert known == {f"Figure {k}" for k in range(1, count + 1)}
    assert all(one.reason for one in NOT_DRAWN)


def test_colours_survive_a_grey_print() -> None:
    """Their lightness L* is at least 7 apart."""

    def lightness(colour: str) -> float:
        linear = [
            v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in to_rgb(colour)
        ]
        return float(116 * np.dot([0.2126, 0.7152, 0.0722], linear) ** (1 / 3) - 16)

    palette = [getattr(style, n) for n in ("PURPLE", "BLUE", "VERMILION", "GREEN", "ORANGE", "SKY")]
    levels = sorted(map(lightness, (*palette, style.GREY)))
    assert min(np.diff(levels)) > 7


def test_an_image_on_a_page_is_small(root: Path) -> None:
    sizes = {p.name: p.stat().st_size for p in (root / "docs/images").glob("*.png")}
    assert {name: size for name, size in sizes.items() if size > 200_000} == {}


def test_few_colours_are_the_same_bytes_each_time(root: Path) -> None:
    image = (root / "docs/images/nsgd-floor.png").read_bytes()
    once = few_colours(image)
    assert once == few_colours(image)
    assert len(once) < 1.1 * len(image)


# Figure 1 ---------------------------------------------------------------------------------------


def test_figure_1_shows_where_the_printed_bound_fails(tables: dict[str, Tables]) -> None:
    """At T >= 1 one drawn curve lies below the exact error, by a factor of 41; at T = 0 all do."""
    worst = {}
    for alpha in bounds.ALPHAS:
        for noise in bounds.NOISE_LEVELS:
            table = tables["fig-1"][f"bounds_{alpha}_{noise}"]
            for name in ("0", "0.3", "0.7", "beta_opt"):
                exact, printed = table[f"exact {name}"], table[f"printed {name}"]
                assert np.all(exact <= table[f"repaired {name}"] * (1 + 1e-12))
                assert printed[0] < exact[0]
                worst[alpha, noise, name] = float(np.max(exact[1:] / printed[1:]))
    assert [case for case, ratio in worst.items() if ratio > 1] == [(1.0, 1e-4, "0.7")]
    assert max(worst.values()) == pytest.approx(41.18, rel=1e-3)


def test_the_released_curves_bound_the_exact_error(tables: dict[str, Tables]) -> None:
    """With mu = 0.1 and V = 10 the printed bound is never below the error at T >= 1."""
    for alpha in bounds.ALPHAS:
        for noise in bounds.NOISE_LEVELS:
            table = tables["fig-1-released"][f"bounds_{alpha}_{noise}"]
            for name in ("0", "0.3", "0.7", "beta_opt"):
                assert np.all(table[f"exact {name}"][1:] <= table[f"printed {name}"][1:])


@pytest.mark.parametrize("alpha", bounds.ALPHAS)
def test_minima_of_figure_1(tables: dict[str, Tables], alpha: float) -> None:
    rates, minima = tables["fig-1"][f"rates_{alpha}"], tables["fig-1"][f"minima_{alpha}"]
    root = (alpha * bounds.PRINTED.mu) ** 0.5
    for i, name, beta in (
        (0, "printed", (1 - root) / (1 + root)),
        (1, "heavy_ball", (1 - root) ** 2),
    ):
        best = int(np.argmin(rates[name]))
        assert rates["beta"][best] == minima["beta"][i] == pytest.approx(beta)
        # At a double root the rate has the accuracy of a square root.
        assert minima[name][i] == pytest.approx(1 - root, abs=1e-7)
    assert minima["heavy_ball"][0] > minima["printed"][0] + 1e-3


# The feasible region ----------------------------------------------------------------------------


@pytest.mark.parametrize("kappa", regions.KAPPAS)
def test_region_agrees_with_the_criterion(tables: dict[str, Tables], kappa: float) -> None:
    table = tables["heavy-ball-region"][f"region_{kappa:g}"]
    betas = (np.arange(60) + 0.41) / 60
    for step, low, high in zip(*table.values(), strict=True):
        if round(step * 100) % 7:
            continue
        inside = [heavy_ball_feasible(step / kappa, float(b), 1.0, kappa) for b in betas]
        assert inside == list((low <= betas) & (betas <= high))
    classical = table["alpha_L"] < 2
    ghadimi = 1 - table["alpha_L"][classical] / 2
    assert np.all(table["upper"][classical] >= ghadimi - 1e-6)
    assert np.all(table["lower"][classical] == 0)


def test_tunings_and_their_feasibility() -> None:
    """The classical optimum is certified for kappa below (1 + sqrt 2)^2 = 5.828... only."""
    for kappa, certified in ((2.0, True), (5.82, True), (5.84, False), (100.0, False)):
        step, beta = regions.tunings(kappa)["Polyak's optimum"]
        assert heavy_ball_feasible(step / kappa, beta, 1.0, kappa) is certified
    for kappa in regions.KAPPAS:
        for name in ("gradient descent, 1/L", "gradient descent, 2/(mu+L)"):
            step, beta = regions.tunings(kappa)[name]
            assert heavy_ball_feasible(step / kappa, beta, 1.0, kappa)


def test_no_step_size_beyond_the_stability_limit_is_feasible() -> None:
    assert regions.feasible_momenta(3.9, 2.0) is None
    low, high = regions.feasible_momenta(2.2, 2.0) or (0.0, 0.0)
    assert low == pytest.approx(0.1, abs=1e-6)
    assert low < high < 1


# DP-AdamBC --------------------------------------------------------------------------------------


def test_the_centres_of_the_second_moments_are_phi_apart(tables: dict[str, Tables]) -> None:
    """Not the root of Phi, as the text has it."""
    centres = {name: float(column[0]) for name, column in tables["adambc-fig-1"]["centres"].items()}
    shift = centres["median_v_p"] - centres["median_v_c"]
    assert shift == pytest.approx(SNLI.variance, rel=0.05)
    assert shift < SNLI.deviation / 6000


def test_schedule_3_falls_to_its_asymptote(tables: dict[str, Tables]) -> None:
    for name, limit in (("small", 0.64), ("large", 0.0256)):
        table = tables["adambc-fig-2"][f"schedule_{name}"]
        assert np.all(np.diff(table["rate"]) < 0)
        assert table["limit"][0] == pytest.approx(limit)
        assert table["rate"][-1] == pytest.approx(limit, rel=0.01)


def test_the_bound_of_proposition_3_fails_for_large_gradients_alone(tables):
    for table in tables["adambc-violation"].values():
        assert table["probability"][0] < 0.01
        assert np.all(np.diff(table["probability"]) > 0)
        assert table["probability"][-1] > 0.9


def test_the_floor_caps_the_noise_in_an_update(tables: dict[str, Tables]) -> None:
    """Up to the confidence of the means of squares."""
    for name, most in (("1", 1.0), ("16", 1 / 16), ("0.0625", 16.0)):
        table = tables["adambc-update-size"][f"noise_{name}"]
        assert np.all(2 * table["low"] - table["mean"] <= most)
    floors = tables["adambc-fig-4"]["floors"]
    assert np.all(np.diff(floors["share"]) >= 0)
    assert np.all(np.diff(floors["root_mean_square"]) < 0)


# DP-NSGD ----------------------------------------------------------------------------------------


def test_floors_of_figures(tables: dict[str, Tables]) -> None:
    """DP-NSGD has one for every r, DP-SGD for c below tau_0 only; bounds are above runs."""
    normalised, clipped = (tables["nsgd-floor"][rule] for rule in ("normalise", "clip"))
    assert np.all((normalised["toy"] > 0) & (normalised["toy"] <= normalised["worst"]))
    assert np.all(normalised["worst"] <= normalised["repaired"])
    np.testing.assert_allclose(clipped["worst"], np.maximum(1 - clipped["c"], 0), atol=1e-8)
    runs = tables["nsgd-floor"]["runs"]
    reach = 3 * runs["r"] + 0.5
    np.testing.assert_allclose(runs["stopped"], (np.sqrt(reach**2 + 2) - reach) / 2, rtol=1e-6)
    for table in tables["nsgd-bounds"].values():
        assert not np.any(table["mean"] > table["bound"])


def test_runs_descend_where_the_worst_law_would_not(tables: dict[str, Tables]) -> None:
    for rule in ("clip", "normalise"):
        for k in range(3):
            assert np.all(tables["nsgd-drift"][f"{rule}_runs_{k}"]["component"] > 0)
            assert tables["nsgd-drift"][f"{rule}_law_{k}"]["worst"][0] < 0


# Group-wise clipping ----------------------------------------------------------------------------


def test_no_uniform_groups_hold_less_than_the_best_ones(tables: dict[str, Tables]) -> None:
    uniform, best = (tables["groupwise-fig-3"][name] for name in ("accuracy_2", "optimal"))
    held = dict(zip(uniform["M"], uniform["memory"], strict=True))
    shared = [(m, peak) for m, peak in zip(best["M"], best["memory"], strict=True) if m in held]
    assert len(shared) > 2
    assert all(peak <= held[m] for m, peak in shared)
    assert np.all(np.diff(best["memory"]) < 0)
    assert best["memory"][-1] == uniform["memory"].min()
