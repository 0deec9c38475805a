"""``dptheory privacy --release last``: what the last iterate alone leaks."""

import argparse
from typing import Any

from dptheory.commands.arguments import exclusive, number, require
from dptheory.commands.budget import require_positive
from dptheory.errors import ArgumentError

RELEASES = ("all", "last")
OPTIONS = ("alpha", "mu", "smoothness", "momentum", "spectrum")
MOST = 10**6  # iterations of a quadratic, which are followed one by one


def add(p: Any) -> None:
    """The options."""
    p.add_argument("--release", default="all", metavar="WHAT", help="all (default) or last")
    p.add_argument("--alpha", type=number, metavar="A", help="last: step size, 0 < A <= 2/L")
    p.add_argument("--mu", type=number, metavar="M", help="last: strong convexity, M >= 0")
    p.add_argument("--smoothness", type=number, metavar="L", help="last: of the mean loss, L > 0")
    p.add_argument(
        "--spectrum",
        metavar="X,...",
        help="last: or the eigenvalues of the one Hessian of quadratic losses",
    )
    p.add_argument(
        "--momentum", type=number, metavar="B", help="last: of the heavy ball, with --spectrum"
    )


def check(arguments: argparse.Namespace) -> None:
    """Raise ValueError where an option is out of its range."""
    require(arguments.release in RELEASES, "--release", "all or last", arguments.release)
    if arguments.release == "all":
        for name in OPTIONS:
            value = getattr(arguments, name)
            require(value is None, f"--{name}", "left out but with --release last", value)
        return
    fits = arguments.batch_size == arguments.n
    require(fits, "--batch-size", f"n = {arguments.n} with --release last", arguments.batch_size)
    exclusive("--candidates", arguments.candidates, "--release last")
    require_positive("--alpha", arguments.alpha)
    momentum = arguments.momentum
    if arguments.spectrum is None:
        words = (
            "0 but with --spectrum: on losses that are not quadratic the last iterate of the "
            "heavy ball may leak as much as all (docs/privacy.md)"
        )
        require(not momentum, "--momentum", words, momentum)
        require_positive("--smoothness", arguments.smoothness)
        L, mu = arguments.smoothness, arguments.mu
        within = mu is not None and 0 <= mu <= L
        require(within, "--mu", f"in [0, L = {L}]", mu)
        require(arguments.alpha * L <= 2, "--alpha", f"at most 2/L, L = {L}", arguments.alpha)
        return
    for name in ("mu", "smoothness"):
        exclusive(f"--{name}", getattr(arguments, name), "--spectrum")
    require(momentum is None or 0 <= momentum < 1, "--momentum", "in [0, 1)", momentum)
    for curvature in _curvatures(arguments):
        require_positive("--spectrum", curvature)


def _curvatures(arguments: argparse.Namespace) -> list[Any]:
    try:
        return [number(text) for text in arguments.spectrum.split(",")]
    except argparse.ArgumentTypeError as error:
        raise ArgumentError(f"--spectrum {error}") from error


def rows(
    arguments: argparse.Namespace, steps: Any, relations: dict[str, str]
) -> list[dict[str, Any]]:
    """The last iterate's epsilon, and the noise for the budget; rows for JSON."""
    from dptheory.privacy import Neighbouring
    from dptheory.privacy.last_iterate import contracting_distance, contraction, quadratic_distance
    from dptheory.privacy.release import release_epsilon, release_multiplier

    T, delta = steps.iterations, float(arguments.delta)
    alpha = arguments.alpha
    if arguments.spectrum is None:
        c = contraction(alpha, arguments.mu, arguments.smoothness)
        distance = contracting_distance(c, T)
        convex = "strongly convex" if arguments.mu > 0 else "convex"
        contract = "do not contract" if c == 1 else f"contract by {float(c):.6g}"
        losses = f"{convex}, steps {contract}"
    else:
        require(T <= MOST, "--iterations", f"at most {MOST} with --spectrum", T)
        beta = arguments.momentum or 0
        try:
            distance = quadratic_distance(alpha, beta, _curvatures(arguments), T)
        except ValueError as error:
            raise ArgumentError(f"--spectrum: {error}") from error
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


def show(found: list[dict[str, Any]]) -> None:
    """Print the rows."""
    if not found:
        return
    first = found[0]
    print(f"the last iterate alone ({first['losses']}), as {first['releases_worth']:.6g} releases:")
    for row in found:
        cells = [row["epsilon"], row["smallest_noise"], row["smallest_noise_multiplier"]]
        shown = [f"{x:.6g}" for x in cells if x is not None]
        widths = (12, 15, 11)
        line = " ".join(f"{x:>{w}}" for x, w in zip(shown, widths, strict=False))
        print(f"{line}  {row['neighbouring']}")
