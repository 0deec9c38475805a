"""The command ``dptheory``: exact numbers in, JSON out, the certificate that the kernel accepts."""

import csv
import json
import math
import os
import resource
from collections import Counter
from importlib.metadata import version

import pytest
from matplotlib.figure import Figure

from dptheory.cli import COMMANDS, main
from verify import kernel

CLASS = "--mu 1 --smoothness 10"
POINT = f"rate --alpha 0.1 --beta 0 {CLASS}"
GRID = f"rate {CLASS} --jobs 1 --grid"


@pytest.mark.parametrize(
    ("alpha", "exact", "rate"),
    [("0.1", "1/10", 0.9), ("2/11", "2/11", 9 / 11), ("1e-2", "1/100", 0.99)],
)
def test_rate_of_gradient_descent(answer, capsys, tmp_path, alpha, exact, rate):
    path = tmp_path / "certificate.json"
    found = answer(f"{POINT} --alpha {alpha} --method heavy-ball --output {path}")
    assert list(found) == [
        "status", "method", "inequality", "alpha", "beta", "extrapolation", "mu", "L", "rho",
        "rho_lower", "start", "noise_gain", "noise_lookback",
        "noise_certificate", "noise_gain_lower",
        "noise_lower_by", "noise_lower_certificate", "certificate",
    ]  # fmt: skip
    assert found["status"] == "feasible"
    assert abs(found["rho"] - rate) < 1e-7
    assert found["rho_lower"] <= rate
    assert found["certificate"]["statement"]["alpha"] == exact
    assert json.loads(path.read_text()) == found["certificate"]
    assert kernel.main([str(path)]) == 0
    assert capsys.readouterr().out.startswith("accepted: ")
    assert os.listdir(tmp_path) == ["certificate.json"]


def test_floors_of_every_kind_of_error(answer) -> None:
    found = answer(f"{POINT} --beta 0.45 --floor")
    assert list(found["floors"]) == ["value", "distance", "gradient"]
    for of, floor in found["floors"].items():
        assert (floor["measure"], floor["certificate"]["statement"]["says"]) == (of, of)
        assert kernel.accepts(floor["certificate"])
    assert found["floors"]["value"]["gain"] == found["noise_gain"]
    assert found["noise_gain_lower"] < found["noise_gain"]
    assert found["noise_lower_by"] == "one shock"
    assert kernel.accepts(found["noise_lower_certificate"])


def test_the_last_iterate_under_a_schedule(answer, tmp_path, capsys) -> None:
    path = tmp_path / "levels"
    path.write_text("1\n1/2\n0\n")
    line = f"{POINT} --beta 0.45 --iterations 3"
    plain, noisy = answer(line)["horizon"], answer(f"{line} --noise-schedule {path}")["horizon"]
    for found in (plain, noisy):
        assert kernel.accepts(found["certificate"])
        assert kernel.accepts(found["lower_certificate"])
        assert found["lower"] <= found["bound"] <= found["lower"] * (1 + 1e-6)
    assert noisy["lower_certificate"]["statement"]["levels"] == ["1", "1/2", "0"]
    main([*line.split(), "--noise-schedule", str(path)])
    assert f"horizon  {noisy['bound']:.10g} at most, " in capsys.readouterr().out
    path.write_text("2\n")
    levels = answer(f"{line} --noise-schedule {path}")["horizon"]["lower_certificate"]
    assert levels["statement"]["levels"] == ["2"] * 3


@pytest.mark.parametrize(
    ("options", "text", "words"),
    [
        ("", "1\n", "--noise-schedule must be left out without --iterations. "),
        ("--iterations 3", "1\n2\n", "--noise-schedule must be a file of 3 lines, as --iterations"),
        ("--iterations 1", "-1\n", "--noise-schedule must be of numbers E|w_t|^2, 0 or positive"),
        ("--iterations 1", "x\n", "--noise-schedule must be of numbers E|w_t|^2, 0 or positive"),
        ("--iterations 11", "1\n", "--iterations must be from 1 to 10 with noise: the programme"),
        ("--iterations 1 --inequality paper", "1\n", "--iterations must be left out with"),
    ],
)
def test_refused_schedules(options, text, words, tmp_path, capsys) -> None:
    path = tmp_path / "levels"
    path.write_text(text)
    line = f"{POINT} --beta 0.45 {options} --noise-schedule {path}"
    assert main(line.split()) == 2
    assert words in capsys.readouterr().err


METHODS = {
    POINT: ("heavy-ball", 0, 0),
    f"{POINT} --method gradient": ("gradient", 0, 0),
    f"rate --alpha 0.1 {CLASS} --method gradient": ("gradient", 0, 0),
    f"{POINT} --beta 0.5 --method nesterov": ("nesterov", 0.5, 0.5),
    f"{POINT} --beta 0.5 --extrapolation 1/4 --method momentum": ("momentum", 0.5, 0.25),
    "rate --mu 1 --smoothness 4 --method triple-momentum": ("triple-momentum", 1 / 6, 1 / 9),
}


@pytest.mark.parametrize("line", METHODS)
def test_every_method(answer, line):
    found = answer(line)
    method, *momenta = METHODS[line]
    assert (found["status"], found["method"]) == ("feasible", method)
    assert [found["beta"], found["extrapolation"]] == pytest.approx(momenta)
    assert kernel.accepts(found["certificate"])


def test_instability_is_an_answer(answer):
    found = answer(f"{POINT} --alpha 1")
    assert (found["status"], found["rho"], found["noise_gain"]) == ("infeasible", None, None)
    assert found["certificate"]["statement"]["says"] == "infeasible"
    assert kernel.accepts(found["certificate"])


@pytest.mark.parametrize("alpha", ["1e-300", "1e-30", "1e30", "1e300"])
@pytest.mark.parametrize("mu", ["1e-300", "1", "1e300"])
@pytest.mark.parametrize(
    "rest", ["--method gradient", "--method momentum --beta 0.3 --extrapolation 1e300"]
)
def test_the_rate_at_the_ends_of_its_range_is_one_that_the_kernel_accepts(
    answer, prints, alpha, mu, rest
):
    line = f"rate --alpha {alpha} --mu {mu} --smoothness 1e300 {rest}"
    found = answer(line)
    assert (found["alpha"], found["mu"], found["L"]) == (float(alpha), float(mu), 1e300)
    assert found["certificate"] is None or kernel.accepts(found["certificate"])
    assert "nan" not in prints(line)


WORST = "worst-law --gradient 0.1 --tau0 1"
MOMENT = "second-moment --noise-multiplier 0.4 --clip 0.1 --beta2 0.999 --batch-size 256"


RATE = "status method inequality rho rho_lower start noise_gain 1 certificate"
MEMORY = "memory --model vit-large --groups"
PEAKS = "model groups names peak all-layer layer-wise"
# The names of five groups are two lines.
OPTIMAL = "model groups names blocks.21.attn.proj, peak uniform all-layer layer-wise"


@pytest.mark.parametrize(
    ("line", "first", "shown"),
    [
        (f"{POINT} --output c.json", RATE, "certificate"),
        (f"{WORST} --clip 1/2", "value gap atom atom", " -0.0125\n"),
        (f"{WORST} --clip 1 --gradient 10", "value gap atom", "10 along grad f, +-1 across"),
        (f"{WORST} --clip 1 --gradient 10 --dimension 1", "value gap atom", "value  10\n"),
        (f"{MOMENT} --iterations 1,2", "Phi step 1 2 step 1 2", "Phi = 2.4414063e-08"),
        (f"{MEMORY} 2", PEAKS, "2 uniform, first layers 1, 74\n"),
        (f"{MEMORY} 5,optimal", OPTIMAL, "uniform  no such groups"),
    ],
)
def test_readable_output(prints, tmp_path, monkeypatch, line, first, shown):
    monkeypatch.chdir(tmp_path)
    text = prints(line)
    assert [line.split()[0] for line in text.splitlines()] == first.split()
    assert shown in text


def test_the_trade_off_is_printed_on_request(answer, prints):
    line = f"{POINT} --beta 0.45 --floor trade-off"
    gains = [gain for _, gain in answer(line)["trade_off"]]
    assert min(gains) >= answer(line)["noise_gain"] * (1 - 1e-4)
    assert prints(line).count("trade-off") == len(gains) > 5


def test_the_inequalities_differ_under_momentum(answer, refusal):
    full, paper = (answer(f"{POINT} --beta 0.45 --inequality {n}") for n in ("full", "paper"))
    assert full["rho"] < 0.7895 < 0.946 < paper["rho"]
    assert full["noise_gain"] < 0.1621 < 0.68 < paper["noise_gain"]
    refusal(f"{POINT} --inequality both")


def test_a_map_is_drawn(prints, refusal, tmp_path):
    prints(f"{GRID} 3 --output {tmp_path / 'map.png'}")
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    for name in ("map.json", "map.jpg", "map.JPEG", "map.pdf"):
        line = f"{GRID} 3 --output {tmp_path / name}"
        words = "dptheory rate: --output must be a file of .csv or .png. Found"
        assert refusal(line).startswith(words)
    assert os.listdir(tmp_path) == ["map.png"]


def test_the_picture_of_a_map_says_what_it_shows(prints, tmp_path, monkeypatch):
    drawn = []
    save = Figure.savefig
    monkeypatch.setattr(Figure, "savefig", lambda f, *a, **k: drawn.append(f) or save(f, *a, **k))
    prints(f"{GRID} 6 --method nesterov --output {tmp_path / 'map.png'}")
    axes, scale = drawn[0].axes
    for words in ("nesterov", r"$\mu$ = 1", "$L$ = 10"):
        assert words in axes.get_title()
    low, high = axes.collections[0].get_clim()
    assert 0.5 < low < high <= 1
    assert scale.get_ylabel() == r"certified rate $\rho$"
    assert [text.get_text()[:16] for text in drawn[0].legends[0].get_texts()] != []


def test_map(prints, answer, tmp_path):
    path = tmp_path / "map.csv"
    text = prints(f"{GRID} 8 --output {path}")
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert list(rows[0]) == ["alpha", "beta", "status", "rho"]
    counts = Counter(row["status"] for row in rows)
    assert counts["feasible"] + counts["infeasible"] == len(rows) == 64
    assert str(counts["feasible"]) in text
    for row, entry in zip(rows, answer(f"{GRID} 8"), strict=True):
        assert row["status"] == entry["status"]
        assert (row["rho"] == "") == (entry["rho"] is None) == (entry["status"] != "feasible")


def test_a_map_of_floors(prints, answer, refusal, tmp_path):
    """Gradient descent's at 1/L is known; a step of 2/L and more has none."""
    line = f"{GRID} 4 --floor --alpha 0.2"
    text = prints(f"{line} --output {tmp_path / 'map.csv'} --output {tmp_path / 'map.png'}")
    rows = list(csv.DictReader((tmp_path / "map.csv").read_text().splitlines()))
    assert list(rows[0]) == ["alpha", "beta", "floor"]
    known = {(float(r["alpha"]), float(r["beta"])): r["floor"] for r in rows}
    assert float(known[0.1, 0]) == pytest.approx(0.05, rel=1e-8)
    assert known[0.2, 0] == ""
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    assert f"none  {sum(row['floor'] == '' for row in rows)}\n" in text
    for row, entry in zip(rows, answer(line), strict=True):
        assert row["floor"] == ("" if entry["floor"] is None else str(entry["floor"]))
    assert "--floor must be asked with --inequality full" in refusal(f"{line} --inequality paper")


def test_version_is_that_of_the_package(capsys):
    with pytest.raises(SystemExit, match=r"^0$"):
        main(["--version"])
    assert capsys.readouterr() == (f"dptheory {version('dptheory')}\n", "")


def test_help_is_instant_and_loads_nothing_numerical(python, root):
    helps = [[name, "--help"] for name in COMMANDS if name != "verify"]
    code = (
        "import sys\n"
        "from contextlib import suppress\n"
        "from dptheory.cli import main\n"
        f"for words in {[['--help'], ['--version'], *helps]}:\n"
        "    with suppress(SystemExit):\n"
        "        main(words)\n"
        "heavy = {'numpy', 'scipy', 'numba', 'sympy', 'rich', 'cvxpy', 'matplotlib', 'flint'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    # All of them in the budget of one, 0.15 s; more than twice that on a slow machine. What else
    # runs there only adds: the least of five tells.
    seconds = math.inf
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = python("-c", code, cwd=root)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert result.returncode == 0
        assert result.stdout.splitlines()[-1] == "[]"
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        seconds = min(seconds, spent)
        if seconds < 0.4:
            return
    assert seconds < 0.4


def test_module_and_kernel_as_programs(python, root, tmp_path):
    def dptheory(line):
        return python("-m", "dptheory", *line.split(), cwd=root)

    made = dptheory(f"{POINT} --json --output {tmp_path}/c.json")
    assert made.returncode == 0
    assert json.loads(made.stdout)["status"] == "feasible"
    assert python("verify/kernel.py", f"{tmp_path}/c.json", cwd=root).returncode == 0
    assert dptheory("verify --help").stdout.startswith("usage: python -m verify")
    for line in (f"{POINT} --alpha nan", "verify accelerated/none"):
        refused = dptheory(line)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
