"""Section 3.1, (16)-(18): DP-SHB as a dynamical system."""

from typing import Any

from dptheory.methods import heavy_ball
from verify.display.latex import tex
from verify.language import claim, natural, says, vector
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import printed

V = symbols.V.extended(
    d=natural("d", search=(1, 3)),
    G=vector("d", r"\nabla F(x_t)", unit="gradient"),
    G_batch=vector("d", r"\nabla F_{B_t}(x_t)", unit="gradient"),
    eta=vector("d", r"\eta_t", unit="gradient"),
    v=vector("d", "v_t", unit="gradient"),
)
STEP = r"x_t-\alpha(\nabla F_{B_t}(x_t)+\eta_t)+\beta(x_t-x_{t-1})"  # (9)


def with_error(error: str) -> str:
    """(16) with the given v_t."""
    return rf"x_t-\alpha(\nabla F(x_t)+\eta_t+{error})+\beta(x_t-x_{{t-1}})"


ERROR_FORM = says(tex(V, STEP) == tex(V, with_error(r"(\nabla F(x_t)-\nabla F_{B_t}(x_t))")))
EQ_16 = claim(
    "accelerated/eq-16", "§3.1, (16)", "heavy ball with the sampling error", ERROR_FORM
).repaired(right=tex(V, with_error(r"(\nabla F_{B_t}(x_t)-\nabla F(x_t))")))


def row(matrices: Any, i: int, x: Any, x_last: Any, force: Any) -> Any:
    """Row i of A xi_t + B (u_t + v_t + eta_t)."""
    A, B, _ = matrices
    return A[i][0] * x + A[i][1] * x_last + B[i][0] * force


def printed_row(alpha: Any, beta: Any, x: Any, x_last: Any, G: Any, eta: Any, v: Any) -> Any:
    """The first row of (17) with the matrices of (18)."""
    return row(printed.eq_18(alpha, beta), 0, x, x_last, G + v + eta)


def library_row(alpha: Any, beta: Any, x: Any, x_last: Any, G: Any, eta: Any, v: Any) -> Any:
    """The same with the library's matrices: B = (-alpha, 0)."""
    return row(heavy_ball(alpha, beta).state_space(), 0, x, x_last, G + v + eta)


def second_row(alpha: Any, beta: Any, x: Any, x_last: Any, G: Any, eta: Any, v: Any) -> Any:
    """The second row of (17)."""
    return row(printed.eq_18(alpha, beta), 1, x, x_last, G + v + eta)


def output(alpha: Any, beta: Any, x: Any, x_last: Any) -> Any:
    """z_t = C xi_t."""
    ((first, second),) = printed.eq_18(alpha, beta)[2]
    return first * x + second * x_last


SYSTEM = says(tex(V, with_error("v_t")) == V.of(printed_row))
EQ_18 = claim(
    "accelerated/eq-18",
    "§3.1, (17)-(18)",
    "dynamical system",
    {
        "x_{t+1}": SYSTEM,
        "x_t": says(tex(V, "x_t") == V.of(second_row), forall="alpha beta"),
        "z_t": says(tex(V, "x_t") == V.of(output), forall="alpha beta"),
    },
    repaired={"x_{t+1}": SYSTEM.but(right=V.of(library_row))},
)

CLAIMS = (EQ_16, EQ_18)
