"""Reading a certificate.

`dptheory rate` answers with a certificate: rational numbers from which anyone can recompute that
the rate holds, without trusting a solver. Here one is written, checked and read by hand.
"""

# %%
import json
import textwrap
from fractions import Fraction
from pathlib import Path

from dptheory import heavy_ball
from dptheory.lyapunov import rate
from verify import kernel

# %% [markdown]
# The heavy ball with step 1/10 and momentum 9/20 on functions between mu = 1 and L = 10.

# %%
found = rate(heavy_ball(Fraction(1, 10), Fraction(9, 20)), 1, 10)
print(found.status.value, f"{found.rho:.6f}")
#: feasible 0.789412

# %% [markdown]
# The certificate is an envelope: what is claimed (the statement) and what proves it (the witness).
# Every number is a quotient of integers; the square of the rate is one of them.

# %%
certificate = found.certificate
statement, witness = certificate["statement"], certificate["witness"]
print(certificate["kind"], statement["says"], statement["method"])
print(f"{float(Fraction(statement['rho2'])) ** 0.5:.6f}")
print(sorted(witness))
#: interpolation rate heavy-ball
#: 0.789412
#: ['Q', 'decrease', 'lower', 'q', 'start']

# %% [markdown]
# The witness has a quadratic form Q, weights q of function values, and multipliers of the
# inequalities that every function of the class obeys. The kernel - one file, the standard library
# alone - multiplies them out and looks whether what remains is a sum of squares.

# %%
Path("rate.json").write_text(json.dumps(certificate))
print(textwrap.fill(kernel.check(kernel.load("rate.json")), 90))
#: heavy-ball, alpha = 1/10, beta = 9/20, eta = 0: for every F in S(1, 10), in every
#: dimension, from rest and for all t, F(x_t) - F* <= 133937/50000 *
#: (623171360933/1000000000000)^t * (F(x_0) - F*)

# %% [markdown]
# A certificate that claims more than its witness proves is refused.

# %%
better = json.loads(json.dumps(certificate))
better["statement"]["rho2"] = "1/2"
Path("better.json").write_text(json.dumps(better))
kernel.main(["better.json"])
#: refused
