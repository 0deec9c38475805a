"""``dptheory second-moment``: the law of a coordinate, one line for every mistake."""

import json
import math
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.distributions.second_moment import SecondMoment

SNLI = ["--noise-multiplier", "0.4", "--clip", "0.1", "--noise-divisor", "256", "--beta2", "0.999"]
PHI = (0.4 * 0.1 / 256) ** 2


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    """The JSON that ``dptheory second-moment`` prints."""
    assert main(["second-moment", *arguments, "--json"]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return dict(json.loads(output.out))


def test_the_paper_s_setting(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *SNLI, "--step", "10000", "--gamma", "3e-10")
    assert list(found) == [
        "phi", "mean", "share_above_phi", "share_above_gamma", "quantiles", "error_bound",
    ]  # fmt: skip
    assert found["phi"] == pytest.approx(2.44140625e-8, rel=1e-14)
    assert found["mean"] == pytest.approx(found["phi"], rel=1e-14)
    law = SecondMoment(PHI, 0.999, 10_000)
    assert found["share_above_gamma"] == pytest.approx(law.exceedance(PHI + 3e-10).value)
    assert 0.33 < found["share_above_gamma"] < found["share_above_phi"] < 0.5
    assert found["quantiles"]["1/4"] == pytest.approx(2.3888e-8, rel=1e-4)
    assert found["error_bound"] <= 1e-12


def test_two_divisors(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *SNLI, "--phi-divisor", "255", "--step", "100", "--quantiles", "")
    assert found["phi"] == pytest.approx((0.04 / 255) ** 2)
    assert found["mean"] == pytest.approx(PHI)
    assert found["quantiles"] == {}
    other = [x if x != "--noise-divisor" else "--phi-divisor" for x in SNLI]
    both = answer(capsys, *other, "--step", "100")
    assert both["phi"] == both["mean"] == pytest.approx(PHI)


def test_a_list_of_steps(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = answer(capsys, *SNLI, "--steps", "1,10,100", "--gradient", "1e-4")["steps"]
    assert [row["step"] for row in found] == [1, 10, 100]
    assert found[1] == {"step": 10} | answer(capsys, *SNLI, "--step", "10", "--gradient", "1e-4")
    file = tmp_path / "steps.txt"
    file.write_text("1\n10\n100\n")
    assert answer(capsys, *SNLI, "--steps", str(file), "--gradient", "1e-4")["steps"] == found


def test_gradients_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "gradients.txt"
    file.write_text("1e-4\n-2e-4\n3e-4\n")
    found = answer(capsys, *SNLI, "--step", "3", "--gradient", str(file))
    law = SecondMoment(PHI, 0.999, 3, [1e-4, -2e-4, 3e-4])
    assert found["mean"] == pytest.approx(law.mean)
    assert found["share_above_phi"] == pytest.approx(law.exceedance(PHI).value)
    rows = answer(capsys, *SNLI, "--steps", "3,2", "--gradient", str(file))["steps"]
    shorter = SecondMoment(PHI, 0.999, 2, [1e-4, -2e-4])
    assert [row["mean"] for row in rows] == pytest.approx([law.mean, shorter.mean])


def test_levels_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "levels.txt"
    file.write_text("1/4\n0.5\n")
    found = answer(capsys, *SNLI, "--step", "10", "--quantiles", str(file))
    assert found == answer(capsys, *SNLI, "--step", "10", "--quantiles", "1/4,0.5")
    assert list(found["quantiles"]) == ["1/4", "0.5"]


def test_no_noise(capsys: pytest.CaptureFixture[str]) -> None:
    quiet = ["--noise-multiplier", "0", *SNLI[2:], "--step", "5"]
    found = answer(capsys, *quiet, "--gradient", "-2", "--gamma", "3")
    assert (found["phi"], found["mean"]) == (0, 4)
    assert (found["share_above_phi"], found["share_above_gamma"]) == (1, 1)
    assert answer(capsys, *quiet)["share_above_phi"] == 0


def test_readable_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["second-moment", *SNLI, "--steps", "1,2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Phi = 2.4414063e-08")
    assert lines[1].split()[0] == "step"
    assert [line.split()[0] for line in lines[2:]] == ["1", "2"]
    assert float(lines[2].split()[2]) == pytest.approx(math.erfc(math.sqrt(0.5)), rel=1e-6)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--beta2", "1"], "--beta2 must be in [0, 1). Found 1."),
        (["--beta2", "-0.1"], "--beta2 must be in [0, 1). Found -0.1."),
        (["--noise-multiplier", "-1"], "--noise-multiplier must be 0 or"),
        (["--gamma", "-1"], "--gamma must be at least 0"),
        (["--step", "0"], "--step must be a whole number from 1"),
        (["--steps", "1,2"], "--step must be given, or --steps, not both"),
        (["--noise-divisor", "0"], "--noise-divisor must be positive"),
        (["--phi-divisor", "0"], "--phi-divisor must be positive"),
        (["--phi-divisor", "-3"], "--phi-divisor must be positive"),
        (["--clip", "0"], "--clip must be positive"),
        (["--quantiles", "0.5,1"], "--quantiles must be in (0, 1). Found 1."),
        (["--quantiles", "half"], "--quantiles must be numbers"),
        (["--gradient", "no-such-file"], "--gradient must be numbers, or a file"),
        (["--phi-divisor", "1e-50"], "--phi-divisor must be positive (between 1e-40 and 1e40)"),
        (["--noise-multiplier", "1e99", "--clip", "1e39"], "S C/B1 must be between 1e-70 and 1e70"),
        (["--noise-multiplier", "1e-99"], "S C/B1 must be between 1e-70 and 1e70"),
        (["--gradient", "1e20"], "gradient must be at most 1e12 standard deviations"),
        (["--gradient", "1,2"], "--gradient must be a number or a file"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["second-moment", *SNLI, "--step", "10", *arguments]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert message in lines[0]


def test_a_file_of_the_wrong_length_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "gradients.txt"
    file.write_text("1 2 3")
    assert main(["second-moment", *SNLI, "--step", "4", "--gradient", str(file)]) == 2
    assert "a file with 4 numbers, one a step. Found 3" in capsys.readouterr().err
    file.write_text("1 two 3")
    assert main(["second-moment", *SNLI, "--step", "3", "--gradient", str(file)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_missing_divisors_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    bare = [*SNLI[:4], *SNLI[6:], "--step", "3"]
    assert main(["second-moment", *bare]) == 2
    assert "--noise-divisor must be given, or --phi-divisor" in capsys.readouterr().err
