"""Tuning a private logistic regression.

Which method, step and noise for a budget? Trying several on the private data would spend the
budget; the choice here is made on surrogates that are drawn from public constants. The same on
the command line is `dptheory tune data` ([allocation.md](../../docs/allocation.md)).
"""

# %%
import math

from dptheory.prediction import Question, Task, choose, surrogate

# %% [markdown]
# Ten thousand records of five features, of length at most 1, a penalty of 0.005 |x|^2 and the
# budget epsilon = 1, pure. The slope of a logistic loss is at most 1 and its curvature at most
# 1/4.

# %%
n, d, regularisation = 10_000, 5, 0.005
task = Task(
    n=n,
    dimension=d,
    mu=2 * regularisation,
    slope=1.0,
    bend=0.25,
    radius_l1=math.sqrt(d),
    radius_l2=1.0,
    epsilon=1.0,
    delta=None,
)
laws = "every direction alike", "positive features"
models = tuple(surrogate(law, n, d, math.sqrt(d), 1.0, regularisation) for law in laws)
answer = choose(Question(task, models, batch_size=(n,), max_iterations=50))
for choice in answer.choices:
    print(f"{choice.method:24s} {choice.error:.1e}")
#: objective-perturbation   2.1e-05
#: output-perturbation      2.5e-04
#: heavy-ball               2.9e-04
#: nesterov                 3.6e-04
#: gradient                 4.3e-04
#: nothing                  1.7e-01

# %% [markdown]
# Errors are of runs with noise, F(x) - F* over both surrogates. With a pure budget and a strong
# penalty one release of a perturbed minimiser is better than iterations, each of which needs noise
# of its own. The settings of the best method that iterates:

# %%
best = next(choice for choice in answer.choices if choice.run)
print(best.method, len(best.run.scales), f"{best.run.alpha:.3g}")
#: heavy-ball 9 18.1

# %% [markdown]
# A prediction is no guarantee. Proved bounds for the same question are in `dptheory.tuning`, and
# rank otherwise: a bound ranks guarantees, not runs.
