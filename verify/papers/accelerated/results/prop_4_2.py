r"""Section 4.1, Proposition 4.2, (30)-(31), and its proof in Appendix B.4."""

from typing import Any

from verify.display.latex import tex
from verify.language import claim, number, positive, real, says, total
from verify.papers.accelerated.formulas import printed, printed_4
from verify.papers.accelerated.lemmas import section_4
from verify.papers.accelerated.lemmas.section_4 import MINIMUM, ROOTS, TANGENT, WEIGHTS, W, eq_31
from verify.papers.accelerated.notation import i

V = section_4.V.extended(
    # Appendix B.4: the multiplier, and y_t = (2 a_{T,t})^{1/3} in units of (2 a_{T,T})^{1/3}.
    multiplier=positive(r"\lambda", unit="loss", search=(0.01, 10)),
    a=positive("a_{T,t}", unit="length^2/loss", search=(0.01, 10)),
    scale=positive("b_t", unit="gradient", search=(0.01, 10)),
    x=real("x", unit="gradient", search=(-10, 10)),
    z=real("z", unit="loss", search=(-10, 10)),
)
ITERATION = ["1 <= t", "t <= T"]
HAS_MINIMISER = says(number(0) < tex(V, WEIGHTS), given=["alpha * L <= 1", "mu <= L", *ITERATION])

PROP_4_2 = (
    claim("accelerated/prop-4.2", "§4.1, Prop 4.2, (30)-(31)", "Optimal noise allocation")
    .says(
        {
            "(31) divides by no 0": HAS_MINIMISER,
            "(31) spends the budget": says(total(i, 1, V.T, V.S / (V.n * eq_31(i))) == V.eps),
            "(31) has the least noise": MINIMUM,
        },
        notes=(
            # The tangent touches at e = x E/X alone: no other schedule is as good.
            says(
                TANGENT.says.left + W.X * (W.x * W.E - W.e * W.X) ** 2 / (W.e * W.E**3)
                <= TANGENT.says.right
            ),
        ),
    )
    .quoting(r"\sum_{t=1}^T\frac{S_1}{nb_t}=\epsilon", part="(31) has the least noise")
    .quoting(
        r"\sum_{t=1}^T\varepsilon(S_1,b_t,n,m)=\epsilon",
        part="(31) spends the budget",
        reading="at $m=n$, with the noise (31)",
    )
    .quoting(
        r"b_t=\frac{\sum_{j=1}^Ta_{T,j}^{1/3}}{a_{T,t}^{1/3}}\frac{S_1}{n"
        r"\epsilon}",
        part="(31) has the least noise",
        reading="put into the sum of (30); a weight is written $a_{T,T}c_t^3$",
    )
    .repaired(part="(31) divides by no 0", also=["mu < L"])
)

SHARE = says(printed.eq_11(V.S, eq_31(V.t), V.n, V.n) == V.c[V.t] / ROOTS * V.eps, given=ITERATION)
BUDGET_FORM = (
    claim("accelerated/prop-4.2-budget-form", "§4.1, Prop 4.2", "The allocation as budgets", SHARE)
    .quoting(
        r"\epsilon_t=\frac{a_{T,t}^{1/3}}{\sum_{j=1}^Ta_{T,j}^{1/3}}\epsilon",
        reading=("its left side is (11) at $m=n$ with (31); a weight is written $a_{T,T}c_t^3$"),
    )
    .rejects("the square of the share", right=(V.c[V.t] / ROOTS) ** 2 * V.eps)
)


# Appendix B.4 -----------------------------------------------------------------------------------
# With 2 a_{T,t} = 2 a_{T,T} c_t^3 the cube root of the printed b_t is rational in c_t.
PRINTED_MULTIPLIER = (V.S / V.n) ** 2 * 2 * V.last * ROOTS**3 / V.eps**3
STATIONARY = V.scale**3 == V.multiplier * V.S / V.n / (2 * V.a)
FROM_MULTIPLIER = PRINTED_MULTIPLIER * V.S / V.n / (2 * V.last * V.c[V.t] ** 3)
MULTIPLIER = (
    claim("accelerated/b4-multiplier", "App B.4", "The Lagrange multiplier")
    .says(
        {
            "stationarity": says(
                2 * V.a * V.scale == V.multiplier * V.S / (V.n * V.scale**2), given=[STATIONARY]
            ),
            "b_t of the multiplier is (31)": says(
                eq_31(V.t) ** 3 == FROM_MULTIPLIER, given=ITERATION
            ),
        }
    )
    .quoting(r"2a_{T,t}b_t=\lambda S_1/(nb_t^2)", part="stationarity")
    .quoting(
        r"b_t=(\frac{\lambda S_1/n}{2a_{T,t}})^{1/3}",
        part="stationarity",
        reading="a hypothesis, as its cube",
    )
    .quoting(
        r"\lambda=\frac{(S_1/n)^2\left[\sum_{t=1}^T(2a_{T,t})^{1/3}\right]^3}{"
        r"\epsilon^3}",
        part="b_t of the multiplier is (31)",
        reading="put into the cube of $b_t$; a weight is written $a_{T,T}c_t^3$",
    )
)


def entry(first: str, second: str) -> Any:
    """A second derivative of the printed Lagrangian, as a function of a, b, lambda, S_1 and n."""

    def derivative(a: Any, scale: Any, multiplier: Any, S: Any, n: Any) -> Any:
        import sympy

        names = sympy.symbols("a scale multiplier S n", positive=True)
        known = dict(zip(("a", "scale", "multiplier", "S", "n"), names, strict=True))
        # One term of the sum over t: no two b_t occur together.
        lagrangian = printed_4.b4_lagrangian(
            [known["a"]], [known["scale"]], known["multiplier"], known["S"], known["n"], 0
        )
        found = sympy.diff(lagrangian, known[first], known[second])
        return sympy.lambdify(names, found, modules=[{}])(a, scale, multiplier, S, n)

    return derivative


BORDER = says(V.of(entry("scale", "multiplier")) == 0, given=[STATIONARY])
DIAGONAL = says(V.of(entry("scale", "scale")) < 0, given=[STATIONARY])
HESSIAN = claim("accelerated/b4-hessian", "App B.4", "The bordered Hessian").says(
    {"diagonal": BORDER, "T negative values": DIAGONAL},
    instead={
        "diagonal": says(V.of(entry("scale", "multiplier")) < 0, given=[STATIONARY]),
        "T negative values": says(V.of(entry("scale", "scale")) == 6 * V.a, given=[STATIONARY]),
    },
    notes=(
        # T positive squares and, summed over t, one negative: the signature of a minimum.
        says(
            6 * V.a * V.x**2 - 2 * V.S / (V.n * V.scale**2) * V.x * V.z
            == 6 * V.a * (V.x - V.S / (6 * V.a * V.n * V.scale**2) * V.z) ** 2
            - V.S**2 / (6 * V.a * V.n**2 * V.scale**4) * V.z**2
        ),
    ),
)
