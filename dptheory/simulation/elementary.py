r"""Elementary functions that the compiler can vectorise: the library's calls keep loops scalar.

All are Taylor series after an exact reduction of the argument:

* :func:`fast_exp`: :math:`x = k\ln 2 + r`, :math:`|r| \le \frac12\ln 2`, degree 12; arguments are
  clamped to [-708, 708]. :func:`exponential` is the same for float64 and, with degree 7 and an
  error below 4e-7 on [-87, 87], for float32.
* :func:`fast_log` (normal positive numbers): :math:`u = 2^k m`, :math:`m \in [2^{-1/2}, 2^{1/2})`,
  :math:`\ln m = 2\,\mathrm{artanh}\,s`, :math:`s = (m-1)/(m+1)`, up to :math:`s^{21}`.
* :func:`cos_sin_turn`: :math:`\cos 2\pi u` and :math:`\sin 2\pi u` for :math:`0 \le u \le 1`:
  :math:`u = q/4 + y`, :math:`|y| \le \frac18`, up to the 17th power.

Errors are below 6e-16, relative (cosine and sine: absolute). They must be compiled without
reassociation: the rounding to whole numbers rests on adding and subtracting 1.5 2^52.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from dptheory.compiled import compiled

_SHIFT = 6755399441055744.0  # 1.5 2^52
_LOG2E = 1.4426950408889634
_LN2 = 0.6931471805599453
# ln 2 in two parts; the high one ends in zeros, so that its whole multiples are exact.
_LN2_HIGH, _LN2_LOW = float.fromhex("0x1.62e42ffp-1"), -4.2009150726810846e-11
_LIMIT = 708.0
_TWO_PI = 2 * math.pi

_ONE_BITS = np.uint64(0x3FF0000000000000)
_MANTISSA = np.uint64(0x000FFFFFFFFFFFFF)
_ROOT_HALF_BITS = np.uint64(0x3FE6A09E00000000)  # just below 2^{-1/2}
_TO_ROOT = np.uint64(0x3FF0000000000000 - 0x3FE6A09E00000000)
_WHOLE_BITS = np.uint64(0x4330000000000000)  # 2^52
_EXPONENT_SHIFT = float(2**52 + 1023)
_SIGN = np.uint64(63)
_ZERO, _UNIT, _PAIR = np.uint64(0), np.uint64(1), np.uint64(2)

E2, E3, E4, E5, E6, E7, E8, E9, E10, E11, E12 = (1 / math.factorial(k) for k in range(2, 13))
L3, L5, L7, L9, L11, L13, L15, L17, L19, L21 = (2 / k for k in range(3, 22, 2))
C2, C4, C6, C8, C10, C12, C14, C16 = ((-1) ** (k // 2) / math.factorial(k) for k in range(2, 17, 2))
S3, S5, S7, S9, S11, S13, S15, S17 = ((-1) ** (k // 2) / math.factorial(k) for k in range(3, 18, 2))


def _bitcast(source: types.Type, target: types.Type, kind: ir.Type) -> Any:
    """A compiled function that reads the bits of one type as another."""

    def typed(typingctx: Any, x: types.Type) -> tuple[Any, Callable[..., ir.Value]]:
        def codegen(
            context: Any, builder: ir.IRBuilder, signature: Any, arguments: tuple[ir.Value, ...]
        ) -> ir.Value:
            return builder.bitcast(arguments[0], kind)

        return target(source), codegen

    return intrinsic(typed)


# float64 to the uint64 with the same bits, and back.
bits_of: Callable[[float], np.uint64] = _bitcast(types.float64, types.uint64, ir.IntType(64))
float_of: Callable[[np.uint64], float] = _bitcast(types.uint64, types.float64, ir.DoubleType())


@compiled(nogil=True, inline="always")
def fast_exp(x: float) -> float:
    """e^x for a float64; see the module's docstring."""
    x = min(max(x, -_LIMIT), _LIMIT)
    shifted = x * _LOG2E + _SHIFT
    k = shifted - _SHIFT
    r = (x - k * _LN2_HIGH) - k * _LN2_LOW
    y = r * r
    # Estrin's scheme: a chain of twelve multiplications would wait for itself.
    low = (1.0 + r) + y * (E2 + E3 * r)
    middle = (E4 + E5 * r) + y * (E6 + E7 * r)
    high = (E8 + E9 * r) + y * (E10 + E11 * r)
    p = low + (y * y) * (middle + (y * y) * (high + (y * y) * E12))
    return float_of(bits_of(p) + (bits_of(shifted) << np.uint64(52)))


_F = np.float32
_SHIFT32, _LIMIT32 = _F(12582912.0), _F(87.0)  # 1.5 2^23
_LOG2E32, _ONE32 = _F(_LOG2E), _F(1.0)
_LN2_HIGH32, _LN2_LOW32 = _F(0.693359375), _F(-2.12194440e-4)
F2, F3, F4, F5, F6, F7 = (_F(1 / math.factorial(k)) for k in range(2, 8))
bits_of32: Callable[[np.float32], np.uint32] = _bitcast(types.float32, types.uint32, ir.IntType(32))
float_of32: Callable[[np.uint32], np.float32] = _bitcast(
    types.uint32, types.float32, ir.FloatType()
)


@compiled(nogil=True, inline="always")
def fast_exp32(x: np.float32) -> np.float32:
    """e^x for a float32; see the module's docstring."""
    x = min(max(x, -_LIMIT32), _LIMIT32)
    shifted = x * _LOG2E32 + _SHIFT32
    k = shifted - _SHIFT32
    r = (x - k * _LN2_HIGH32) - k * _LN2_LOW32
    y = r * r
    low = (_ONE32 + r) + y * (F2 + F3 * r)
    p = low + (y * y) * ((F4 + F5 * r) + y * (F6 + F7 * r))
    return float_of32(bits_of32(p) + np.uint32(bits_of32(shifted) << np.uint32(23)))


def exponential(x: float) -> float:
    """e^x in compiled code, of the argument's precision."""
    value: float = np.exp(x)
    return value


@overload(exponential, inline="always")
def _exponential(x: Any) -> Any:
    # numba compares annotations too: x is a type here and a number below, hence Any.
    def single(x: Any) -> Any:
        return fast_exp32(x)

    def double(x: Any) -> Any:
        return fast_exp(x)

    return single if x == types.float32 else double


@compiled(nogil=True, inline="always")
def fast_log(u: float) -> float:
    """ln u for a normal positive float64; see the module's docstring."""
    moved = bits_of(u) + _TO_ROOT
    k = float_of((moved >> np.uint64(52)) | _WHOLE_BITS) - _EXPONENT_SHIFT
    f = float_of((moved & _MANTISSA) + _ROOT_HALF_BITS) - 1.0
    s = f / (2.0 + f)
    z = s * s
    y = z * z
    # Estrin's scheme: a chain of ten multiplications would wait for itself.
    low = (L3 + L5 * z) + y * (L7 + L9 * z)
    high = (L11 + L13 * z) + y * (L15 + L17 * z)
    p = low + (y * y) * (high + (y * y) * (L19 + L21 * z))
    # 2 s = f - s f: exact for small f.
    return k * _LN2 + (f - s * (f - z * p))


@compiled(nogil=True, inline="always")
def cos_sin_turn(u: float) -> tuple[float, float]:
    """The cosine and sine of 2 pi u for 0 <= u <= 1; see the module's docstring."""
    shifted = 4.0 * u + _SHIFT
    quarter = bits_of(shifted)
    x = _TWO_PI * (u - 0.25 * (shifted - _SHIFT))
    z = x * x
    y = z * z
    c_low = (1.0 + C2 * z) + y * (C4 + C6 * z)
    c_high = (C8 + C10 * z) + y * (C12 + C14 * z)
    c = c_low + (y * y) * (c_high + (y * y) * C16)
    s_low = (S3 + S5 * z) + y * (S7 + S9 * z)
    s_high = (S11 + S13 * z) + y * (S15 + S17 * z)
    s = x + x * (z * (s_low + (y * y) * s_high))
    even = quarter & _UNIT == _ZERO
    first = c if even else s
    second = s if even else c
    # Quarters 1 and 2 turn the cosine's sign, 2 and 3 the sine's.
    cosine = float_of(bits_of(first) ^ (((quarter + _UNIT) & _PAIR) >> _UNIT << _SIGN))
    sine = float_of(bits_of(second) ^ ((quarter & _PAIR) >> _UNIT << _SIGN))
    return cosine, sine
