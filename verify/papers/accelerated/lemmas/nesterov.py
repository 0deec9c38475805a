"""What runs of DP-NAG and DP-MASG from rest have, computed on quadratics."""

from fractions import Fraction
from functools import partial
from typing import Any

from verify.language import Real, natural, nonnegative, sequence
from verify.language.formulas import Formula, external
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.laboratory import nesterov_runs as runs
from verify.papers.enclosures import computed

V = symbols.V.extended(
    d=symbols.V.d.within(search=(1, 2)),
    T=symbols.V.T.within(search=(1, 8)),
    t=symbols.V.t.within("[1, inf)", search=(1, 4)),
    n1=natural("n_1", search=(1, 4)),
    p=natural("p", search=(1, 3)),
    sampling=nonnegative(r"\sigma_s^2", unit="gradient^2", search=(0, 10)),
    b=sequence("T", "b", unit="gradient", entry=Real(Fraction(0), None, True)),
)
# Of t: the mean square of the noise in the step to x_t.
noise_square = partial(external, r"E\Vert w_t\Vert^2", runs.run_noise, V.d, V.b, V.sampling)


def of_nag(name: str, function: Any, t: Any) -> Formula:
    """What a run of DP-NAG from rest at x_0 has after t steps."""
    return computed(
        rf"E[{name}\mid x_{{-1}}=x_0]",
        function,
        *(V.F, V.alpha, V.mu, V.x0, V.b, V.sampling, t),
        whole=(6,),
        arithmetic=runs.of_step,
    )


# Of t: E_t, E V_t and what is in it beside E_t, and E V_t where the step to x_t has no noise.
nag_error = partial(of_nag, "F(x_t)-F^*", runs.nag_loss)
nag_value = partial(of_nag, "V_t", runs.lyapunov)
nag_square = partial(of_nag, r"\tfrac\mu2\Vert v_t-x^*\Vert^2", runs.nag_distance)
quiet_value = partial(of_nag, r"\hat V_t", partial(runs.lyapunov, quiet=True))

# Of t: E V_t of DP-MASG as it counts at T, and a_{T,t} of (34). Of T: E_T, every stage from rest.
MASG = (V.F, V.mu, V.L, V.n1, V.p, V.x0, V.b, V.sampling)
masg_value = partial(
    external,
    r"2^{s_T-s_t}\prod_{i>t}(1-\sqrt{\mu\alpha^{(s_i)}})E[V_t]",
    runs.masg_weighted,
    *(*MASG, V.T),
)
weight_34 = partial(external, "a_{T,t}", runs.masg_weight, V.mu, V.L, V.n1, V.p, V.T)
masg_error = partial(
    external, r"E[F(x_T)-F^*\mid\text{every stage from rest}]", runs.masg_loss, *MASG
)
