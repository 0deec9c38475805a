"""What ``dptheory privacy`` accounts for: a run of records or clients, and its phases."""

import argparse
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dptheory.commands import options
from dptheory.commands.arguments import MOST, exclusive, given, left_out, require
from dptheory.commands.disclaimer import usual_delta
from dptheory.errors import ArgumentError

if TYPE_CHECKING:
    from dptheory.planning import Run
    from dptheory.privacy.gaussian import GaussianSteps

LARGEST = 10**12  # records
RAREST = Fraction(1, 10**12)  # rate of batches
RECORDS = 100  # of a user, at most
CLIENTS = {"clients": "batch_size", "rounds": "iterations"}  # words of federated learning
MECHANISMS = ("gaussian", "laplace", "tree", "banded")
ADAPTIVE = "adaptive="  # a clip that follows a noisy count, and the count's deviation
KEYS = ("noise-multiplier", "epochs", "iterations", "batch-size", "q")
WRITTEN = '"noise-multiplier=Z epochs=E batch-size=B", or iterations=T, or q=Q'


@dataclass(frozen=True)
class Setting:
    """A run with its noise, and what came before it on the same data.

    Attributes:
        run: records, batches, iterations. A rate q alone is one of some number of records.
        noise_multiplier: of the sum of a batch, over the clip.
        mechanism: of the noise: gaussian, laplace, or tree.
        records_per_user: k.
        earlier: phases, each with its noise multiplier.
        count_std: deviation of the noisy count that an adaptive clip follows.
    """

    run: "Run"
    noise_multiplier: float
    mechanism: str = "gaussian"
    records_per_user: int = 1
    earlier: "tuple[tuple[Run, float], ...]" = ()
    count_std: float = math.inf

    @property
    def adaptive(self) -> bool:
        """Whether the clip follows a noisy count, so that its norm is not known."""
        return math.isfinite(self.count_std)

    @property
    def released(self) -> float:
        r"""The multiplier of the one Gaussian release that the sum and the count are together.

        With z of the sum and s of the count, in which a record is 1/2 or -1/2, it is
        :math:`(z^{-2}+(2s)^{-2})^{-1/2}`.

        Source: Andrew, Thakkar, McMahan and Ramaswamy (2021), Theorem 1.
        """
        return self.noise_multiplier / math.hypot(1, self.noise_multiplier / (2 * self.count_std))

    @property
    def noise_std(self) -> float:
        """Of the mean."""
        return self.noise_multiplier * float(self.run.clip) / self.run.batch_size

    @property
    def plain(self) -> bool:
        """Whether it is one run with Gaussian noise of which one record is protected."""
        gaussian = self.mechanism == "gaussian"
        return gaussian and self.records_per_user == 1 and not self.earlier

    @property
    def steps(self) -> "GaussianSteps":
        """The run alone, for one record, at the noise of what is released."""
        from dptheory.privacy.gaussian import GaussianSteps

        run, clip = self.run, float(self.run.clip)
        noise = self.released * clip / run.batch_size
        return GaussianSteps(clip, noise, run.n, run.batch_size, run.iterations)

    def at_noise(self, multiplier: float) -> "Setting":
        """The same with other noise."""
        return replace(self, noise_multiplier=multiplier)


def add(p: Any) -> None:
    """The options of a run and its phases; any one of noise, length and batch may be left out."""
    options.add(p, "n", between=(1, LARGEST))
    options.add(p, "batch_size", "left out: the largest")
    options.add(p, "q", "in place of --batch-size", between=(RAREST, 1))
    options.add(p, "clients", "users in place of records, in place of --batch-size")
    words = "T = E ceil(N/B) iterations, as a loader makes them, rounded up"
    options.add(p, "epochs", words)
    options.flag(p, "drop_last", "T = E floor(N/B), rounded up")
    options.add(p, "iterations", "or the iterations themselves; left out: the most")
    options.add(p, "rounds", "in place of --iterations")
    words = "of the noise; tree and banded with --sampling shuffled"
    options.add(p, "mechanism", words, among=MECHANISMS, default=MECHANISMS[0])
    options.add(p, "records_per_user", default=1, between=(1, RECORDS))
    words = f"its options in one text: {WRITTEN}; may be repeated"
    options.text(p, "phase", words, metavar="TEXT", action="append", default=[])


def clip(text: str) -> tuple[Fraction, float]:
    """A norm and no count; or 1, where the norm is not known, and the deviation of the count.

    Raises:
        argparse.ArgumentTypeError: anything else.
    """
    if text.startswith(ADAPTIVE):
        return Fraction(1), float(options.positive(text.removeprefix(ADAPTIVE)))
    return options.positive(text), math.inf


def check(arguments: argparse.Namespace) -> str:
    """Fill in defaults; what is asked for: noise_multiplier, iterations, batch_size, q or nothing.

    Raises:
        ArgumentError: options do not fit together.
    """
    arguments.clip, arguments.count_std = arguments.clip
    _translate(arguments)
    _check_sizes(arguments)
    noise, multiplier = arguments.noise_std, arguments.noise_multiplier
    if noise is not None:
        exclusive("--noise-multiplier", multiplier, "--noise-std")
        exclusive("--q", arguments.q, "--noise-std", "the noise of a mean needs a batch's size")
    if arguments.epochs is not None:
        exclusive("--iterations", arguments.iterations, "--epochs")
    elif not arguments.phase:
        left_out(arguments, ("drop_last",), "without --epochs")
    absent = {
        "batch_size": arguments.batch_size is arguments.q is None,
        "iterations": arguments.epochs is arguments.iterations is None,
        "noise_multiplier": noise is multiplier is None,
    }
    return _asked(arguments, absent) if _has_run(arguments) else ""


def _asked(arguments: argparse.Namespace, absent: Mapping[str, bool]) -> str:
    """The one quantity that is left out; empty where none is."""
    others = {
        "batch_size": "or --q",
        "iterations": "or --iterations",
        "noise_multiplier": "or --noise-std or --noise-multiplier",
    }
    missing = [name for name, left in absent.items() if left]
    alone = len(missing) == 1
    for name in missing:
        if not alone or arguments.epsilon is None:
            wanted = {"iterations": "epochs", "noise_multiplier": "epsilon"}.get(name, name)
            last = "" if name == "noise_multiplier" else ", or left out alone beside --epsilon"
            given(arguments, (wanted,), f"{others[name]}{last}")
    if missing == ["batch_size"]:
        exclusive("--noise-std", arguments.noise_std, "a batch that is asked for")
        return "q" if arguments.n is None else "batch_size"
    return missing[0] if missing else ""


def _translate(arguments: argparse.Namespace) -> None:
    """Clients and rounds as batches and iterations, and whom the account protects."""
    words = [name for name in CLIENTS if getattr(arguments, name) is not None]
    several = arguments.records_per_user > 1
    arguments.protected = "user" if words or several else "record"
    for name in words:
        other = CLIENTS[name]
        written = f"--{other.replace('_', '-')}"
        exclusive(written, getattr(arguments, other), f"--{name}")
        require(not several, "--records-per-user", f"left out with --{name}", "it given")
        setattr(arguments, other, getattr(arguments, name))
        setattr(arguments, name, None)


def _check_sizes(arguments: argparse.Namespace) -> None:
    """n and the batch, and the delta that follows from n."""
    n, batch, k = arguments.n, arguments.batch_size, arguments.records_per_user
    if arguments.q is not None:
        exclusive("--batch-size", batch, "--q")
    elif batch is not None or arguments.noise_std is not None:
        given(arguments, ("n",), "or --q in place of it and --batch-size")
    if n is not None and batch is not None:
        require(1 <= batch <= n, "--batch-size", f"a whole number from 1 to n = {n}", batch)
    require(n is None or k <= n, "--records-per-user", f"a whole number from 1 to {n}", k)
    if arguments.delta is None:
        require(n is not None, "--delta", "given, or --n for the default 1/(10 n)", None)
        arguments.delta = usual_delta(n)


def setting(arguments: argparse.Namespace) -> Setting:
    """The setting of checked arguments; what is asked for is 1 in it.

    Raises:
        ArgumentError: a phase is not one, or epochs have too many iterations.
    """
    phases = [_phase(text, arguments) for text in arguments.phase]
    if _has_run(arguments):
        run, multiplier = _run(arguments, vars(arguments), "--epochs"), arguments.noise_multiplier
        if arguments.noise_std is not None:
            multiplier = arguments.noise_std * run.batch_size / arguments.clip
        phases.append((run, 1.0 if multiplier is None else float(multiplier)))
    *earlier, (run, noise) = phases
    k, mechanism = arguments.records_per_user, arguments.mechanism
    return Setting(run, noise, mechanism, k, tuple(earlier), arguments.count_std)


def _has_run(arguments: argparse.Namespace) -> bool:
    """Whether options describe a run; the last phase is it otherwise."""
    names = ("noise_std", "noise_multiplier", "epochs", "iterations")
    return not arguments.phase or any(getattr(arguments, name) is not None for name in names)


def _run(arguments: argparse.Namespace, values: Mapping[str, Any], option: str) -> "Run":
    """The run of a batch, or a rate, with epochs or iterations; those left out are 1."""
    from dptheory.planning import Run

    n, batch = arguments.n, values["batch_size"]
    if values["q"] is not None:
        n, batch = sizes_of(values["q"])
    elif batch is None:
        n, batch = (RECORDS, 1) if n is None else (n, 1)
    more = (arguments.clip, arguments.drop_last)
    if values["epochs"] is None:
        return Run(n, batch, None, *more, iterations=values["iterations"] or 1)
    run = Run(n, batch, values["epochs"], *more)
    allowed = f"such that the loader makes 1 to {MOST} steps"
    require(1 <= run.iterations <= MOST, option, allowed, values["epochs"])
    return run


def sizes_of(q: Fraction) -> tuple[int, int]:
    """Records, at least those of a user, and a batch of the rate q exactly."""
    times = -(-RECORDS // q.denominator)
    return q.denominator * times, q.numerator * times


def _phase(text: str, arguments: argparse.Namespace) -> "tuple[Run, float]":
    """A phase as a run and its noise multiplier; its batch is the run's where it is left out."""
    found: dict[str, Any] = {}
    for word in text.replace(",", " ").split():
        key, _, value = word.partition("=")
        require(key in KEYS and key not in found, "--phase", WRITTEN, repr(word))
        found[key] = _number(key, value)
    values: dict[str, Any] = {key.replace("-", "_"): found.get(key) for key in KEYS}
    for one, other in (("epochs", "iterations"), ("batch-size", "q")):
        require(not {one, other} <= found.keys(), "--phase", f"of {one} or {other}", repr(text))
    for wanted in ({"epochs", "iterations"}, {"noise-multiplier"}):
        named = " or ".join(sorted(wanted))
        require(bool(wanted & found.keys()), "--phase", f"a text with {named}", repr(text))
    if values["batch_size"] is values["q"] is None:
        values |= {"batch_size": arguments.batch_size, "q": arguments.q}
        known = arguments.batch_size is not None or arguments.q is not None
        require(known, "--phase", "a text with batch-size or q", repr(text))
    if (batch := values["batch_size"]) is not None:
        n = arguments.n
        require(n is not None, "--n", "given where a phase has a batch-size", None)
        require(batch <= n, "--phase", f"of a batch-size from 1 to n = {n}", batch)
    return _run(arguments, values, "--phase epochs"), float(values["noise_multiplier"])


def _number(key: str, text: str) -> Any:
    """A value of a phase, in the range of the option of that name.

    Raises:
        ArgumentError: it is none.
    """
    try:
        if key in ("iterations", "batch-size"):
            value: Any = options.whole(text)
            ends: tuple[Any, Any] = (1, MOST if key == "iterations" else LARGEST)
        else:
            value = options.number(text)
            ends = (RAREST, 1) if key == "q" else (Fraction(1, 10**40), Fraction(10**40))
    except argparse.ArgumentTypeError as error:
        raise ArgumentError(f"--phase {key} {error}") from error
    least, most = ends
    said = f"from {float(least):g} to {float(most):g}"
    require(least <= value <= most, f"--phase {key}", said, value)
    return value
