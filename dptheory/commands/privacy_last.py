"""``dptheory privacy --release last``: what the last iterate alone leaks."""

import argparse
from collections.abc import Iterator
from typing import Any

from dptheory.commands import options
from dptheory.commands.arguments import exclusive, given, left_out, require
from dptheory.errors import ArgumentError

OPTIONS = ("alpha", "mu", "smoothness", "beta", "quadratic")
MOST = 10**6  # iterations of a quadratic, which are followed one by one


def add(p: Any) -> None:
    """The options."""
    options.add(p, "release", among=("all", "last"), default="all")
    options.add(p, "alpha", "last: at most 2/L")
    options.add(p, "mu", "last", within="≥ 0")
    options.add(p, "smoothness", "last: of the mean loss", within="> 0")
    options.text(p, "quadratic", "last: of quadratic losses", metavar="X,...")
    options.add(p, "beta", "last: of the heavy ball, with --quadratic")


def check(arguments: argparse.Namespace) -> None:
    """Raise ArgumentError where an option is out of its range."""
    if arguments.release == "all":
        left_out(arguments, OPTIONS, "but with --release last")
        return
    fits = arguments.batch_size == arguments.n
    require(fits, "--batch-size", f"n = {arguments.n} with --release last", arguments.batch_size)
    exclusive("--candidates", arguments.candidates, "--release last")
    given(arguments, ("alpha",), "with --release last")
    if arguments.quadratic is not None:
        for name in ("mu", "smoothness"):
            exclusive(f"--{name}", getattr(arguments, name), "--quadratic")
        options.spectrum(arguments.quadratic)
        return
    words = (
        "0 but with --quadratic: on losses that are not quadratic the last iterate of the "
        "heavy ball may leak as much as all (docs/privacy.md)"
    )
    require(not arguments.beta, "--beta", words, arguments.beta)
    given(arguments, ("mu", "smoothness"), "with --release last, or --quadratic")
    L, mu = arguments.smoothness, arguments.mu
    require(mu <= L, "--mu", f"in [0, L = {L}]", mu)
    require(arguments.alpha * L <= 2, "--alpha", f"at most 2/L, L = {L}", arguments.alpha)


def rows(
    arguments: argparse.Namespace, steps: Any, relations: dict[str, str]
) -> list[dict[str, Any]]:
    """The last iterate's epsilon, and the noise for the budget; rows for JSON."""
    from dptheory.privacy import Neighbouring
    from dptheory.privacy.last_iterate import contracting_distance, contraction, quadratic_distance
    from dptheory.privacy.release import release_epsilon, release_multiplier

    T, delta = steps.iterations, float(arguments.delta)
    alpha = arguments.alpha
    if arguments.quadratic is None:
        c = contraction(alpha, arguments.mu, arguments.smoothness)
        distance = contracting_distance(c, T)
        convex = "strongly convex" if arguments.mu > 0 else "convex"
        contract = "do not contract" if c == 1 else f"contract by {float(c):.6g}"
        losses = f"{convex}, steps {contract}"
    else:
        require(T <= MOST, "--iterations", f"at most {MOST} with --quadratic", T)
        beta = arguments.beta or 0
        try:
            distance = quadratic_distance(alpha, beta, options.spectrum(arguments.quadratic), T)
        except ValueError as error:
            raise ArgumentError(f"--quadratic: {error}") from error
        losses = f"quadratic, momentum {float(beta):g}"
    found = []
    for sampling, neighbouring in relations.items():
        relation = Neighbouring(neighbouring)
        needed = None
        if arguments.epsilon is not None:
            z = release_multiplier(float(arguments.epsilon), delta) * distance
            needed = z * steps.noise_std / steps.multiplier(relation)
        found.append(
            {
                "sampling": sampling,
                "neighbouring": neighbouring,
                "losses": losses,
                "releases_worth": distance**2,
                "epsilon": release_epsilon(steps.multiplier(relation) / distance, delta),
                "smallest_noise": needed,
                "smallest_noise_multiplier": None
                if needed is None
                else steps.batch_size * needed / steps.lipschitz,
            }
        )
    return found


def lines(found: list[dict[str, Any]]) -> Iterator[str]:
    """The rows."""
    if not found:
        return
    first = found[0]
    yield f"the last iterate alone ({first['losses']}), as {first['releases_worth']:.6g} releases:"
    for row in found:
        cells = [row["epsilon"], row["smallest_noise"], row["smallest_noise_multiplier"]]
        shown = [f"{x:.6g}" for x in cells if x is not None]
        line = " ".join(f"{x:>{w}}" for x, w in zip(shown, (12, 15, 11), strict=False))
        yield f"{line}  {row['neighbouring']}"
