"""The paper's own settings: section 5's experiments and the demonstration of section 3.2.

What the paper leaves open is not assigned: x_0, and L where it is estimated from the data.
"""

from fractions import Fraction

from verify.language import Setting, instance

# §5: d, n, the L1 norm of the covariates, S_1 = 2 x 20, lambda, mu = 2 lambda; "all the
# combinations of m = 10^3, 10^5, T = 100, 200, 500, 1000"; epsilon = 1 throughout.
COMMON = instance("d=20 S=40 R=20 lam=1/100 mu=1/50 eps=1") | {"n": 10**5}
HORIZONS = (100, 200, 500, 1000)


FULL_BATCH, SUBSAMPLED = (
    tuple(Setting(name=f"§5, m = {m}, T = {T}", values=COMMON | {"m": m, "T": T}) for T in HORIZONS)
    for m in (10**5, 1000)
)
SECTION_5 = FULL_BATCH + SUBSAMPLED
# The logistic regression of section 5, whatever its data.
LOGISTIC = Setting(name="§5, logistic regression", values=instance("R=20 lam=1/100 mu=1/50"))
# §3.2 and Figure 1: Q = diag(0.5, 1), the step sizes and the momenta of the panels, beta_opt apart.
DEMONSTRATION = tuple(
    Setting(
        name=f"§3.2, α = {alpha}, β = {beta}",
        values=instance("d=2 mu=1/2 L=1 shares=(0,1)") | {"alpha": alpha, "beta": beta},
    )
    for alpha in (Fraction(1, 10), Fraction(1, 2), Fraction(1))
    for beta in (Fraction(3, 10), Fraction(7, 10))
)
# Figure 2: mu, L, p and the step size of its first stage.
FIGURE_2 = Setting(name="Fig 2, α = 1/L", values=instance("mu=1 L=20 p=1 alpha=1/20"))
# §5, DP-NAG with m = n, T = 100 and c = 0.1: alpha = c/L and b_t = S_1 T/(n epsilon). L is that of
# the expected Gram matrix (smoothness-constant), x_0 the released program's.
SMOOTHNESS = Fraction(61, 12) + Fraction(1, 50)
NAG_RUN = Setting(
    name="§5, DP-NAG, m = n, T = 100, c = 0.1",
    values=instance("d=20 T=100 mu=1/50 sampling=0")
    | {"L": SMOOTHNESS, "alpha": Fraction(1, 10) / SMOOTHNESS}
    | {"x0": (Fraction(10),) * 20, "b": (Fraction(40 * 100, 10**5),) * 100},
)
NAG_FLAT = {**NAG_RUN.values, "F": (Fraction(1, 50),) * 20}  # on F = mu |x|^2/2
