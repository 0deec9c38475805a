"""Section 3, (14)-(15): the smoothing form of the heavy ball is the library's step."""

from dptheory.methods import heavy_ball
from dptheory.optimizers.momentum import MomentumState, update
from verify.display.latex import tex
from verify.language import Formula, agrees, claim, says
from verify.papers.accelerated.notation import V

AVERAGED = r"x_t-\frac{\alpha}{1-\beta}(\beta\bar u_{t-1}+(1-\beta)g_t)"  # (15) in (14)
AT_0 = r"x_t-\frac{\alpha}{1-\beta}((1-\beta)g_t)"  # with u_0


def step(x_last: Formula) -> Formula:
    """The library's step from any two iterates."""
    found: Formula = update(heavy_ball(V.alpha, V.beta), MomentumState(V.x, x_last), V.g).x
    return found


SMOOTHING = (
    claim("accelerated/eq-14-15", "§3, (9), (14), (15)", "Smoothing form of the heavy ball")
    .says(
        {
            # x_{t-1} = x_t + alpha/(1-beta) u_{t-1} by (14).
            "t >= 1": agrees(tex(V, AVERAGED) == step(V.x + V.alpha / (1 - V.beta) * V.u)),
            # (9) needs x_{-1} = x_0, which the paper does not give.
            "t = 0, started at rest": agrees(tex(V, AT_0) == step(V.x)),
        },
        notes=(
            # (9) as printed, the released gradient being g_t.
            says(tex(V, r"x_t-\alpha g_t+\beta(x_t-x_{t-1})") == step(V.x_last)),
        ),
    )
    .quoting(
        r"x_{t+1}=x_t-\frac{\alpha}{1-\beta}\bar u_t",
        part="t >= 1",
        reading="with (15) put in for the average, and compared with the library's step",
    )
    .quoting(
        r"\bar u_t=\beta\bar u_{t-1}+(1-\beta)(\nabla F_{B_t}(x_t)+\eta_t)",
        part="t >= 1",
        reading="put into (14), with $g_t$ for the released gradient",
    )
    .quoting(
        r"\bar u_0=(1-\beta)(\nabla F_{B_0}(x_0)+\eta_0)",
        part="t = 0, started at rest",
        reading="put into (14), with $g_t$ for the released gradient",
    )
    .rejects("started with a velocity", part="t = 0, started at rest", right=step(V.x_last))
)
