"""Section 3.1, (16)-(18): DP-SHB as a dynamical system."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from dptheory.methods import heavy_ball
from verify.checks.claim import Claim, Repair
from verify.checks.identity import Identity
from verify.papers.accelerated import printed

Point = Mapping[str, Any]
GRADIENT = "loss/length"
CURVATURE = "loss/length^2"
UNITS = {
    "alpha": "length^2/loss",
    "beta": "1",
    "rho": "1",
    "mu": CURVATURE,
    "L": CURVATURE,
    "curvature": CURVATURE,
    "x": "length",
    "previous": "length",
    "spread": "length",
    "gradient": GRADIENT,
    "batch": GRADIENT,
    "noise": GRADIENT,
    "v": GRADIENT,
    "w": GRADIENT,
    "power": "loss^2/length^2",
    "gap": "loss",
    "gap_star": "loss",
}
KINDS = (
    dict.fromkeys(("alpha", "mu", "L", "curvature"), "positive")
    | dict.fromkeys(("beta", "rho"), "fraction")
    | dict.fromkeys(("power", "gap", "gap_star"), "nonnegative")
)
POINT = {
    "alpha": Fraction(1, 3),
    "beta": Fraction(1, 4),
    "rho": Fraction(2, 3),
    "mu": Fraction(3, 2),
    "L": Fraction(5, 2),
    "x": Fraction(2),
    "previous": Fraction(7),
    "gradient": Fraction(3),
    "batch": Fraction(5),
    "noise": Fraction(11),
    "v": Fraction(13),
    "w": Fraction(4),
    "curvature": Fraction(9, 4),
    "spread": Fraction(17),
    "power": Fraction(19),
    "gap": Fraction(23),
    "gap_star": Fraction(29),
}


# The smallest instances at which a wrong sign shows: started at rest in the origin.
REST = {"alpha": 1, "beta": Fraction(1, 2), "x": 0, "previous": 0, "noise": 0, "v": 0} | {
    "gradient": 0,
    "batch": 1,
}


def kinds(*names: str) -> dict[str, str]:
    """The sympy assumption of each symbol; positions, gradients and noise are real."""
    return {n: KINDS.get(n, "real") for n in names}


def at(*names: str) -> dict[str, Any]:
    """The instance of the named symbols."""
    return {n: POINT[n] for n in names}


# (16) and (18) --------------------------------------------------------------------------------


def released_step(
    alpha: Any, beta: Any, x: Any, previous: Any, batch: Any, noise: Any, **_: Any
) -> Any:
    """(9), from the mini-batch gradient."""
    return x - alpha * (batch + noise) + beta * (x - previous)


def error_form(error: Callable[[Any, Any], Any], point: Point = POINT) -> Identity:
    """(9) against (16) with the given definition of v."""
    names = ("alpha", "beta", "x", "previous", "gradient", "batch", "noise")
    return Identity(
        name="(9) in the form (16)",
        lhs=released_step,
        rhs=lambda alpha, beta, x, previous, gradient, batch, noise: printed.eq_16(
            alpha, beta, x, previous, gradient, noise, error(gradient, batch)
        ),
        symbols=kinds(*names),
        instance={n: point[n] for n in names},
        general="coordinate by coordinate",
        consequence="grad F_B = grad F - v, so that v enters with a minus",
    )


ERROR_FORM = Claim(
    id="accelerated/eq-16",
    where="§3.1, (16)",
    title="heavy ball with the sampling error",
    statement=r"With $v_t=\nabla F(x_t)-\nabla F_{B_t}(x_t)$, (9) reads "
    r"$x_{t+1}=x_t-\alpha(\nabla F(x_t)+\eta_t+v_t)+\beta(x_t-x_{t-1})$.",
    units=UNITS,
    checks=(error_form(printed.sampling_error, REST),),
    repair=Repair(
        statement=r"The same with $v_t=\nabla F_{B_t}(x_t)-\nabla F(x_t)$.",
        changes=("the sign of v_t",),
        checks=(error_form(lambda gradient, batch: batch - gradient),),
        consequence="none for the bounds: they use E(v|x) = 0 and Cov(v|x), which do not change.",
    ),
)


def state_step(
    matrices: Callable[[Any, Any], Any], alpha: Any, beta: Any, x: Any, previous: Any, force: Any
) -> Any:
    """A xi + B force, as a column."""
    A, B, _ = matrices(alpha, beta)
    return tuple(
        (row[0] * x + row[1] * previous + b[0] * force,) for row, b in zip(A, B, strict=True)
    )


def state_space(alpha: Any, beta: Any) -> Any:
    """The library's matrices A, B and C."""
    return heavy_ball(alpha, beta).state_space()


def system(matrices: Callable[[Any, Any], Any], point: Point = POINT) -> tuple[Identity, Identity]:
    """(16) against (17), and z_t against x_t."""
    names = ("alpha", "beta", "x", "previous", "gradient", "noise", "v")
    return (
        Identity(
            name="state",
            part="state",
            lhs=lambda alpha, beta, x, previous, gradient, noise, v: (
                (printed.eq_16(alpha, beta, x, previous, gradient, noise, v),),
                (x,),
            ),
            rhs=lambda alpha, beta, x, previous, gradient, noise, v: state_step(
                matrices, alpha, beta, x, previous, gradient + v + noise
            ),
            symbols=kinds(*names),
            instance={n: point[n] for n in names},
            general="the Kronecker products with I_d act coordinate by coordinate",
            consequence="B must be [-alpha; 0]: with the printed sign the method ascends",
        ),
        Identity(
            name="output",
            part="output",
            lhs=lambda alpha, beta, x, previous: x,
            rhs=lambda alpha, beta, x, previous: (
                matrices(alpha, beta)[2][0][0] * x + matrices(alpha, beta)[2][0][1] * previous
            ),
            symbols=kinds("alpha", "beta", "x", "previous"),
            instance=at("alpha", "beta", "x", "previous"),
        ),
    )


SYSTEM = Claim(
    id="accelerated/eq-18",
    where="§3.1, (17)-(18)",
    title="dynamical system",
    statement=r"(16) is $\xi_{t+1}=[A\otimes I_d]\xi_t+[B\otimes I_d](u_t+v_t+\eta_t)$, "
    r"$z_t=[C\otimes I_d]\xi_t$, $u_t=\nabla F(z_t)$ with $\xi_t=[x_t;x_{t-1}]$, "
    r"$A=\begin{bmatrix}1+\beta&-\beta\\1&0\end{bmatrix}$, "
    r"$B=\begin{bmatrix}\alpha\\0\end{bmatrix}$, $C=[1\ 0]$.",
    units=UNITS,
    checks=system(printed.eq_18, REST | {"gradient": 1}),
    repair=Repair(
        statement=r"The same with $B=\begin{bmatrix}-\alpha\\0\end{bmatrix}$ "
        r"(and $v_t=\nabla F_{B_t}-\nabla F$ where (16) is to be (9)).",
        changes=("the sign of B",),
        checks=system(state_space),
        consequence="B enters (22) linearly through A'PB, so that (22) is to be read with -alpha.",
    ),
)

CLAIMS = (ERROR_FORM, SYSTEM)
