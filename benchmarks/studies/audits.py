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

import numpy as np
from numpy.typing import NDArray

from dptheory.auditing import Audit, Claim, audit, audit_one_run
from dptheory.auditing.releases import Step
from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import Perturbation
from dptheory.optimizers.private import Private
from dptheory.optimizers.sgdm import Sgdm
from dptheory.privacy.release import release_multiplier
from verify.papers.dptheory.laboratory import audited_runs as runs
from verify.papers.dptheory.laboratory.audited_runs import Laplace, Printed

Array = NDArray[np.float64]
BUDGETS = (1.0, 2.0, 4.0, 8.0)
ENDS = (BUDGETS[0], BUDGETS[-1])
TIMES, REPEATS = 20, 1000
D, B, C = 16, 4, 1.0


def dp_sgd(noise: float, clip: float = C, on: str = "sum", unit: str = "bound") -> Private:
    """DP-SGD with noise of a multiplier."""
    return Private(Sgdm(1.0, 0.0), PerSample("clip", (clip,)), Perturbation(noise, on, unit))


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


def papers() -> Iterator[str]:
    """A row a run of ``verify/papers/dptheory/laboratory/audited_runs``."""
    yield f"{'':<68}{'printed':>8}{'account':>9}{'seen':>9}"
    kinds: Mapping[str, Mapping[str, Printed] | Mapping[str, Laplace]] = {
        "nsgd, on the sum": runs.nsgd("sum"),
        "nsgd, on the mean": runs.nsgd("mean"),
        "nsgd, N(0, c sigma^2)": runs.root_of_the_bound(),
        "adambc": runs.adambc(),
        "groupwise": runs.groupwise("(4)") | runs.groupwise("line 8"),
        "lssgd": runs.lssgd(),
        "lssgd, a batch": runs.of_a_batch(),
        "accelerated": runs.accelerated(),
    }
    for kind, group in kinds.items():
        for name, run in group.items():
            numbers = f"{run.claim.epsilon:8g}{run.account:9.4f}{run.seen(0.01, 0):9.4f}"
            yield f"{kind + ': ' + name:<68}{numbers}"


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
