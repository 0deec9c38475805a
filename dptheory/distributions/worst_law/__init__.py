r"""The worst law of a gradient's deviation, for clipping and for normalising.

:math:`\nabla f=su` with a unit vector u, :math:`g=su+e`, :math:`Ee=0` and
:math:`|e|\le\varrho=\tau_0+\tau_1s` almost surely. Wanted is the least value of
:math:`E[h(|g|)(p\langle u,g\rangle+q)]` over all such laws in :math:`R^d`, for :math:`h=1/(r+|g|)`
(normalising) or :math:`h=\min(1,c/|g|)` (clipping); :math:`p=s,q=-\alpha s^2` is
:math:`E\langle h\nabla f,g\rangle-\alpha E[h]|\nabla f|^2`.

*Reduction.* The functional depends on :math:`x=\langle u,g\rangle` and :math:`y=|g|` alone. A law
of e with mean 0 gives a law of (x, y) with :math:`Ex=s` on

.. math:: D=\{|x|\le y,\ y^2-2sx+s^2\le\varrho^2\}\quad(d=1:\ |x|=y\text{ as well}),

as :math:`|e|^2=y^2-2sx+s^2`. Conversely, for :math:`d\ge2` and a unit vector w across u,
:math:`e=(x-s)u\pm\sqrt{y^2-x^2}\,w` with a fair sign turns every law on D with :math:`Ex=s` into a
law of e with mean 0. So the value is the same in every :math:`d\ge2`, and it is the lower boundary
of the convex hull of :math:`\{(x,F(x,y)):(x,y)\in D\}` at s. D is compact and F continuous, so the
boundary is attained on a face of this plane set: by *at most two points* of D (one, or two on the
two sides of s), and there is a slope :math:`\lambda` with :math:`F(x,y)-\lambda(x-s)\ge` the value
on D.

*Certificate.* At a fixed y the gap :math:`F(x,y)-\lambda(x-s)-v` is linear in x, so it is
nonnegative on D if it is on the three edges :math:`x=y` (:math:`(s-\varrho)_+\le y\le s+\varrho`),
:math:`x=-y` (:math:`y\le\varrho-s`) and :math:`2sx=y^2+s^2-\varrho^2`
(:math:`|\varrho-s|\le y\le\varrho+s`; not for d = 1). Times the denominator of h it is there a
polynomial in y of degree at most 3 with rational coefficients: nonnegative Bernstein coefficients
between cuts prove it.

*Closed forms* of the descent (:math:`p=s,q=-\alpha s^2`; claims ``dptheory/normalised-descent`` and
``dptheory/clipped-descent-far``, ``-near``, ``-large``).
Normalising, any law with :math:`|g|\le X=s+\varrho`, put
:math:`r'=r-\alpha s>0`, :math:`R=r+\alpha s`, :math:`X'=X-\alpha s`: the value is at least

.. math:: \frac{s(r'(1-\alpha)s-z^2)}{(r'+z)^2},\qquad (R+2X')z^2+2r'X'z=r'X'(R+X'-r'),

with equality for the law on :math:`\{-(z-\alpha s)u,Xu\}` if it fits
(:math:`\alpha s\le z\le\alpha s+\varrho-s`). Where it fits and :math:`\alpha=0` it is negative just
if :math:`rs<z^2`, and :math:`z\le(\sqrt2-1)X`, the limit as r grows: at large r the loss is of the
order :math:`\tau_0^2s/r^2`, hence :math:`\tau_0^4/r^3` at the worst s. Clipping, :math:`\alpha=0`,
:math:`s\le\varrho`: :math:`s^2` if :math:`s+\varrho\le c`; :math:`\frac s2(s+c-\varrho)` if
:math:`|c-s|\le\varrho\le c+s`, on :math:`\{(s-\varrho)u,(s+\varrho)u\}`; and
:math:`sc\frac{s+c-\varrho}{s+c+\varrho}` if :math:`s+c\le\varrho`, on :math:`\{-cu,(s+\varrho)u\}`.
For :math:`s\ge\frac{\tau_0}{1-\tau_1}`, any c > 0: at least
:math:`s\min(\frac{\tau_0}{1-\tau_1},\frac c2)`, attained at the left end.
"""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.distributions.worst_law.certificate import worst_descent
    from dptheory.distributions.worst_law.problem import Clip, Normalise
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = ["Clip", "Normalise", "worst_descent"]
