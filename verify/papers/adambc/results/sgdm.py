r"""Section 3: DP-SGD with momentum, its sums, and its relation to DP-Adam's first moment.

The momentum :math:`b_1,\dots,b_t` may be any numbers: with :math:`b_0=0` the released gradients are
:math:`\tilde g_\tau=b_\tau-\beta b_{\tau-1}`, and every sequence of gradients is of this form;
likewise with :math:`(1-\beta_1)\tilde g_\tau=m_\tau-\beta_1m_{\tau-1}`.
"""

from typing import Any

from dptheory.methods import heavy_ball
from dptheory.optimizers.momentum import MomentumState, update
from verify.display.latex import tex
from verify.language import Formula, agrees, claim, instance, says, symbols, total
from verify.methods.derive import Derive, multiply, shown
from verify.papers.adambc import notation
from verify.papers.adambc.notation import tau

V = notation.V.extended(
    beta=symbols.between(0, 1, r"\beta", unit="1"),
    eta=symbols.positive(r"\eta", unit="length^2/loss", search=(0.01, 2)),
    theta=symbols.real(r"\theta_{t-1}", unit="length", search=(-3, 3)),
    last=symbols.real("b_{t-1}", unit=notation.GRADIENT, search=(-3, 3)),
    released=symbols.real(r"\tilde{g}_t", unit=notation.GRADIENT, search=(-3, 3)),
    b=symbols.sequence("t", "b", unit=notation.GRADIENT),
    moments=symbols.sequence("t", "m", unit=notation.GRADIENT),
    now=symbols.real("b_t", unit=notation.GRADIENT, search=(-3, 3)),
    h=symbols.positive("h", unit="loss/length^2", search=(0.1, 10)),
)


def descent(eta: Any, beta: Any, theta: Any, last: Any, released: Any) -> Any:
    """The library's step; by the step before, theta_{t-2} = theta_{t-1} + eta b_{t-1}."""
    return update(heavy_ball(eta, beta), MomentumState(theta, theta + eta * last), released).x


MOMENTUM = r"\beta b_{t-1}+\tilde{g}_t"
USUAL = instance("beta=9/10")
FIRST_STEP = instance("eta=1/1 theta=1/1 last=0/1 released=1/1")
SGDM_UPDATE = (
    claim("adambc/sgdm-update", "§3, DP-SGDM", "The update of DP-SGDM")
    .says(
        agrees(tex(V, rf"\theta_{{t-1}}+\eta({MOMENTUM})") == V.of(descent), at=USUAL | FIRST_STEP),
        # F = h theta^2/2 without noise, from rest: the printed step goes up, for every step size.
        notes=(
            says(
                V.h / 2 * V.theta**2 < V.h / 2 * (V.theta + V.eta * (V.h * V.theta)) ** 2,
                given=[(V.theta != 0)],
            ),
        ),
    )
    .quoting(
        r"\theta_t\leftarrow\theta_{t-1}+\eta b_t^p",
        reading="Against the step of the library, whose momentum is the difference of its last two "
        r"points: that before $\theta_{t-1}$ is $\theta_{t-1}+\eta b_{t-1}$.",
    )
    .repaired(left=tex(V, rf"\theta_{{t-1}}-\eta({MOMENTUM})"))
)


# b_t from the gradients b_tau - beta b_{tau-1}; printed with the index t instead of tau.
def last_only(beta: Formula, values: Formula) -> Formula:
    """The powers of beta, summed, times what the update adds in step t."""
    added = values[V.t] - beta * values[V.t - 1]
    return total(tau, 1, V.t, beta ** (V.t - tau) * added)


def summed(beta: Formula, values: Formula) -> Formula:
    """The sum of the powers of beta, each times what the update adds in its step."""
    added = values[tau] - beta * values[tau - 1]
    return beta ** (V.t - 1) * values[1] + total(tau, 2, V.t, beta ** (V.t - tau) * added)


PRINTED_SUM = says(
    last_only(V.beta, V.b) == V.b[V.t], given=["t >= 2"], at=USUAL | instance("t=2 b=(1/1,1/1)")
)
SUM = PRINTED_SUM.but(left=summed(V.beta, V.b), given=())
# The same for m, to which a step adds (1 - beta_1) times its gradient.
UNBIASED = 1 / (1 - V.beta1**V.t)
PRINTED_MOMENT = says(
    UNBIASED * last_only(V.beta1, V.moments) == UNBIASED * V.moments[V.t], given=["t >= 2"]
)
MOMENT = PRINTED_MOMENT.but(
    left=UNBIASED * summed(V.beta1, V.moments),
    given=(),
    by=Derive(multiply(shown(summed(V.beta1, V.moments) == V.moments[V.t]), UNBIASED)),
)
# (1) sums what each step adds, with the step's own index; b_1 and m_1 are those of the first step.
BY_EQ_1 = r"\beta^{t-1}b_1+\sum_{\tau=2}^t\beta^{t-\tau}(b_\tau-\beta b_{\tau-1})"
MOMENT_BY_EQ_1 = BY_EQ_1.replace("b", "m").replace(r"\meta", r"\beta_1")
SGDM_SUMS = (
    claim("adambc/sgdm-sums", "§3, DP-SGDM", "The moments as sums")
    .says(
        {"b": PRINTED_SUM, "m": PRINTED_MOMENT},
        repaired={"b": SUM, "m": MOMENT},
        elsewhere={
            "b": ("(1)", SUM.but(left=tex(V, BY_EQ_1))),
            "m": ("(1)", MOMENT.but(left=tex(V, rf"\frac{{1}}{{1-\beta_1^t}}({MOMENT_BY_EQ_1})"))),
        },
    )
    .quoting(
        r"b_t^p=\sum_{\tau\le t}\beta^{t-\tau}\tilde g_t",
        part="b",
        reading="The gradient is what the update adds in step t, and the sum begins with step 1.",
    )
    .quoting(
        r"\hat m_t^p=\frac{1-\beta_1}{1-\beta_1^t}\sum_{\tau\le t}\beta_1^{t-\tau}\tilde g"
        r"_t",
        part="m",
        reading="The gradient is what the update adds in step t, and the sum begins with step 1.",
    )
)

# With beta = beta_1; m_hat is b with this factor, by the sums.
FACTOR = (1 - V.beta) / (1 - V.beta**V.t)
PRINTED_RELATION = says(V.now == FACTOR * V.M, given=["beta < 1", (V.M == FACTOR * V.now)])
SGDM_ADAM_RELATION = (
    claim("adambc/sgdm-adam-relation", "§3, DP-SGDM", "Momentum and first moment")
    .says(
        PRINTED_RELATION,
        elsewhere=(
            "the line before (3), solved for b",
            PRINTED_RELATION.but(
                left=tex(V, "b_t"), right=tex(V, r"\frac{1-\beta^t}{1-\beta}\hat{m}_t^p")
            ),
        ),
    )
    .quoting(r"b_t^p=\frac{1-\beta}{1-\beta^t}\hat m_t^p", letters={"b_t^p": V.now})
    .repaired(right=V.M / FACTOR)
)
