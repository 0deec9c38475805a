"""The kernel's kinds of Lyapunov functions: of damaged certificates only true ones are accepted."""

import copy
import json
import random
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from dptheory.lyapunov import (
    full_trade_off,
    noise_floor,
    quadratic_noise_gain,
    radial_floor,
    rate,
    worst_final,
    worst_shock,
)
from dptheory.lyapunov.results import RateResult
from dptheory.methods import momentum
from verify import kernel

F = Fraction
MUTANTS = 600  # 5000 where the kernel changes
# alpha, beta, eta, mu, L
RATES = {"heavy": ".1 .45 0 1 10", "free": ".05 .3 .2 1 10", "nesterov": ".1 .5 .5 1 10"}
NO_RATES = {"cycles": ".03 .8 0 1 100", "diverges": ".2 .1 .1 1 10", "stops": ".26 .5 0 1 10"}
Certificate = dict[str, Any]


@cache
def answer(*setting: Fraction) -> RateResult:
    return rate(momentum(*setting[:3]), *setting[3:])


@cache
def certificates() -> dict[str, Certificate]:
    made = {}
    for name, text in NO_RATES.items():
        made[f"infeasible {name}"] = answer(*map(F, text.split())).certificate
    for name, text in RATES.items():
        setting = tuple(map(F, text.split()))
        found, method = answer(*setting), momentum(*setting[:3])
        made |= {f"rate {name}": found.certificate, f"lower {name}": found.lower_certificate}
        for of in ("value", "distance", "gradient"):
            made[f"floor {name} {of}"] = noise_floor(method, *setting[3:], measure=of).certificate
            made[f"shock {name} {of}"] = worst_shock(
                method, *setting[3:], 3, measure=of
            ).certificate
        made[f"radial {name}"] = radial_floor(method, *setting[3:]).certificate
        for start, noise in (("value", [1, 0, 1]), ("distance", None), ("distance", [1, 1, 1])):
            both = worst_final(method, *setting[3:], 3, noise, measure=start)
            sort = f"{name} {start} {'noisy' if noise else 'plain'}"
            made |= {f"horizon {sort}": both.certificate, f"tree {sort}": both.lower_certificate}
        (slow,) = full_trade_off(method, *setting[3:], [(1 + found.rho) / 2])
        made[f"noise {name}"] = slow.certificate
    return made


# Mutants ------------------------------------------------------------------------------------------


def mutant(draw: random.Random, certificate: Certificate) -> Certificate:
    """One to three numbers changed a little or much, turned, left out or exchanged."""
    text = json.dumps(certificate)
    number = re.compile(r'"(-?[0-9][^"]*)"')
    for _ in range(draw.choice((1, 1, 2, 3))):
        # The few numbers of the statement as often as the many of the witness.
        part = json.loads(text)[draw.choice(("statement", "witness"))]
        old, other = (draw.choice(number.findall(json.dumps(part))) for _ in range(2))
        value, size = F(old), F(draw.choice((-1, 1)) * 10 ** draw.uniform(-13, 1))
        new = draw.choice([str(k) for k in (*[value * (1 + size)] * 3, value + size, -value, 0)])
        swap = draw.choice(({old: new}, {old: new}, {old: new}, {old: other, other: old}))
        text = number.sub(lambda it, swap=swap: f'"{swap.get(it[1], it[1])}"', text)
    made: Certificate = json.loads(text)
    if "Q" in made["witness"] and draw.random() < 0.7:
        balance(made["statement"], made["witness"])
    if "form" in made["witness"] and draw.random() < 0.7:
        balance_floor(made["statement"], made["witness"])
    return made


def balance_floor(said: Certificate, witness: Certificate) -> None:
    """Chooses the multipliers that the function values of a floor fix."""
    values = [F(0), *map(F, witness["values"]), F(0)]
    weights = {
        "decrease": {p: a - b for p, a, b in zip("abcde", values, values[1:], strict=False)},
        "lower": dict(zip("bcde", values[1:-1], strict=False)),
    }
    if said["says"] == "value":
        top = "x" if "xs" in witness["decrease"] else "a"
        height = F(said["L"]) - F(said["mu"])
        weights["decrease"][top] = weights["decrease"].get(top, F(0)) - height
    for block, wanted in weights.items():
        found = {pair: F(weight) for pair, weight in witness[block].items()}
        for i in {pair[0] for pair in found} - {"s"}:
            into = sum(w for pair, w in found.items() if pair[1] == i)
            out = sum(w for pair, w in found.items() if pair[0] == i and pair[1] != "s")
            found[f"{i}s"] = wanted.get(i, F(0)) + into - out
        witness[block] = {pair: str(weight) for pair, weight in found.items()}


def balance(said: Certificate, witness: Certificate) -> None:
    """Chooses q and what else the function values fix, so that only a form can be wrong."""
    step, low, start = (
        {pair: F(weight) for pair, weight in witness[block].items()}
        for block in ("decrease", "lower", "start")
    )
    pairs = ("yn", "xz")[: len(witness["q"])]

    def given(multipliers: dict[str, Fraction], point: str) -> Fraction:
        into = sum(weight for (_, j), weight in multipliers.items() if j == point)
        return F(into - sum(weight for (i, _), weight in multipliers.items() if i == point))

    q = {i: given(step, j) for i, j in pairs}
    wanted = {i: q[i] - (i == pairs[-1][0]) for i in q}
    for block, missing in (
        (step, {i: F(said["rho2"]) * q[i] for i in q}),
        (low, wanted),
        (start, {"y": F(said["C"]) - sum(q.values())}),
    ):
        for i, weight in missing.items():
            block[f"{i}s"] = F(0)
            block[f"{i}s"] = weight + given(block, i)
    for name, found in {"decrease": step, "lower": low, "start": start}.items():
        witness[name] = {pair: str(weight) for pair, weight in found.items()}
    witness["q"] = list(map(str, q.values()))


def false(said: Certificate) -> bool:
    """Whether other certificates, or runs on a quadratic, contradict an accepted statement."""
    setting, rho2 = [F(said[name]) for name in kernel.PARAMETERS], F(said.get("rho2", 1))
    if said["says"] in ("value", "distance", "gradient"):
        return False  # these are contradicted by their other ends
    known, method = answer(*setting), momentum(*setting[:3])
    if said["says"] in ("lower", "infeasible"):
        return known.rho2 is not None and known.rho2 <= rho2
    if rho2 <= known.rho2_lower or F(said["C"]) < 1:
        return True
    floor = F(quadratic_noise_gain(method, *setting[3:])) * (1 - F(1, 10**12))
    if "c" in said and F(said["c"]) < (1 - rho2) * floor:
        return True
    C, share = float(F(said["C"])) * (1 + 1e-9), float(rho2)
    for curvature in setting[3:]:
        loop = np.array(method.closed_loop(curvature), dtype=float)
        run = [(np.linalg.matrix_power(loop, t) @ [1, 1])[0] ** 2 for t in range(60)]
        if any(error > C * share**t + 1e-28 for t, error in enumerate(run)):
            return True
    return False


def after_steps(made: Certificate) -> bool:
    """Whether the other end of a horizon contradicts an accepted certificate."""
    said = made["statement"]
    alpha, beta, eta, mu, smoothness = (F(said[name]) for name in kernel.PARAMETERS)
    method = momentum(alpha, beta, eta)
    if made["kind"] == "tree":
        size, noise = F(said["start"]), list(map(F, said["levels"]))
    else:  # the levels for which the weights are the best ones
        size, noise = F(1), [F(c != "0") for c in said["weights"]]
    if size <= 0:
        return False
    found = worst_final(
        method, mu, smoothness, len(noise), noise, measure=said["says"], start_size=size
    )
    if found is None:
        return False
    if made["kind"] == "tree":
        return F(found.bound) < F(said["error"])
    return F(said["gain"]) + sum(map(F, said["weights"])) < F(found.lower)


def contradicted(made: Certificate) -> bool:
    """Whether the other end contradicts an accepted certificate about noise."""
    said = made["statement"]
    if made["kind"] in ("horizon", "tree"):
        return after_steps(made)
    if said["says"] not in ("value", "distance", "gradient"):
        return False
    alpha, beta, eta, mu, smoothness = (F(said[name]) for name in kernel.PARAMETERS)
    other = worst_shock if made["kind"] == "floor" else noise_floor
    found = other(momentum(alpha, beta, eta), mu, smoothness, measure=said["says"])
    if found is None:
        return False
    c, end = F(said["c"]), F(found.certificate["statement"]["c"])
    return c < end if made["kind"] == "floor" else end < c


def survey(count: int, seed: int) -> Counter[tuple[str, str]]:
    """How many mutants of each sort were the same, accepted, false, refused or malformed."""
    draw, found = random.Random(seed), Counter[tuple[str, str]]()
    for name in draw.choices(list(certificates()), k=count):
        made = mutant(draw, certificates()[name])
        word = "same" if made == certificates()[name] else "refused"
        if word == "refused" and kernel.accepts(made):
            wrong = false(made["statement"]) or contradicted(made)
            word = "false" if wrong else "accepted"
        found[name.split()[0], word] += 1
    return found


def test_no_accepted_mutant_is_false() -> None:
    assert all(kernel.accepts(it) for it in certificates().values())
    found = survey(MUTANTS, 1)
    for sort in {name.split()[0] for name in certificates()}:
        assert found[sort, "false"] == 0
        # A test of either answer: some mutants are true.
        assert found[sort, "refused"] > found[sort, "accepted"] > 0


# Damage by hand -----------------------------------------------------------------------------------


def test_sentences_hold_their_hypotheses() -> None:
    # Over 14 steps the V of "rate heavy" falls faster than the "lower" rate allows one of its form.
    assert "no V, a form in one moment's points" in kernel.check(certificates()["lower heavy"])
    assert kernel.check(certificates()["noise heavy"]).endswith("E(w_k | past) = 0")


def accepted(certificate: Certificate) -> bool:
    try:
        return kernel.accepts(certificate)
    except kernel.Malformed:
        return False


def test_a_multiplier_below_0_proves_nothing() -> None:
    x, g = kernel.units(2)
    for weight in (F(1), F(0), F(-1, 10**30)):
        much = kernel.Difference({"mu": F(1), "L": F(10)}, 2, {"y": (x, g)})
        much.quadratic([[F(100), F(0)], [F(0), F(100)]], [x, g], 1)
        assert much.nonnegative({"ys": weight, "sy": weight}) == (weight >= 0)


@pytest.mark.parametrize(
    ("moments", "value", "possible"),
    [((1, 1, 1), "1/2", True), ((1, 10, 100), 5, True), ((1, 5, 30), "5/2", True),
     ((1, 5, 24), "5/2", False), ((1, 11, 121), "11/2", False), ((1, 1, 1), "1/3", False)],
)  # fmt: skip
def test_moments_of_no_function_prove_nothing(moments: Any, value: Any, possible: bool) -> None:
    here = kernel.Difference({"mu": F(1), "L": F(10)}, 2, {"y": tuple(kernel.units(2))})
    xx, xg, gg = map(F, moments)
    assert here.possible([[xx, xg], [xg, gg]], {"y": F(value), "s": F(0)}) == possible


DAMAGED: dict[str, list[Certificate]] = {
    "rate heavy": [{"rho2": "1"}, {"mu": "10"}, {"eta": "1/9999"}, {"method": "nesterov"}],
    "rate nesterov": [{"C": "1"}, {"rho2": "1/2"}, {"decrease": {}}],
    "rate free": [{"q": ["1"]}, {"mu": "10"}, {"eta": "0"}, {"method": "adam"}],
    "noise heavy": [{"c": "0"}, {"mu": "10"}, {"noise": None}, {"noise": ["0"] * 4}],
    "lower heavy": [{"rho2": "0"}, {"rho2": "1"}, {"mu": "10"}, {"eta": "1/2"}],
    "lower nesterov": [{"values": ["0"] * 2}, {"values": ["0"] * 4}, {"eta": "0"}],
    "infeasible diverges": [{"curvature": "11"}, {"curvature": "1"}],
    "infeasible cycles": [
        *({"rho2": "1"}, {"mu": "100"}, {"alpha": "3/1000"}, {"eta": "5"}),
        *({"value": "0"}, {"value": "1000"}, {"cycle": []}, {"cycle": [["1", "0"]] * 3}),
    ],
    "horizon heavy value noisy": [
        *(
            {"gain": "39/100"},
            {"weights": ["1/999", "0", "1"]},
            {"weights": ["1", "1"]},
            {"mu": "10"},
        ),
        *({"pairs": []}, {"minimiser": ["1"] * 3}, {"minimiser": ["-1", "0", "0", "1"]}),
        *({"pairs": [[*pair, "1"]]} for pair in ("121", "101", "440", ["1/2", "1", "0"])),
    ],
    "tree heavy value noisy": [
        *({"branches": it} for it in ("1", "-3", "5/2")),
        *({"levels": it} for it in (["1", "1/2", "0"], ["1", "1"], ["1", "0", "-1"])),
        *({"start": "99/100"}, {"error": "2"}, {"mu": "10"}, {"moments": [[["1"]]]}),
        *({"values": ["0"] * 4}, {"values": ["1"] * 3}, {"eta": "1/2"}),
    ],
    "infeasible stops": [{"rho2": "1"}, {"mu": "10"}, {"values": ["0"] * 2}],
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_by_hand_is_not_accepted(name: str) -> None:
    for change in DAMAGED[name]:
        made = copy.deepcopy(certificates()[name])
        for key, entry in change.items():
            part = made["witness" if key in made["witness"] else "statement"]
            part[key] = entry
            if entry is None:
                del part[key]
        assert not accepted(made)


@pytest.mark.parametrize("name", ["rate heavy", "noise free"])
def test_without_a_condition_or_with_half_of_V_nothing_is_proved(name: str) -> None:
    for block in ("decrease", "lower", "start"):
        for pair in certificates()[name]["witness"][block]:
            made = copy.deepcopy(certificates()[name])
            del made["witness"][block][pair]
            assert not accepted(made)
    said, witness = made["statement"], copy.deepcopy(certificates()[name]["witness"])
    witness["Q"] = [[str(F(k) / 2) for k in row] for row in witness["Q"]]
    for block in ("decrease", "start"):
        witness[block] = {pair: str(F(k) / 2) for pair, k in witness[block].items()}
    said["C"] = str(F(said["C"]) / 2)
    balance(said, witness)
    assert not accepted(made | {"witness": witness})
