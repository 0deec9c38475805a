r"""The same run in the words of training libraries and of the five papers.

All of them do one thing, :math:`\frac1D(\sum_ig_i+\sigma C\,z)` with bounded :math:`|g_i|\le C` and
standard normal z, and differ in what they call it: whether the sum or the mean is released, the
divisor D, whether a multiplier or a standard deviation is asked for and of what, which batches and
neighbours the account is for. Names of arguments are those of Opacus 1.5, JAX Privacy 2 (execution
plans), TensorFlow Privacy 0.9 and FastDP 2.0.

- *Opacus* draws with probability 1/L, L the length of the given loader, makes L steps an epoch and
  divides by the whole part of n/L, not by b.
- *TensorFlow Privacy* divides by the size of the batch that it is given: with Poisson batches no
  account of sums holds, and batches of fixed size are accounted for.
- *Yang et al.* print the noise on the mean, :math:`c\sigma`: their multiplier is
  :math:`\sigma/b` of this one. The multipliers of their experiments are those of the sum.
- *Bu et al.* step along the sum: their learning rate is 1/b of the mean's.
- *Kuru et al.* have Laplace noise; that of the same variance is given, which has no account here.

Source: the documentation of the libraries, and the papers' own algorithms.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

from dptheory.planning.run import Run
from dptheory.privacy.sampling import Sampling
from dptheory.ranges import count, positive, require
from dptheory.results import explained

OPTIMIZERS = ("sgd", "nsgd", "adam", "adambc")
STABILITY = Fraction(1, 100)  # of automatic clipping, 1/(|g| + 0.01)


@explained
@dataclass(frozen=True)
class Training:
    """What is run, apart from its privacy.

    Attributes:
        run: records, batches, bound C of a record's part: 1 where gradients are normalised.
        noise_multiplier: sigma, noise of the sum over C.
        optimizer: one of ``OPTIMIZERS``.
        regulariser: r of normalising, g/(|g| + r).
        groups: M, each clipped to C/sqrt(M).
        alpha: on the mean gradient; None if not given.
    """

    run: Run
    noise_multiplier: float
    optimizer: str = "sgd"
    regulariser: float = float(STABILITY)
    groups: int = 1
    alpha: float | None = None

    def __post_init__(self) -> None:
        positive("noise multiplier", self.noise_multiplier)
        known = self.optimizer in OPTIMIZERS
        require(known, "optimizer", f"one of {', '.join(OPTIMIZERS)}", self.optimizer)
        positive("regulariser r", self.regulariser)
        count("groups M", self.groups)
        if self.alpha is not None:
            positive("learning rate", self.alpha)
        bounded = not self.normalised or self.run.clip == 1
        require(bounded, "clipping norm C", "1 with nsgd", self.run.clip)

    @property
    def normalised(self) -> bool:
        """Whether gradients are normalised in place of clipped."""
        return self.optimizer == "nsgd"

    @property
    def on_sum(self) -> float:
        """Standard deviation of the noise in a coordinate of the sum."""
        return self.noise_multiplier * float(self.run.clip)

    @property
    def on_mean(self) -> float:
        """The same of the sum over b."""
        return self.on_sum / self.run.batch_size


@explained
@dataclass(frozen=True)
class Convention:
    """A run in somebody's words.

    Attributes:
        name: whose.
        settings: lines to paste, or the symbols of a paper with their values.
        release: what is released, and between which data sets privacy holds.
        divisor: D, 1 for a sum.
        deviation: of the noise in a coordinate of what is released.
        run: as it is drawn there; only its rate, steps and epochs matter.
        sampling: the scheme that the words are about.
        alpha: the step on what is released that moves as far; None if not given.
    """

    name: str
    settings: tuple[str, ...]
    release: str
    divisor: int
    deviation: float
    run: Run
    sampling: Sampling
    alpha: float | None


def conventions(training: Training, delta: float) -> tuple[Convention, ...]:
    """The libraries, then the papers; those that cannot run it are left out.

    Only FastDP, Yang et al. and Bu et al. normalise; only FastDP and Bu et al. have M groups.

    Args:
        training: the run, and what is done with its gradients.
        delta: in (0, 1).
    """
    one = training.groups == 1
    clipped = (
        _opacus(training), _jax(training), _tensorflow(training, delta), _fastdp(training),
        _accelerated(training), _lssgd(training), _adambc(training), _nsgd(training),
        _groupwise(training),
    )  # fmt: skip
    able = {"FastDP", "Bu et al. 2023"} | ({"Yang et al. 2022"} if one else set())
    if one and not training.normalised:
        return clipped
    return tuple(found for found in clipped if found.name in able)


def opacus_run(run: Run) -> tuple[Run, int]:
    """What Opacus makes of a loader of batches of b: the run that it draws, and its divisor.

    In floating point, as there: rate 1/L, the whole part of n (1/L).
    """
    loader = run.per_epoch
    rate = 1 / loader
    steps = math.ceil(int(1 / rate) * Fraction(run.epochs))
    drawn = Run(loader, 1, Fraction(steps, loader), run.clip)
    return drawn, int(run.n * rate)


def _convention(
    training: Training,
    name: str,
    settings: tuple[str, ...],
    release: str,
    sampling: Sampling,
    divisor: int | None = None,
    run: Run | None = None,
) -> Convention:
    """A convention with what follows from its divisor."""
    D = training.run.batch_size if divisor is None else divisor
    eta = training.alpha
    if eta is not None and training.optimizer in ("sgd", "nsgd"):
        eta *= D / training.run.batch_size
    return Convention(
        name, settings, release, D, training.on_sum / D, run or training.run, sampling, eta
    )


def _opacus(training: Training) -> Convention:
    run, divisor = opacus_run(training.run)
    settings = (
        f"make_private(noise_multiplier={_n(training.noise_multiplier)}, "
        f"max_grad_norm={_n(training.run.clip)}, poisson_sampling=True)",
        f"DataLoader(batch_size={training.run.batch_size}) -> rate 1/{run.n}, "
        f"{run.iterations} steps",
    )
    release = f"mean over {divisor}; add or remove; multiplier"
    return _convention(training, "Opacus", settings, release, Sampling.POISSON, divisor, run)


def _jax(training: Training) -> Convention:
    run = training.run
    taken = run.iterations * run.batch_size / run.n
    settings = (
        f"BandMFConfig(strategy=[1.0], iterations={run.iterations},",
        f"  expected_participations={taken:.10g}, "
        f"noise_multiplier={_n(training.noise_multiplier)},",
        f"  l2_clip_norm={_n(run.clip)}, rescale_to_unit_norm=False, "
        f"normalize_by={run.batch_size})",
    )
    release = f"mean over {run.batch_size}; add or remove; multiplier"
    return _convention(training, "JAX Privacy", settings, release, Sampling.POISSON)


def _tensorflow(training: Training, delta: float) -> Convention:
    run, sigma = training.run, _n(training.noise_multiplier)
    kind = "Adam" if training.optimizer.startswith("adam") else "SGD"
    settings = (
        f"DPKeras{kind}Optimizer(l2_norm_clip={_n(run.clip)}, noise_multiplier={sigma})",
        f"compute_dp_sgd_privacy_statement({run.n}, {run.batch_size}, {_n(run.epochs)}, {sigma}, "
        f"{delta:g},",
        "  used_microbatching=False)",
        "  assumes Poisson batches and a fixed divisor; this step has neither",
    )
    # A random batch divided by its own size: one more record moves all the others' share.
    release = "mean over the batch given, of fixed size; replace; multiplier"
    return _convention(
        training, "TensorFlow Privacy", settings, release, Sampling.WITHOUT_REPLACEMENT
    )


def _fastdp(training: Training) -> Convention:
    run, groups = training.run, training.groups
    style = '"all-layer"' if groups == 1 else f"[{groups} names]"
    rule = f'clipping_fn="Abadi", max_grad_norm={_n(run.clip)}'
    if training.normalised:
        r = _n(training.regulariser)
        rule = f'clipping_fn="automatic", numerical_stability_constant={r}'
    settings = (
        f"PrivacyEngine(model, batch_size={run.batch_size}, sample_size={run.n},",
        f"  epochs={_n(run.epochs)}, noise_multiplier={_n(training.noise_multiplier)},",
        f"  {rule},",
        f"  clipping_style={style})",
    )
    release = f"mean over {run.batch_size}; add or remove; multiplier"
    return _convention(training, "FastDP", settings, release, Sampling.POISSON)


def _accelerated(training: Training) -> Convention:
    run, nu = training.run, training.on_mean
    settings = (
        f"m = {run.batch_size}, n = {run.n}, T = {run.iterations}; eta_t has deviation {_n(nu)}:",
        f"Laplace noise of this variance, b_t = {_n(nu / math.sqrt(2))}, is accounted for in L1",
    )
    release = f"mean over {run.batch_size}; replace; scale"
    return _convention(
        training, "Kuru et al. 2020", settings, release, Sampling.WITHOUT_REPLACEMENT
    )


def _lssgd(training: Training) -> Convention:
    run = training.run
    settings = (
        f"b = {run.batch_size}, T = {run.iterations}, G = {_n(run.clip)}, "
        f"nu = {_n(training.on_mean)}",
    )
    release = f"mean over {run.batch_size}; replace; standard deviation"
    return _convention(
        training, "Wang et al. 2019", settings, release, Sampling.WITHOUT_REPLACEMENT
    )


def _adambc(training: Training) -> Convention:
    run = training.run
    settings = (
        f"B = {run.batch_size}, C = {_n(run.clip)}, sigma = {_n(training.noise_multiplier)}, "
        f"Phi = {_n(training.on_mean**2)}",
    )
    release = f"mean over {run.batch_size}; add or remove; multiplier"
    return _convention(training, "Tang et al. 2023", settings, release, Sampling.POISSON)


def _nsgd(training: Training) -> Convention:
    run, sigma = training.run, training.noise_multiplier
    rule = f"c = {_n(run.clip)}"
    if training.normalised:
        rule = f"r = {_n(training.regulariser)}"
    settings = (
        f"B = {run.batch_size}, {rule}, sigma = {_n(sigma / run.batch_size)} as printed "
        f"({_n(sigma)} in its experiments)",
    )
    release = f"mean over {run.batch_size}; replace; multiplier on the mean"
    return _convention(
        training, "Yang et al. 2022", settings, release, Sampling.WITHOUT_REPLACEMENT
    )


def _groupwise(training: Training) -> Convention:
    run, groups = training.run, training.groups
    each = run.clip / math.sqrt(groups)
    settings = (
        f"R = {_n(run.clip)}, sigma_DP = {_n(training.noise_multiplier)}, "
        f"{groups} group{'s' if groups > 1 else ''} with R_m = {_n(each)}",
    )
    release = "sum; one point differs; multiplier"
    return _convention(training, "Bu et al. 2023", settings, release, Sampling.POISSON, 1)


def _n(value: float | Fraction) -> str:
    """A number as it is typed."""
    return f"{float(value):.6g}"
