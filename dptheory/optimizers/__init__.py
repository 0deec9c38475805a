"""Pure updates on a released gradient."""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.optimizers import adam, dp2_rmsprop, momentum, private, sgdm
    from dptheory.optimizers.adam import Adam
    from dptheory.optimizers.dp2_rmsprop import DelayedRMSProp
    from dptheory.optimizers.floor import adam_floor
    from dptheory.optimizers.sgdm import Sgdm
    from dptheory.optimizers.stage_plans import Stage, multistage, stages
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "Adam",
    "DelayedRMSProp",
    "Sgdm",
    "Stage",
    "adam",
    "adam_floor",
    "dp2_rmsprop",
    "momentum",
    "multistage",
    "private",
    "sgdm",
    "stages",
]
