"""Linear matrix inequalities for rates: solver, exact certificates, maps and noise gains."""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.lyapunov.constants import Constant, Constants, best_constant, constant_curve
    from dptheory.lyapunov.criterion import heavy_ball_feasible
    from dptheory.lyapunov.floor_grid import FloorMap, floor_map
    from dptheory.lyapunov.floors import Floor, noise_floor
    from dptheory.lyapunov.frontiers import Frontier, Trade, frontier
    from dptheory.lyapunov.full_noise import full_trade_off
    from dptheory.lyapunov.grid import RateMap, rate_map
    from dptheory.lyapunov.horizons import Horizon, worst_final
    from dptheory.lyapunov.noise import quadratic_noise_gain, trade_off
    from dptheory.lyapunov.radial import floor_from_below, radial_floor
    from dptheory.lyapunov.rates import rate
    from dptheory.lyapunov.results import Inequality, NoiseGain, RateResult, Status, TradeOff
    from dptheory.lyapunov.shocks import LowerEnd, worst_shock
    from dptheory.methods import StateSpace
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "Constant",
    "Constants",
    "Floor",
    "FloorMap",
    "Frontier",
    "Horizon",
    "Inequality",
    "LowerEnd",
    "NoiseGain",
    "RateMap",
    "RateResult",
    "StateSpace",
    "Status",
    "Trade",
    "TradeOff",
    "best_constant",
    "constant_curve",
    "floor_from_below",
    "floor_map",
    "frontier",
    "full_trade_off",
    "heavy_ball_feasible",
    "noise_floor",
    "quadratic_noise_gain",
    "radial_floor",
    "rate",
    "rate_map",
    "trade_off",
    "worst_final",
    "worst_shock",
]
