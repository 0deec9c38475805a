"""A bound check in pytest.

A repository that relies on a bound should notice when the bound, or the code that computes it,
changes. A claim is a value, and its verdict can be asserted in a test.
"""

# %%
from fractions import Fraction

from dptheory import heavy_ball
from dptheory.bounds import quadratic
from verify.judgement.judge import run_claim
from verify.language import claim, notation, positive, says
from verify.methods.context import Context

# %% [markdown]
# The bound as a statement. `V.of(function)` traces a Python function of the symbols that it names,
# so what is checked is the function that your code calls.


# %%
def noise_floor(alpha, curvature, variance):
    """A bound that your code uses: the loss that noise leaves of gradient descent."""
    return alpha * variance / (2 * (2 - alpha * curvature))


V = notation(
    alpha=positive(r"\alpha", unit="length^2/loss"),
    curvature=positive(r"\lambda", unit="loss/length^2"),
    variance=positive(r"\sigma^2", unit="loss^2/length^2"),
)
BOUND = says(V.of(noise_floor) <= V("alpha*variance/2"), given=["alpha*curvature <= 1"])


def test_the_floor_is_bounded():
    record = run_claim(claim("mine/floor", "paper, (7)", "noise floor", BOUND), Context("quick"))
    assert record.verdict == "verified", record.reason


test_the_floor_is_bounded()

# %% [markdown]
# `record.reason` holds the counterexample, so that a failure says where. A test of numbers stands
# beside it: the library's exact loss of noisy gradient descent after many steps is the traced
# formula's value, in rational numbers.


# %%
def test_the_formula_is_the_exact_loss():
    alpha, variance = Fraction(1, 2), Fraction(1, 100)
    exact = quadratic.exact_loss(
        heavy_ball(alpha, Fraction(0)), [Fraction(1)], variance, [Fraction(1)], 60
    )
    assert abs(exact - noise_floor(alpha, 1, variance)) < Fraction(1, 10**30)
    print(float(exact))


test_the_formula_is_the_exact_loss()
#: 0.0016666666666666668

# %% [markdown]
# In your repository leave the two calls out and run `pytest`. The claims of the five papers are
# tests already: `pytest tests/test_claims.py -k thm-3.5`.
