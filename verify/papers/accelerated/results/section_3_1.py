"""Section 3.1, (16)-(18): DP-SHB as a dynamical system."""

from typing import Any

from dptheory.methods import heavy_ball
from verify.display.latex import tex
from verify.language import Formula, claim, says, vector
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import printed

V = symbols.V.extended(
    d=symbols.V.d.within(search=(1, 3)),
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
EQ_16 = (
    claim("accelerated/eq-16", "§3.1, (16)", "Heavy ball with the sampling error", ERROR_FORM)
    .quoting(r"x_{t+1}=x_t-\alpha(\nabla F(x_t)+\eta_t+v_t)+\beta(x_t-x_{t-1})")
    .quoting(r"v_t=\nabla F(x_t)-\nabla F_{B_t}(x_t)")
    .quoting(r"x_{t+1}=x_t-\alpha(\nabla F_{B_t}(x_t)+\eta_t)+\beta(x_t-x_{t-1})")
    .repaired(right=tex(V, with_error(r"(\nabla F_{B_t}(x_t)-\nabla F(x_t))")))
)

EQ_18_MATRICES = printed.eq_18(V.alpha, V.beta)


def row(matrices: Any, i: int) -> Formula:
    """Row i of (17), A xi_t + B (u_t + v_t + eta_t)."""
    A, B, _ = matrices
    return V.of(
        lambda x, x_last, G, eta, v: A[i][0] * x + A[i][1] * x_last + B[i][0] * (G + v + eta)
    )


((C_1, C_2),) = EQ_18_MATRICES[2]
SYSTEM = says(tex(V, with_error("v_t")) == row(EQ_18_MATRICES, 0))
# The library has B = (-alpha, 0).
TRUE_ROW = SYSTEM.but(right=row(heavy_ball(V.alpha, V.beta).state_space(), 0))
EQ_18 = (
    claim("accelerated/eq-18", "§3.1, (17)-(18)", "DP-SHB as a dynamical system")
    .says(
        {
            "x_{t+1}": SYSTEM,
            "x_t": says(tex(V, "x_t") == row(EQ_18_MATRICES, 1), forall="alpha beta"),
            "z_t": says(
                tex(V, "x_t") == V.of(lambda x, x_last: C_1 * x + C_2 * x_last), forall="alpha beta"
            ),
        },
        repaired={"x_{t+1}": TRUE_ROW},
        elsewhere={"x_{t+1}": ("(42), w_t being the sum of eta_t and v_t", TRUE_ROW)},
    )
    .quoting(
        r"\xi_{t+1}=[A\otimes I_d]\xi_t+[B\otimes I_d](u_t+v_t+\eta_t)",
        part="x_{t+1}",
        reading="row by row, with the matrices of (18)",
    )
    .quoting(r"B=\begin{bmatrix}\alpha\\0\end{bmatrix}", part="x_{t+1}", reading="put into (17)")
    .quoting(
        r"A=\begin{bmatrix}1+\beta&-\beta\\1&0\end{bmatrix}",
        part="x_{t+1}",
        reading="put into (17)",
    )
    .quoting(
        r"z_t=[C\otimes I_d]\xi_t", part="z_t", reading="the row of $z_t$, with the matrix of (18)"
    )
    .quoting(r"C=\begin{bmatrix}1&0\end{bmatrix}", part="z_t", reading="put into (17)")
    .quoting(r"\xi_t=\begin{bmatrix}x_t\\x_{t-1}\end{bmatrix}", part="x_t", reading="put into (17)")
    .quoting(r"u_t=\nabla F(z_t)", part="x_{t+1}", reading="put into (17), with $x_t$ for $z_t$")
)
