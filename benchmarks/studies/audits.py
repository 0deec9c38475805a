"""How much the audit sees, and what it misses.

``python -m benchmarks.studies.audits [--part NAME ...]``.

- *tight*: what is seen of DP-SGD at the account's noise, all records in a batch, delta = 1e-5.
- *above*: of a thousand audits of ten thousand draws, how many see more than is spent.
- *faults*: steps with a planted mistake, twenty audits each, how many are found.
- *papers*: what the noise that each paper prints is seen to spend.
"""

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dptheory.auditing import Audit, Claim, audit, audit_one_run
from dptheory.auditing.releases import Step
from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import Perturbation, mean_of_bounded
from dptheory.optimizers.adam import Adam
from dptheory.optimizers.private import Private
from dptheory.optimizers.sgdm import Sgdm
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.release import release_multiplier
from verify.papers.accelerated.settings import FULL_BATCH
from verify.papers.adambc.settings import EXPERIMENTS
from verify.papers.groupwise.results.alg_1_noise import BATCH, DELTA, SIGMA, STEPS, N
from verify.papers.lssgd.laboratory.calibration import theorem_1
from verify.papers.lssgd.settings import MNIST
from verify.papers.nsgd.settings import CIFAR10, SST2

Array = NDArray[np.float64]
BUDGETS = (1.0, 2.0, 4.0, 8.0)
ENDS = (BUDGETS[0], BUDGETS[-1])
TIMES, REPEATS = 20, 1000
ENTRIES = 5 * 10**8  # gradients of all draws of a paper's run
D, B, C = 16, 4, 1.0


def dp_sgd(noise: float, clip: float = C, on: str = "sum", scale: str = "bound") -> Private:
    """DP-SGD with noise of a multiplier."""
    return Private(Sgdm(1.0, 0.0), PerSample("clip", (clip,)), Perturbation(noise, on, scale))


def needed(claim: Claim) -> float:
    """The smallest noise multiplier of a claim on all data, on the sum."""
    return release_multiplier(claim.epsilon, claim.delta) * math.sqrt(claim.iterations)


# Planted mistakes ---------------------------------------------------------------------------------


def clipped(gradients: Array, bound: float = C) -> Array:
    """Every row at most as long as the bound."""
    lengths = np.linalg.norm(gradients, axis=1, keepdims=True)
    return gradients * np.minimum(1.0, bound / np.maximum(lengths, 1e-300))


def right(z: float) -> Step:
    """The mean of clipped gradients with noise z C/B."""
    return lambda g, rng: clipped(g).mean(axis=0) + rng.normal(0, z * C / len(g), g.shape[1])


def half_the_noise(z: float) -> Step:
    """As for half of the multiplier."""
    return right(z / 2)


def no_clip(z: float) -> Step:
    """Gradients as they are."""
    return lambda g, rng: g.mean(axis=0) + rng.normal(0, z * C / len(g), g.shape[1])


def wrong_divisor(z: float) -> Step:
    """Noise divided by B twice."""
    return lambda g, rng: clipped(g).mean(axis=0) + rng.normal(0, z * C / len(g) ** 2, g.shape[1])


def reused_stream(z: float) -> Step:
    """Every step of a run starts from the generator's first state."""

    def step(g: Array, rng: np.random.Generator) -> Array:
        before = rng.bit_generator.state
        released = right(z)(g, rng)
        rng.bit_generator.state = before
        return np.asarray(released)

    return step


def noise_before_the_clip(z: float) -> Step:
    """Noise on every record, and then clipping."""
    return lambda g, rng: clipped(g + rng.normal(0, z * C, g.shape)).mean(axis=0)


def one_group_unclipped(z: float) -> Step:
    """Two groups with thresholds C/sqrt 2, of which the second is left as it is."""

    def step(g: Array, rng: np.random.Generator) -> Array:
        half = g.shape[1] // 2
        rows = np.hstack([clipped(g[:, :half], C / math.sqrt(2)), g[:, half:]])
        return rows.mean(axis=0) + rng.normal(0, z * C / len(g), g.shape[1])

    return step


def clip_of_the_mean(z: float) -> Step:
    """The batch's mean is clipped at C/B in place of the records."""

    def step(g: Array, rng: np.random.Generator) -> Array:
        mean = clipped(g.mean(axis=0, keepdims=True), C / len(g))[0]
        return mean + rng.normal(0, z * C / len(g), g.shape[1])

    return step


FAULTS: Mapping[str, Callable[[float], Step]] = {
    "half the noise": half_the_noise,
    "no clip": no_clip,
    "wrong divisor": wrong_divisor,
    "reused stream": reused_stream,
    "noise before the clip": noise_before_the_clip,
    "one group unclipped": one_group_unclipped,
    "clip of the mean": clip_of_the_mean,
}


def planted(fault: Callable[[float], Step], epsilon: float, seed: int, draws: int = 4000) -> Audit:
    """An audit of two steps with a mistake, at the noise of the claim."""
    claim = Claim(epsilon, 1e-5, iterations=2, batch_size=B)
    return audit(fault(needed(claim)), claim, clip=C, draws=draws, seed=seed)


# Parts --------------------------------------------------------------------------------------------


def tight() -> Iterator[str]:
    """A row a budget."""
    yield "epsilon      T   Gaussian   plain   one run, 1000 canaries   seconds"
    for epsilon in BUDGETS:
        for T in (1, 4):
            claim = Claim(epsilon, 1e-5, iterations=T, batch_size=B)
            begin = time.perf_counter()
            found = audit(dp_sgd(needed(claim)), claim)
            seconds = time.perf_counter() - begin
            one = audit_one_run(dp_sgd(needed(claim)), claim, canaries=1000)
            shares = [x / epsilon for x in (found.gaussian.epsilon, found.plain.epsilon)]
            cells = f"{epsilon:7g} {T:6} {shares[0]:10.3f} {shares[1]:7.3f}"
            yield f"{cells} {one.epsilon / epsilon:24.3f} {seconds:9.1f}"


def above() -> Iterator[str]:
    """A row for the smallest and the largest budget."""
    for epsilon in ENDS:
        claim = Claim(epsilon, 1e-5, batch_size=B)
        method = dp_sgd(needed(claim))
        runs = (audit(method, claim, draws=10**4, seed=k) for k in range(REPEATS))
        found = [(run.gaussian.epsilon, run.plain.epsilon) for run in runs]
        counts = [sum(bound > epsilon for bound in kind) for kind in zip(*found, strict=True)]
        ones = (audit_one_run(method, claim, canaries=200, seed=k) for k in range(REPEATS))
        counts.append(sum(one.epsilon > epsilon for one in ones))
        names = ("Gaussian", "plain", "one run")
        said = ", ".join(f"{name} {k}" for name, k in zip(names, counts, strict=True))
        yield f"epsilon {epsilon:g}: above it in {said} of {REPEATS}"


def faults() -> Iterator[str]:
    """A row a mistake, at the smallest and the largest budget."""
    rows = {"none planted": right, **FAULTS}
    for name, fault in rows.items():
        cells = []
        for epsilon in ENDS:
            found = [planted(fault, epsilon, seed) for seed in range(TIMES)]
            cells.append(f"{sum(one.exceeded for one in found):2} of {TIMES}")
        yield f"{name:<24}{'   '.join(cells)}"


@dataclass(frozen=True)
class Printed:
    """A run that a paper prints.

    Attributes:
        name: paper, data, optimiser and noise.
        method: with one or several groups.
        claim: the printed budget, and what the account needs.
    """

    name: str
    method: Private | Step
    claim: Claim


def nsgd() -> Iterator[Printed]:
    """Section 4 and Appendix D; noise on the mean is that of (2) and Algorithm 1."""
    for s in (*CIFAR10, SST2):
        v = s.values
        claim = Claim(float(v["eps"]), float(v["delta"]), v["T"], v["B"], v["N"])
        for on in ("sum", "mean"):
            rule = PerSample("normalise", (1.0,), regulariser=0.01)
            noise = Perturbation(float(v["noise"]), on, "bound")
            for name, base in (("DP-NSGD", Sgdm(1.0, 0.0)), ("DP-NAdam", Adam(1.0))):
                if (name == "DP-NAdam") == (s is SST2):
                    label = f"nsgd {s.name}: {name}, on the {on}"
                    yield Printed(label, Private(base, rule, noise), claim)
    v, c = CIFAR10[-1].values, (0.1, 12.8)
    claim = Claim(float(v["eps"]), float(v["delta"]), v["T"], v["B"], v["N"])
    for clip in c:
        method = dp_sgd(float(v["noise"]), clip, unit="root-of-bound")
        yield Printed(
            f"nsgd {CIFAR10[-1].name}: DP-SGD, N(0, c sigma^2), c = {clip}", method, claim
        )


def adambc() -> Iterator[Printed]:
    """Appendix A and D: budgets, with epochs and sizes as the ledger takes them."""
    rows = ((EXPERIMENTS[0], 549367, 6438, 7.0), (EXPERIMENTS[1], 50000, 306, 7.1))
    for s, n, T, epsilon in rows:
        v = {k: float(x) for k, x in s.values.items()}
        claim = Claim(epsilon, 1e-5, T, int(v["B"]), n)
        noise = Perturbation(v["sigma"], "sum", "bound")
        variance = noise.deviation(v["C"], int(v["B"])) ** 2
        for name, phi in (("DP-Adam", None), ("DP-AdamBC", variance)):
            base = Adam(1.0, noise_variance=phi)
            method = Private(base, PerSample("clip", (v["C"],)), noise)
            yield Printed(f"adambc {s.name}: {name}", method, claim)


def groupwise() -> Iterator[Printed]:
    """CIFAR100 at epsilon 2; Algorithm 1 as printed clips M groups at 1, with the noise of one."""
    claim = Claim(2.0, float(DELTA), STEPS, BATCH, N)
    for M in (1, 4):
        for name, bound in (("(4)", 1 / math.sqrt(M)), ("Algorithm 1", 1.0)):
            sizes = (2,) * M if M > 1 else ()
            rule = PerSample("normalise", (bound,) * M, sizes, regulariser=0.01)
            noise = Perturbation(float(SIGMA) / rule.bound, "sum", "bound")
            label = f"groupwise CIFAR100: {name}, M = {M}"
            yield Printed(label, Private(Adam(1.0), rule, noise), claim)


def lssgd() -> Iterator[Printed]:
    """Theorem 1's noise on the mean at G = 1; smoothing comes after it."""
    for s in (MNIST[0], MNIST[-1]):
        v = s.values
        n, b, T, epsilon, delta = v["n"], v["b"], v["T"], float(v["epsilon"]), float(v["delta"])
        noise = theorem_1(n=n, batch=b, iterations=T, lipschitz=1.0, eps=epsilon, delta=delta).noise
        claim = Claim(epsilon, delta, T, b, n, Neighbouring.REPLACE_ONE)
        yield Printed(f"lssgd MNIST {s.name}: DP-LSSGD", dp_sgd(noise, on="mean"), claim)


def accelerated() -> Iterator[Printed]:
    """Section 5: Laplace noise S T/(n epsilon) on the mean of all records, one coordinate."""
    v = FULL_BATCH[0].values
    T, epsilon, half = v["T"], float(v["eps"]), float(v["S"]) / 2

    def step(gradients: Array, rng: np.random.Generator) -> Array:
        mean = mean_of_bounded(gradients, PerSample("clip", (half,)))
        return mean + rng.laplace(0, 2 * half * T / (len(gradients) * epsilon), mean.shape)

    claim = Claim(epsilon, 1e-5, T, 1, None, Neighbouring.REPLACE_ONE)
    yield Printed(f"accelerated {FULL_BATCH[0].name}: DP-NAG, Laplace", step, claim)


def papers() -> Iterator[str]:
    """A row a run."""
    yield f"{'':<58}{'printed':>8}{'account':>9}{'seen':>8}"
    for part in (nsgd, adambc, groupwise, lssgd, accelerated):
        for run in part():
            epsilon, account, seen = spent(run)
            said = "" if account is None else f"{account:9.3f}"
            yield f"{run.name:<58}{epsilon:>8g}{said:>9}{seen:>8.3f}"


def spent(run: Printed) -> tuple[float, float | None, float]:
    """The printed budget, the account's, and what is seen: of Laplace noise the plain bound."""
    if not isinstance(run.method, Private):
        found = audit(run.method, run.claim, clip=20.0, dimension=1, observed=100, draws=2000)
        return run.claim.epsilon, None, found.plain.epsilon
    draws = min(10**6, ENTRIES // run.claim.batch_size)
    found = audit(run.method, run.claim, dimension=2, draws=draws)
    return run.claim.epsilon, found.account, found.gaussian.epsilon


PARTS: Mapping[str, Callable[[], Iterator[str]]] = {
    "tight": tight,
    "above": above,
    "faults": faults,
    "papers": papers,
}


def main(words: list[str] | None = None) -> int:
    """Print the parts."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.studies.audits", description=__doc__
    )
    parser.add_argument("--part", nargs="+", choices=PARTS, default=list(PARTS), help="(all)")
    for name in parser.parse_args(words).part:
        print(f"{name}:")
        for line in PARTS[name]():
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
