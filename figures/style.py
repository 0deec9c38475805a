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

# Apart in hue for those who see few colours, and in lightness for a grey print: from the darkest to
# the lightest, about ten units of L* from one to the next.
PURPLE, BLUE, VERMILION, GREEN, ORANGE, SKY = (
    "#4A1259",
    "#004C8C",
    "#C04A10",
    "#2E9E7A",
    "#E69F00",
    "#97D0F0",
)
GREY = "0.37"
