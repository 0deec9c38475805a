"""``dptheory second-moment``: the law of a coordinate."""

import pytest

from dptheory.distributions.second_moment import SecondMoment

BARE = "second-moment --noise-multiplier 0.4 --clip 0.1 --beta2 0.999"
SNLI = f"{BARE} --batch-size 256"
PHI = (0.4 * 0.1 / 256) ** 2


def test_the_paper_s_setting(answer):
    found = answer(f"{SNLI} --iterations 10000 --regulariser 3e-10")
    assert list(found) == [
        "phi", "mean", "share_above_phi", "share_above_gamma", "quantiles", "error_bound",
        "iterations",
    ]  # fmt: skip
    assert found["phi"] == pytest.approx(2.44140625e-8, rel=1e-14)
    assert found["mean"] == pytest.approx(found["phi"], rel=1e-14)
    law = SecondMoment(PHI, 0.999, 10_000)
    assert found["share_above_gamma"] == pytest.approx(law.exceedance(PHI + 3e-10).value)
    assert 0.33 < found["share_above_gamma"] < found["share_above_phi"] < 0.5
    assert found["quantiles"]["1/4"] == pytest.approx(2.3888e-8, rel=1e-4)
    assert found["error_bound"] <= 1e-12


def test_two_divisors(answer):
    found = answer(f"{BARE} --batch-size 256,phi-divisor=255 --iterations 100 --quantiles=")
    assert [found["phi"], found["mean"]] == pytest.approx([(0.04 / 255) ** 2, PHI])
    assert found["quantiles"] == {}
    both = answer(f"{BARE} --batch-size phi-divisor=256 --iterations 100")
    assert both["phi"] == both["mean"] == pytest.approx(PHI)


def test_lists_and_files_say_the_same(answer, tmp_path):
    file = tmp_path / "numbers.txt"
    line = f"{SNLI} --gradient 1e-4"
    found = answer(f"{line} --iterations 1,10,100")["iterations"]
    assert [row["iteration"] for row in found] == [1, 10, 100]
    alone = answer(f"{line} --iterations 10")
    assert alone.pop("iterations") == [found[1]] == [{"iteration": 10} | alone]
    file.write_text("1\n10\n100\n")
    assert answer(f"{line} --iterations {file}")["iterations"] == found
    file.write_text("1/4\n0.5\n")
    levels = answer(f"{SNLI} --iterations 10 --quantiles {file}")
    assert levels == answer(f"{SNLI} --iterations 10 --quantiles 1/4,0.5")
    assert list(levels["quantiles"]) == ["1/4", "0.5"]


def test_gradients_from_a_file(answer, tmp_path):
    file, gradients = tmp_path / "gradients.txt", [1e-4, -2e-4, 3e-4]
    file.write_text("1e-4\n-2e-4\n3e-4\n")
    laws = [SecondMoment(PHI, 0.999, t, gradients[:t]) for t in (3, 2)]
    rows = answer(f"{SNLI} --iterations 3,2 --gradient {file}")["iterations"]
    for row, law in zip(rows, laws, strict=True):
        assert row["mean"] == pytest.approx(law.mean)
        assert row["share_above_phi"] == pytest.approx(law.exceedance(PHI).value)
    assert rows[:1] == answer(f"{SNLI} --iterations 3 --gradient {file}")["iterations"]


def test_no_noise(answer):
    quiet = f"{SNLI} --noise-multiplier 0 --iterations 5"
    found = answer(f"{quiet} --gradient -2 --regulariser 3")
    assert (found["phi"], found["mean"]) == (0, 4)
    assert (found["share_above_phi"], found["share_above_gamma"]) == (1, 1)
    assert answer(quiet)["share_above_phi"] == 0


def test_the_floor_of_a_momentum(answer, prints):
    beta1, steps = 0.9, 100
    found = answer(
        f"{SNLI} --beta1 {beta1} --iterations {steps} --gradient 2e-5 --batch-size ,phi-divisor=255"
    )
    weights = [(1 - beta1) * beta1**k / (1 - beta1**steps) for k in range(steps)]
    # The noise that is there has the divisor 256; what is subtracted, 255.
    floor = PHI * sum(w * w for w in weights)
    assert found["adam_floor"] == pytest.approx(floor)
    law = SecondMoment(PHI, 0.999, steps, 2e-5)
    above = law.exceedance((0.04 / 255) ** 2 + floor)
    assert found["share_on_noise_floor"] == pytest.approx(1 - above.value)
    assert found["error_bound"] >= above.error
    shown = prints(f"{SNLI} --beta1 {beta1} --iterations 1,{steps}").splitlines()
    assert shown[-1].split()[:2] == [str(steps), f"{floor:.8g}"]
    assert float(shown[-1].split()[-1]) == pytest.approx(floor**-0.5)
    assert prints(f"{SNLI} --noise-multiplier 0 --beta1 0 --iterations 1").endswith("infinite\n")
