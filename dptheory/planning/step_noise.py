r"""Whether a vector is Gaussian white noise: exact tests, whatever its standard deviation.

With :math:`x_i` independent :math:`N(0,s^2)`, d of them, and :math:`Q=\sum x_i^2`:

- *Deviation.* :math:`Q/s^2` is chi-square with d degrees of freedom: an exact interval for s.
- *Mean.* :math:`\sqrt d\,\bar x` over the sample's deviation has Student's law.
- *Tails.* For :math:`A=\frac1d\sum|x_i|\big/\sqrt{Q/d}`, about :math:`\sqrt{2/\pi}`, and every
  :math:`\lambda\in(0,1/g)`, as :math:`2\sqrt m\le m+1`,

  .. math:: P(A\le g)\le\Bigl(E e^{\lambda(gx^2/2+g/2-|x|)}\Bigr)^d
            =\Bigl(\frac{e^{\lambda g/2}}{\sqrt{1-\lambda g}}\,
             \mathrm{erfcx}\frac{\lambda}{\sqrt{2(1-\lambda g)}}\Bigr)^d .
- *Extremes.* :math:`P(\max|x_i|\le cs)=(2\Phi(c)-1)^d`, with the ends of the interval for s.
- *Repeats.* For :math:`r_k=\sum_i x_ix_{i+k}/Q` and every lag k, :math:`P(|r_k|\ge c)\le
  2(1-c^2)^{d/2}`. The sum is :math:`x'Wx` with W half the adjacency of paths i, i + k, i + 2k, ...;
  a path of L points adds the factor :math:`\sum_ja^jb^{L-j}\ge a^L` to :math:`\det(I-\beta W)`,
  where :math:`a,b=(1\pm\sqrt{1-\beta^2})/2`. With :math:`\beta=2\lambda/(1+2\lambda c)`

  .. math:: P(x'(W-cI)x\ge0)\le\det(I-2\lambda(W-cI))^{-1/2}\le(1-\beta c)^{d/2}a^{-d/2},

  which is the bound at :math:`\beta=2c/(1+c^2)`. All lags count, each with its share of the level.
- *Precision.* Numbers of half precision have at most 11 significant bits, whatever they are cast
  to, and there are fewer than 2^16 of them. One draw of single precision has so few bits with
  probability :math:`2^{-13}`, and its draws are hardly ever alike; neither is a test at a level.
- *Layers.* The share of a layer of :math:`d_l` coordinates in Q has the law
  :math:`\mathrm{Beta}(d_l/2,(d-d_l)/2)`.

Deviation, mean and layers are exact; the others are bounds, so that none alarms more often than
its level. If the law is not Gaussian, the scale has an exact interval under a Laplace law
(:math:`\sum|x_i|` is a gamma variable) and under a uniform one (:math:`\max|x_i|`).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.fft import irfft as inverse_rfft
from scipy.fft import next_fast_len, rfft
from scipy.optimize import minimize_scalar
from scipy.special import betainc, betaincc, erfcx, gammainccinv, gammaincinv, stdtr

from dptheory.ranges import require

Array = NDArray[np.float64]
SEGMENT = 2**24  # coordinates among which repeats are looked for: the memory of the transform
LAWS = ("gaussian", "laplace", "uniform")
COUNTED = 2**20  # coordinates whose digits are looked at
SIGNIFICANT = 11  # bits of float16; bfloat16 has 8, single precision 24


@dataclass(frozen=True)
class Summary:
    """What the tests see of a step: moments of the coordinates that are not zero.

    Attributes:
        dimension: d, how many they are, at least 2.
        zeros: how many coordinates are exactly zero.
        unit: the largest absolute value; the moments are those of x/unit.
        mean: the mean.
        square: the mean square.
        absolute: the mean absolute value.
        sizes: coordinates of each layer that are not zero; empty where no layers are given.
        shares: share of each layer in the sum of squares.
        lag: the lag at which r_k is largest in absolute value, 0 where none was looked for.
        correlation: r_k at that lag.
        compared: coordinates that were compared at lags.
        counted: coordinates whose digits were looked at.
        distinct: different values among them.
        short: whether all of them have at most 11 significant bits.
    """

    dimension: int
    zeros: int
    unit: float
    mean: float
    square: float
    absolute: float
    sizes: tuple[int, ...] = ()
    shares: tuple[float, ...] = ()
    lag: int = 0
    correlation: float = 0.0
    compared: int = 0
    counted: int = 0
    distinct: int = 0
    short: bool = False

    def __post_init__(self) -> None:
        require(self.dimension >= 2, "coordinates that are not zero", "2 or more", self.dimension)

    @property
    def log_deviation(self) -> float:
        """The logarithm of the root of the mean square."""
        return math.log(self.unit) + math.log(self.square) / 2


def summary(noise: ArrayLike, layers: tuple[int, ...] = ()) -> Summary:
    """The summary of an array of shape (d,), finite, in single or double precision.

    Args:
        noise: the array.
        layers: sizes of the layers, which add to d; empty for none.

    Raises:
        ValueError: the array is none of these, or less than two coordinates differ from zero.
    """
    array = np.asarray(noise)
    require(array.ndim == 1, "released", "of shape (d,)", f"shape {array.shape}")
    floats = array.dtype.kind == "f" and array.dtype.itemsize >= 4
    require(floats, "released", "of single or double precision", array.dtype)
    require(bool(np.isfinite(array).all()), "released", "finite", array)
    fits = sum(layers) == len(array) or not layers
    require(fits, "sizes of the layers", f"of sum {len(array)}", sum(layers))
    kept = array != 0
    x = np.asarray(array[kept], dtype=np.float64)
    some = "2 or more (without any, no noise was added)"
    require(len(x) >= 2, "coordinates that are not zero", some, len(x))
    unit = float(np.abs(x).max())
    x /= unit
    square = float(np.dot(x, x)) / len(x)
    sizes: tuple[int, ...] = ()
    shares: tuple[float, ...] = ()
    if layers:
        starts = np.concatenate(([0], np.cumsum(layers)[:-1]))
        parts = np.add.reduceat(kept.astype(np.int64), starts)
        squares = np.add.reduceat(np.where(kept, array / unit, 0.0) ** 2, starts, dtype=np.float64)
        sizes = tuple(int(size) for size in parts)
        shares = tuple(float(part) for part in squares / squares.sum())
    lag, correlation = strongest_lag(x[:SEGMENT])
    absolute, mean = float(np.abs(x).mean()), float(x.mean())
    zeros = len(array) - len(x)
    compared = min(len(x), SEGMENT)
    looked = array[kept][:COUNTED]
    digits = np.frexp(looked)[0] * 2**SIGNIFICANT
    return Summary(
        len(x), zeros, unit, mean, square, absolute, sizes, shares, lag, correlation, compared,
        len(looked), len(np.unique(looked)), bool((digits == np.rint(digits)).all()),
    )  # fmt: skip


def strongest_lag(x: ArrayLike) -> tuple[int, float]:
    """The lag k >= 1 with the largest |r_k|, and r_k; the array not all zero, of shape (d,)."""
    values = np.asarray(x, dtype=np.float64)
    d = len(values)
    length = next_fast_len(2 * d - 1, real=True)
    # Single precision: rounding moves r_k by about 1e-7, far below what is looked for.
    scaled = (values / math.sqrt(float(np.dot(values, values)))).astype(np.float32)
    spectrum = rfft(scaled, length)
    correlations = inverse_rfft(spectrum.real**2 + spectrum.imag**2, length)[:d]
    lag = int(np.argmax(np.abs(correlations[1:]))) + 1
    return lag, float(correlations[lag])


# Chances under the hypothesis of Gaussian white noise: of what is seen or something further out ---


def mean_chance(found: Summary) -> float:
    """Chance of a mean at least so far from zero."""
    d = found.dimension
    spread = found.square - found.mean**2
    if spread <= 0:  # all coordinates are the same
        return 0.0
    student = math.sqrt(d - 1) * abs(found.mean) / math.sqrt(spread)
    return float(2 * stdtr(d - 1, -student))


def tails_chance(found: Summary) -> float:
    """Upper bound of the chance of tails at least so heavy."""
    g = min(found.absolute / math.sqrt(found.square), 1.0)

    def log_moment(share: float) -> float:
        """The logarithm of the bound's base at lambda = share/g."""
        slope, rest = share / g, 1 - share
        return share / 2 - math.log(rest) / 2 + math.log(erfcx(slope / math.sqrt(2 * rest)))

    best = minimize_scalar(log_moment, bounds=(1e-9, 1 - 1e-9), method="bounded")
    return math.exp(min(0.0, found.dimension * float(best.fun)))


def flat_chance(found: Summary, interval: tuple[float, float]) -> float:
    """Upper bound of the chance that no coordinate is larger, given the interval of log s."""
    c = _largest(found, interval[0])
    return math.exp(found.dimension * math.log1p(-math.erfc(c))) if c > 0 else 0.0


def outlier_chance(found: Summary, interval: tuple[float, float]) -> float:
    """Upper bound of the chance that some coordinate is so large, given the interval of log s."""
    beyond = math.erfc(_largest(found, interval[1]))
    return -math.expm1(found.dimension * math.log1p(-beyond)) if beyond < 1 else 1.0


def _largest(found: Summary, log_deviation: float) -> float:
    """The largest absolute value by sqrt(2) times a deviation."""
    return math.exp(min(math.log(found.unit) - log_deviation, 700.0)) / math.sqrt(2)


def repeats_chance(found: Summary) -> float:
    """Upper bound of the chance of so large a correlation at any lag."""
    lags = found.compared - 1
    left = 1 - min(abs(found.correlation), 1.0) ** 2
    if lags < 1 or left <= 0:
        return 1.0 if lags < 1 else 0.0
    return min(1.0, 2 * lags * math.exp(found.compared / 2 * math.log(left)))


def layer_chances(found: Summary) -> tuple[float, ...]:
    """Of every layer, the chance of a share at least so far to its side; 1 for a layer of zeros."""
    d = found.dimension
    return tuple(
        2 * min(float(side(size / 2, (d - size) / 2, share)) for side in (betainc, betaincc))
        if 0 < size < d
        else 1.0
        for size, share in zip(found.sizes, found.shares, strict=True)
    )


# Standard deviations ------------------------------------------------------------------------------


def log_interval(found: Summary, law: str, level: float) -> tuple[float, float]:
    """The exact interval for the logarithm of the standard deviation under a law.

    Args:
        found: the summary.
        law: ``gaussian``, ``laplace`` or ``uniform``.
        level: the chance, in (0, 1), that the interval misses it, the same on both sides.
    """
    require(law in LAWS, "law", f"one of {', '.join(LAWS)}", law)
    require(0 < level < 1, "level", "in (0, 1)", level)
    d, unit = found.dimension, math.log(found.unit)
    if law == "uniform":  # max|x|/h is the largest of d uniform numbers
        ends = (math.log1p(-level / 2) / d, math.log(level / 2) / d)
        low, high = (unit - end - math.log(3) / 2 for end in ends)
        return low, high
    shape = d / 2 if law == "gaussian" else float(d)
    over, under = gammainccinv(shape, level / 2), gammaincinv(shape, level / 2)
    if law == "gaussian":
        low, high = (unit + math.log(found.square * shape / float(q)) / 2 for q in (over, under))
        return low, high
    root = math.log(2) / 2  # the deviation of a Laplace law by its scale
    low, high = (unit + root + math.log(found.absolute * d / float(q)) for q in (over, under))
    return low, high
