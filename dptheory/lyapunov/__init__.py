"""Linear matrix inequalities for rates: solver, exact certificates, maps and noise gains."""

from typing import TYPE_CHECKING

from dptheory.lazily import lazily

if TYPE_CHECKING:
    from dptheory.lyapunov.criterion import heavy_ball_feasible
    from dptheory.lyapunov.grid import rate_map
    from dptheory.lyapunov.noise import quadratic_noise_gain, trade_off
    from dptheory.lyapunov.rates import RateResult, Status, rate
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "RateResult",
    "Status",
    "heavy_ball_feasible",
    "quadratic_noise_gain",
    "rate",
    "rate_map",
    "trade_off",
]
