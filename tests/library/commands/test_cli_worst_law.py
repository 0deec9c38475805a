"""``dptheory worst-law``: value, atoms and certificate; one line for every mistake."""

import json
from fractions import Fraction as F
from pathlib import Path

import pytest

from dptheory.cli import main
from verify import kernel

CLIP = ["--rule", "clip", "--threshold", "1/2", "--gradient", "0.1", "--tau0", "1"]
NORMALISE = ["--rule", "normalise", "--regulariser", "0.01", "--gradient", "0.3", "--tau0", "1"]


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    """The JSON that ``dptheory worst-law`` prints."""
    assert main(["worst-law", *arguments, "--json"]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return dict(json.loads(output.out))


def test_clipping_below_tau_0_goes_uphill(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *CLIP)
    assert list(found) == [
        "rule", "threshold", "gradient", "tau0", "tau1", "alpha", "dimensions", "value", "lower",
        "upper", "atoms", "certificate",
    ]  # fmt: skip
    # s c (s + c - tau0)/(s + c + tau0)
    assert F(found["lower"]) == F(found["upper"]) == F(-1, 80)
    assert found["value"] == -0.0125
    assert [atom["along"] for atom in found["atoms"]] == ["-1/2", "11/10"]
    assert [atom["weight"] for atom in found["atoms"]] == ["5/8", "3/8"]
    assert [atom["across"] for atom in found["atoms"]] == [0, 0]
    assert kernel.accepts(found["certificate"])


def test_the_certificate_of_a_file_is_accepted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "certificate.json"
    given = [*NORMALISE, "--tau1", "0.25", "--alpha", "1/20"]
    found = answer(capsys, *given, "--certificate", str(file))
    assert json.loads(file.read_text()) == found["certificate"]
    assert kernel.main([str(file)]) == 0
    assert "|e| <= 1 + 1/4 |grad f|" in capsys.readouterr().out
    assert F(found["lower"]) <= F(found["upper"]) < 0
    assert sum(F(atom["weight"]) for atom in found["atoms"]) == 1


def test_readable_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worst-law", *CLIP]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["value", "gap", "atom", "atom"]
    assert lines[0].split()[1] == "-0.0125"
    across = ["--rule", "clip", "--threshold", "1", "--gradient", "10", "--tau0", "1"]
    assert main(["worst-law", *across]) == 0
    assert "10 along grad f, +-1 across" in capsys.readouterr().out
    assert main(["worst-law", *across, "--line"]) == 0
    assert "value  10\n" in capsys.readouterr().out


def test_no_gradient(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *CLIP, "--gradient", "0")
    assert found["lower"] == found["upper"] == "0"
    assert kernel.accepts(found["certificate"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*CLIP, "--rule", "scale"], "--rule must be clip or normalise. Found scale."),
        ([*CLIP, "--threshold", "0"], "--threshold must be positive"),
        ([*CLIP, "--threshold", "-1"], "--threshold must be positive"),
        ([*NORMALISE, "--regulariser", "0"], "--regulariser must be positive"),
        ([*NORMALISE, "--threshold", "1"], "--threshold must be left out with normalise"),
        ([*CLIP, "--regulariser", "1"], "--regulariser must be left out with clip"),
        (["--rule", "clip", *CLIP[4:]], "--threshold must be given with clip"),
        ([*CLIP, "--gradient", "-1"], "--gradient must be 0 or positive"),
        ([*CLIP, "--tau0", "0"], "--tau0 must be positive"),
        ([*CLIP, "--tau0", "-1"], "--tau0 must be positive"),
        ([*CLIP, "--tau1", "1"], "--tau1 must be 0 or in (1e-40, 1). Found 1."),
        ([*CLIP, "--tau1", "-0.1"], "--tau1 must be 0 or in (1e-40, 1). Found -0.1."),
        ([*CLIP, "--alpha", "1"], "--alpha must be 0 or in (1e-40, 1). Found 1."),
        ([*CLIP, "--alpha=-1/2"], "--alpha must be 0 or in (1e-40, 1). Found -1/2."),
        ([*CLIP, "--tau0", "1e20"], "--tau0 must be at most 1e16 times the smallest length, 0.1"),
        ([*CLIP, "--tau0", "1e50"], "--tau0 must be positive (between 1e-40 and 1e40)"),
        ([*CLIP, "--certificate", "/no/such/folder/c"], "--certificate must be a file"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["worst-law", *arguments]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert message in lines[0]


@pytest.mark.parametrize("value", ["nan", "inf", "one", "1/0"])
def test_numbers_must_be_finite(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["worst-law", *CLIP, "--tau0", value])
    assert stopped.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
