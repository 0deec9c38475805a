"""The papers, in the order of the ledger; each package lists its modules in a tuple."""

import importlib
import re
from pathlib import Path
from types import ModuleType

SLUGS = ("accelerated", "lssgd", "adambc", "nsgd", "groupwise", "dptheory")
TITLES = {
    "accelerated": "Differentially Private Accelerated Optimization Algorithms "
    "(Kuru, Birbil, Gürbüzbalaban, Yıldırım 2020)",
    "lssgd": "DP-LSSGD: A Stochastic Optimization Method to Lift the Utility in Privacy-Preserving "
    "ERM (Wang, Gu, Boedihardjo, Barekat, Osher 2019)",
    "adambc": "DP-AdamBC: Your DP-Adam Is Actually DP-SGD (Unless You Apply Bias Correction) "
    "(Tang, Shpilevskiy, Lécuyer 2023)",
    "nsgd": "Normalized/Clipped SGD with Perturbation for Differentially Private Non-Convex "
    "Optimization (Yang, Zhang, Chen, Liu 2022)",
    "groupwise": "On the Accuracy and Efficiency of Group-Wise Clipping in Differentially Private "
    "Optimization (Bu, Liu, Wang, Zha, Karypis 2023)",
    "dptheory": "Results of this project",
}


def names(slug: str) -> tuple[str, ...]:
    """The names of a paper's modules, one a numbered result, in the paper's order."""
    package = importlib.import_module(f"verify.papers.{slug}")
    return tuple(f"verify.papers.{slug}.results.{m}" for m in package.MODULES)


def modules(slug: str) -> tuple[ModuleType, ...]:
    """The modules of a paper, imported."""
    return tuple(map(importlib.import_module, names(slug)))


def experiments(slug: str) -> tuple[str, ...]:
    """The names of the modules whose runs several claims of a paper share."""
    package = importlib.import_module(f"verify.papers.{slug}")
    found = getattr(package, "EXPERIMENTS", ())
    return tuple(f"verify.papers.{slug}.laboratory.{m}" for m in found)


def ids_in(name: str) -> tuple[str, ...]:
    """The claims' ids that stand in a module's text, which is not imported."""
    _, _, slug, *inner = name.split(".")
    text = Path(__file__).parent.joinpath(slug, *inner).with_suffix(".py").read_text("utf-8")
    return tuple(re.findall(rf'"({slug}/[^"\s]+)"', text))
