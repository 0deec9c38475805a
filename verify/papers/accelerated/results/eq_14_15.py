"""Section 3, (14)-(15): the smoothing form of the heavy ball is the library's step."""

from typing import Any

from dptheory.methods import heavy_ball
from dptheory.optimizers.momentum import MomentumState, init, update
from verify.display.latex import tex
from verify.language import agrees, claim, says
from verify.papers.accelerated.notation import V

AVERAGED = r"x_t-\frac{\alpha}{1-\beta}(\beta\bar u_{t-1}+(1-\beta)g_t)"  # (15) in (14)
FIRST = r"x_t-\frac{\alpha}{1-\beta}((1-\beta)g_t)"  # with u_0


def later_step(alpha: Any, beta: Any, x: Any, u: Any, g: Any) -> Any:
    """The library's step; x_{t-1} = x_t + alpha/(1-beta) u_{t-1} by (14)."""
    state = MomentumState(x, x + alpha / (1 - beta) * u)
    return update(heavy_ball(alpha, beta), state, g).x


def first_step(alpha: Any, beta: Any, x: Any, g: Any) -> Any:
    """The library's first step, at rest: (9) needs x_{-1} = x_0, which the paper does not give."""
    return update(heavy_ball(alpha, beta), init(x), g).x


def moving_step(alpha: Any, beta: Any, x: Any, x_last: Any, g: Any) -> Any:
    """The library's step from any two iterates."""
    return update(heavy_ball(alpha, beta), MomentumState(x, x_last), g).x


AT_REST = agrees(tex(V, FIRST) == V.of(first_step))
SMOOTHING = claim(
    "accelerated/eq-14-15",
    "§3, (9), (14), (15)",
    "smoothing form of the heavy ball",
    {"t >= 1": agrees(tex(V, AVERAGED) == V.of(later_step)), "t = 0, started at rest": AT_REST},
    notes=(
        # (9) as printed, the released gradient being g_t.
        says(tex(V, r"x_t-\alpha g_t+\beta(x_t-x_{t-1})") == V.of(moving_step)),
    ),
).rejects("started with a velocity", part="t = 0, started at rest", right=V.of(moving_step))

CLAIMS = (SMOOTHING,)
