"""Reading a certificate.

`dptheory rate` answers with a certificate: rational numbers from which anyone can recompute that
the rate holds, without trusting a solver. Here one is written, checked and read by hand.
"""

# %%
import json
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

# %% [markdown]
# The certificate is an envelope: what is claimed (the statement) and what proves it (the witness).
# Every number is a quotient of integers; the square of the rate is one of them.

# %%
certificate = found.certificate
statement, witness = certificate["statement"], certificate["witness"]
print(certificate["kind"], statement["says"], statement["method"])
print(f"{float(Fraction(statement['rho2'])) ** 0.5:.6f}")
print(sorted(witness))

# %% [markdown]
# The witness has a quadratic form Q, weights q of function values, and multipliers of the
# inequalities that every function of the class obeys. The kernel - one file, the standard library
# alone - multiplies them out and looks whether what remains is a sum of squares.

# %%
Path("rate.json").write_text(json.dumps(certificate))
kernel.main(["rate.json"])

# %% [markdown]
# A certificate that claims more than its witness proves is refused.

# %%
better = json.loads(json.dumps(certificate))
better["statement"]["rho2"] = "1/2"
Path("better.json").write_text(json.dumps(better))
kernel.main(["better.json"])
