"""One look for all figures."""

from typing import Any

# Matplotlib's own type of these keys is a list of several hundred names.
STYLE: Any = {
    "svg.hashsalt": "dptheory",
    "savefig.dpi": 110,
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "lines.linewidth": 1.3,
}

# Okabe and Ito's palette, readable with colour-vision deficiencies.
BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#CC79A7",
    "#56B4E9",
)
GREY = "0.35"
