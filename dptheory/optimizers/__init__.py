"""Pure updates on a released gradient."""

from typing import TYPE_CHECKING

from dptheory.lazily import lazily

if TYPE_CHECKING:
    from dptheory.optimizers import adam, delayed, momentum, private, sgdm
    from dptheory.optimizers.adam import Adam
    from dptheory.optimizers.delayed import DelayedRMSProp
    from dptheory.optimizers.floor import noise_floor
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
    "delayed",
    "momentum",
    "multistage",
    "noise_floor",
    "private",
    "sgdm",
    "stages",
]
