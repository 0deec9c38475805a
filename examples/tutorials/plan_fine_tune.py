"""Planning a fine-tune.

Before a long private run: which noise multiplier, what it costs under another sampler, for users
with several records, and what the noise does to Adam. Nothing here looks at data. The same on one
page is `dptheory plan` ([plan.md](../../docs/plan.md)).
"""

# %%
from dptheory import Budget, Release, Run, Sampling, calibrate, epsilon
from dptheory.memory import network, optimal_groupings
from dptheory.planning import AdamNoise

# %% [markdown]
# RoBERTa-base on SST-2: 67,349 records, batches of 2,000, three epochs, gradients clipped at 1,
# and the budget (8, 1e-5).

# %%
run = Run(n=67349, batch_size=2000, epochs=3, clip=1.0)
sigma = calibrate(run, Budget(8, 1e-5)).noise_multiplier
print(run.iterations, f"{sigma:.4f}")
#: 102 0.5936

# %% [markdown]
# That is the number to type into a training library - if it draws Poisson batches and counts a
# record as added or removed. A loader that shuffles once an epoch, with records replaced, spends
# far more:

# %%
print(f"{epsilon(run, Release(sigma), 1e-5):.3f}")
print(f"{epsilon(run, Release(sigma, Sampling.SHUFFLED), 1e-5):.1f}")
print(f"{epsilon(run, Release(sigma, records_per_user=4), 1e-5):.1f}")
#: 7.999
#: 41.2
#: 33.7

# %% [markdown]
# The last line is for a user with four records. In Adam, the noise alone has the variance Phi in a
# coordinate of the mean gradient. A gradient well below its root is invisible in the second
# moment, and the floor keeps the noise's part of an update below a sign.

# %%
adam = AdamNoise(
    noise_variance=(sigma * run.clip / run.batch_size) ** 2,
    beta1=0.9,
    beta2=0.999,
    iteration=run.iterations,
)
print(f"{adam.noise_variance:.3g} {adam.noise_variance**0.5:.3g} {adam.floor:.3g}")
#: 8.81e-08 0.000297 4.64e-09

# %% [markdown]
# Clipping by groups saves memory; four well-chosen groups of this network hold little more than
# clipping every layer by itself, and half of what one group holds (stored numbers a sample):

# %%
model = network("roberta-base")
peaks = [best.peak for best in optimal_groupings(model.activations, model.output_gradients, 4)]
print(peaks)
#: [52892162, 35193600, 29889026, 28115712]
