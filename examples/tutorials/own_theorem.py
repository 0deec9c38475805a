"""A theorem of your own.

You have an inequality and no proof. State it, and ask whether it holds; where it does not, you
get an instance that breaks it, the plainest that the search met. Symbols, statements and methods
are listed in [claims.md](../../docs/claims.md).
"""

# %%
from verify.judgement.judge import run_claim
from verify.language import claim, natural, notation, positive, says
from verify.methods.context import Context

# %% [markdown]
# A symbol has a set and a unit; `1` is a pure number. Here: a contraction of gradient descent on a
# quadratic with curvatures between mu and L, whose step is alpha.

# %%
V = notation(
    mu=positive(r"\mu", unit="loss/length^2"),
    L=positive("L", unit="loss/length^2"),
    alpha=positive(r"\alpha", unit="length^2/loss"),
    t=natural("t", least=1, unit="1"),
)
guess = says(V("(1 - alpha*mu)**(2*t) <= 1 - alpha*mu"), given=["mu <= L", "alpha*L <= 1"])
record = run_claim(claim("mine/guess", "draft", "contraction", guess), Context(mode="quick"))
print(record.verdict, record.strength)
#: verified exact

# %% [markdown]
# No proof was written: a search found nothing, a proof was found for all values, and each number,
# sign and hypothesis was changed in turn, to see that false neighbours are rejected. Now with a
# hypothesis that is too weak: steps up to the limit of stability.

# %%
weak = says(V("(1 - alpha*mu)**(2*t) <= 1 - alpha*mu"), given=["mu <= L", "alpha*L <= 2"])
record = run_claim(claim("mine/weak", "draft", "contraction", weak), Context(mode="quick"))
print(record.verdict)
print(record.parts[0].printed.finding.point)
#: refuted
#: {'mu': Fraction(1, 1), 'L': Fraction(1, 1), 'alpha': Fraction(2, 1), 't': 1}

# %% [markdown]
# A refutation is a result, not an error. The instance is exact: put it into your formula by hand.
# On the command line the same is `python -m verify --module my_claims` for a file `my_claims.py`
# with a tuple `CLAIMS`.
