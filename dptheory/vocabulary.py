"""One name for one thing: what parameters, fields and options are called, and what they mean.

A test reads every public signature, every field of a record and every option of a command against
this table; the page ``docs/vocabulary.md`` is made of it (``python -m dptheory.vocabulary``). An
option has the name of its quantity, with hyphens.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Quantity:
    """An entry of the vocabulary.

    Attributes:
        name: of the parameter, field or option.
        symbol: the letter of formulas; empty where there is none.
        unit: of its value; empty where it is no number.
        range: of its value.
        help: one sentence. Of noise it says on what the noise acts.
    """

    name: str
    symbol: str
    unit: str
    range: str
    help: str


HEAD = """\
# Vocabulary

One name for one thing: in signatures, in records, in options of commands (with hyphens), in JSON.
Where a paper has another letter, its claims keep it.

Two are easily confused: `regularisation` is the factor of a ridge, which is part of the loss;
`regulariser` is a constant that is added to a norm or a root before dividing by it, which is part
of the method. Noise is named after what it acts on: `noise_std` and `noise_variance` on the mean,
`noise_multiplier` on the sum in units of the clip, `noise_to_sensitivity` in units of the
sensitivity.

Units are those of the problem: x of the point, F of the loss."""
# A line an entry: name | symbol | unit | range | what it is. Units: x and F(x) of the problem.
TABLE = """
# Methods
method | | | | the optimisation method, or its name
alpha | α | x²/F | > 0 | step size; with normalised gradients its unit is that of x
alpha_scale | c | 1 | > 0 | factor by which the step sizes of a plan are multiplied
alphas | α | x²/F | > 0 | step sizes of a grid
sgd_alpha | α | x²/F | > 0 | step size of the phases of plain SGD
beta | β | 1 | [0, 1) | momentum
betas | β | 1 | [0, 1) | momenta of a grid
beta1 | β₁ | 1 | [0, 1) | Adam: decay of the mean of gradients
beta2 | β₂ | 1 | [0, 1) | Adam: decay of the mean of squared gradients
extrapolation | η | 1 | ≥ 0 | how far beyond the iterate the gradient is evaluated
A | A | 1 | | how the next moves of a method follow from the last ones
B | B | x²/F | | how the next moves of a method follow from the gradient
C | C | 1 | | how far along the moves the gradient is evaluated
regulariser | r, γ | gradient | > 0 | constant added to a norm or a root before dividing by it
floor | | loss | ≥ 0 | smallest value that a bound or a divisor can have
bias | | | yes, no | Adam: whether the variance of the noise is subtracted from the second moment
delay | s | steps | ≥ 1 | steps between two updates of the preconditioner
optimizer | | | | the optimizer that is given the released gradient, or its name
plan | | | | stages of a run, each with its step size
first_stage | n₁ | steps | ≥ 1 | length of the first stage
p | p | 1 | ≥ 1 | exponent of the lengths of stages
state | | | | what a method keeps between iterations
m | m | gradient | | Adam: mean of the gradients
v | v | gradient² | ≥ 0 | mean of the squared gradients
buffer | b | gradient | | sum of gradients with momentum
total | | | | sum over the steps of a phase, or of errors
direction | | | | direction of a step or of a field
x | x | x | | a point or an iterate
x0 | x₀ | x | | the start
x_previous | x₋₁ | x | | the iterate before the start; the start itself for a start at rest
y | y | x | | point at which a gradient is evaluated, or the norm of a gradient
# Problems
problem | | | | what is minimised, and what is known about it
objective | | loss | | the function, or a value of it
mu | μ | F/x² | > 0 | strong convexity
smoothness | L | F/x² | ≥ μ | Lipschitz constant of the gradient
L0 | L₀ | F/x² | ≥ 0 | smoothness where the gradient vanishes
L1 | L₁ | 1/x | ≥ 0 | growth of the smoothness with the gradient
lipschitz | G | F/x | > 0 | Lipschitz constant of the loss: bound of a record's gradient
tau0 | τ₀ | F/x | ≥ 0 | deviation of a record's gradient where the mean vanishes
tau1 | τ₁ | 1 | [0, 1) | growth of the deviation with the mean gradient
gap | Δ | F | ≥ 0 | F(x₀) - F*, or an upper bound of it
distance | R | x | ≥ 0 | distance of the start from a minimum
condition | | 1 | | constants as measured, or as bounds
constant | C | 1 | > 0 | factor of a bound
constants | | | | the constants of a class of functions
curvature | λ | F/x² | > 0 | an eigenvalue of the Hessian, or the second derivative
spectrum | λ | F/x² | > 0 | eigenvalues of the Hessian
slope | | F/x | ≥ 0 | bound of the first derivative
bend | | F/x² | ≥ 0 | bound of the second derivative
dimension | d | 1 | ≥ 1 | number of coordinates
minimiser | x* | x | | point at which the minimum is attained
interval | | | lower < upper | ends of an interval
gradient | g | F/x | | a gradient, its norm, or a vector that is smoothed
gradients | g | F/x | | gradients of records
deviation | s, ξ | | ≥ 0 | distance from the mean: a bound, or root of the mean square
error | | | ≥ 0 | mean square error of a released gradient
errors | | x | | errors of candidates
measure | | | value, distance, gradient | of a start or an error: F - F*, |x - x*|² or |∇F|²
lookback | ℓ | steps | ≥ 0 | number of earlier iterations that a Lyapunov function contains
initial | | 1 | ≥ 0 | factor of the initial gap
initial_square | | x² | ≥ 0 | squared distance of the start from a minimum
start | C | 1 | > 0 | factor of a bound from a start at rest
start_size | | | > 0 | norm of the start
radius_l1 | R₁ | 1 | > 0 | largest L1 norm of a record's features
radius_l2 | R₂ | 1 | > 0 | largest L2 norm of a record's features
regularisation | λ | F/x² | ≥ 0 | ridge: factor of |x|², or of |x|²/2, in the loss
features | | 1 | | features, one row per record
labels | | 1 | | labels, one per record
label | | | | name of the column of labels
label_bound | | | > 0 | largest size of a label
positive | | | | the label that is 1, against all others
classes | K | 1 | ≥ 2 | classes of labels
hidden | | 1 | ≥ 1 | width of the hidden layer
loss | | | | name of the loss
spread | | | > 0 | standard deviation of what is drawn
share | | 1 | [0, 1] | share of records, or of a quantity
ahead | | F/x | | the mean gradient ahead of the fields
height | | F | > 0 | height of a bump
width | | | > 0 | width of a bump, or bytes of a number
profile | | | | shape of a bump
norm | | 1 | > 0 | norm to which features are scaled
inequality | | | | the inequality for the function class that is used
# Data and batches
n | n | records | ≥ 1 | data size
batch_size | m, b | records | 1 to n | records in a batch, with Poisson batches in the mean
epochs | E | 1 | > 0 | passes over the data
iterations | T | steps | ≥ 0 | number of iterations
max_iterations | T | steps | ≥ 1 | largest number of iterations that is tried
iteration | t | 1 | ≥ 1 | index of an iteration
drop_last | | | yes, no | whether the shorter last batch of an epoch is dropped
drawn | | records | ≥ 1 | number of records that a step really used
microbatches | K | 1 | ≥ 1 | number of parts in which a batch is processed
q | q | 1 | (0, 1] | sampling rate of a run: the chance of a record to be in a batch
clients | b | records | ≥ 1 | clients in a round, each with all that it has: the unit is a user
rounds | T | steps | ≥ 1 | rounds of federated learning
phase | | | | a part of the training, or an earlier run on the same data
sampling | | | | how batches are drawn, or the cost of drawing them
indices | | | | records by number
record | | | | what a simulation keeps of each run
records_per_user | k | records | ≥ 1 | largest number of records of one user
per_sample | | | yes, no | whether the gradients of records are drawn separately
# Clipping
rule | | | | how a record's gradient is bounded
clip | C | F/x | > 0 | clipping threshold: the longest gradient of a record after clipping
clips | C | F/x | > 0 | clipping thresholds: one per group, or those that are tried
clip2 | C² | (F/x)² | > 0 | square of the clipping threshold
groups | M | 1 | ≥ 1 | groups that are clipped separately, their number or their lengths
sizes | | 1 | ≥ 1 | coordinates of each group
order | | | | coordinates in the order of the groups
layout | | | | the named arrays of parameters
function | | | | name of a clipping function
norms | | F/x | ≥ 0 | norms of groups of gradients
released | | F/x | | what is published in place of the gradient
sums | | F/x | | sums of bounded gradients
refused | | records | ≥ 0 | gradients that were not finite
line | | | yes, no | whether the deviations lie on one line
# Noise
guess | | | > 0 | starting point of a search
noise | | | | a law of noise, or where it is added too
noise_std | σ | F/x | ≥ 0 | standard deviation of noise on the mean; clipped: in units of the clip
noise_multiplier | z, σ | 1 | ≥ 0 | standard deviation of the noise on the sum, divided by the clip
noise_to_sensitivity | z | 1 | ≥ 0 | standard deviation of the noise, divided by the sensitivity
noise_variance | Φ, σ² | (F/x)² | ≥ 0 | variance of the noise on the mean, per coordinate
noise_moments | E|w|² | (F/x)² | ≥ 0 | second moments of the noise on the mean, one per iteration
noise_weights | a | x²/F | ≥ 0 | weights of the noise's second moments in a bound
noise_gain | | x²/F | ≥ 0 | noise floor of the loss, divided by the second moment of the noise
phi_divisor | | 1 | > 0 | number by which the standard deviation is divided in Adam's correction
noise_schedule | | | | file with the noise of every iteration
standard_noise | | 1 | | draws with variance 1
laplace_scale | b | F/x | > 0 | scale of Laplace noise on the mean; of a run one per iteration
scale | | | > 0 | scale of a law of noise on the mean
scales | | F/x | > 0 | noise on the mean, one per iteration
unit | | | | unit of the noise: the bound, its root, or 1
on | | | sum, mean | what the noise is added to, or what was recorded
law | | | | name of the distribution of the noise, or of the number of candidates
gain | | | ≥ 0 | floor, divided by the second moment of the noise
copies | | 1 | ≥ 1 | copies of the noise
quantiles | | 1 | (0, 1) | quantiles that are printed
# Privacy
epsilon | ε | 1 | > 0 | privacy budget
delta | δ | 1 | [0, 1) | probability with which the privacy loss may exceed the budget
rho_total | ρ | 1 | > 0 | budget of zero-concentrated privacy
budgets | ε_t | 1 | > 0 | privacy budget of every iteration
neighbouring | | | | which data sets are compared
account | | | | function from the noise to epsilon
schedule | | | | what is released in each iteration
counts | | 1 | ≥ 1 | number of times that each release is made
releases | | | | the releases of a run
whole | | | yes, no | whether a release sees all records
run | | | | a run: its size and length, and what is released in it
training | | | | a run with its optimizer and noise
accounts | | | | epsilon and smallest noise, for each sampling and accountant
users | | | | epsilon and smallest noise of users with several records
elsewhere | | | | the run in the terms of libraries and papers
adam | | | | the noise that Adam is given
opacus_divisor | | records | ≥ 1 | number by which Opacus divides the noisy sum
directions | | | | how much of a gradient clipping and normalising keep
sensitivity | S | F/x | > 0 | largest L1 distance between the gradients of two records
sensitivity_l2 | D | F/x | > 0 | largest L2 distance between the gradients of two records
mean | | 1 | > 0 | mean number of candidates
shape | η | 1 | > -1 | shape of a negative binomial law
above | | 1 | ≥ 0 | only counts above this number
within | | 1 | > 0 | accuracy to which a probability is computed
candidates | | 1 | ≥ 1 | runs among which the best is chosen
mechanism | | | | name of the mechanism
release | | | all, last | which iterates are released
rho | ρ | 1 | > 0 | convergence rate per iteration
# Rates and floors
status | | | | feasible, infeasible or undecided
rho2 | ρ² | 1 | [0, 1] | squared convergence rate
rho_lower | ρ | 1 | [0, 1] | lower bound of the convergence rate
rho2_lower | ρ² | 1 | [0, 1] | lower bound of the squared convergence rate
rates | ρ | 1 | (0, 1) | convergence rates that are tried
certificate | | | | what proves an answer
certificates | | | | what proves an answer, one per stage
lower_certificate | | | | what proves the lower bound
lower | | | | lower end of an interval
upper | | | | upper end of an interval
bound | | | | an upper bound
by | | | | method by which the lower bound was found
output_gradients | G | numbers | ≥ 0 | number of output gradients that layers keep, per sample
memory | | bytes | ≥ 0 | memory of a device
horizon | T | steps | ≥ 1 | number of iterations for which a bound is made
weights | a | | ≥ 0 | weights of the iterations
factor | | 1 | [0, 1] | factor of an iteration
budget | | | | privacy budget; with memory, the bytes of the device
failure | | 1 | (0, 1) | probability that a bound fails
probability | | 1 | (0, 1) | a probability
ratio | ρ | 1 | ≥ 0 | squared gradient over the noise's variance
trade_off | | | | convergence rate against noise floor
# Tuning and predictions
question | | | | what is to be chosen: the problem and the candidates
models | | | | linear models
choices | | | | settings, best first
disagreement | | 1 | ≥ 0 | largest ratio of the predictions of two models
predicted | | | ≥ 0 | predicted error
target_error | | loss | > 0 | wanted error F(x) - F*, at most
more | | | | further things that a method needs
at_limit | | | yes, no | whether the choice is at the end of the range that was tried
optimisation | | F | ≥ 0 | part of a bound that remains without noise
privacy | | F | ≥ 0 | part of a bound that is due to the noise
proposals | | | | settings, best first
parameters | | | | parameters of a method by name
curve | | | | bound against iterations
uniform_objective | | | | the objective with constant noise
spent | | | | privacy budget that is spent
kkt_residual | | 1 | ≥ 0 | distance of a schedule from the optimality conditions
# Audits
step | | | | the noisy step that is audited: a private method, or a function of gradients
claim | | | | the budget or the noise that a step is said to have
other_records | | | opposite, zero | gradients of the other records
observed | | steps | ≥ 1 | number of steps of a run that are drawn
draws | | 1 | ≥ 1 | number of runs or pairs that are drawn
confidence | | 1 | (0, 1) | probability that all bounds of an audit hold
gaussian | | | | result if the noise is Gaussian
plain | | | | result for any noise
threshold | | | | value of the statistic above which the record is taken to be present
false_alarms | | 1 | ≥ 0 | number of draws without the record that are above the threshold
misses | | 1 | ≥ 0 | number of draws with the record that are below the threshold
canaries | m | 1 | ≥ 1 | number of records that are in or out of one run by the toss of a coin
guesses | r | 1 | ≥ 1 | number of canaries that are guessed
right | v | 1 | ≥ 0 | number of guesses that are right
rate | q | 1 | (0, 1] | sampling rate: the mean share of the records in a batch
# Steps that were recorded
verdict | | | | what was found
flaws | | | | what is wrong with recorded values
compatible | | | | implementations that fit
excluded | | | | implementations that do not fit
needed | | | | what else would have to be known
layers | | | | layers, or their numbers of coordinates
# Memory
network | | | | a network's layers
name | | | | a name
others | | bytes | ≥ 0 | parameters outside the layers
tokens | T | 1 | ≥ 1 | number of positions of an input
fused | | | yes, no | whether kernels are fused
activations | | bytes | ≥ 0 | activations of layers
peak | | bytes | ≥ 0 | peak of memory for one record: what is held, or what may be
path | | | | path of a file
dtype | | | | type of numbers
model | | | | the model: its name or its file
optimal | | | | whether optimal groupings are computed
measured | | | | file of measurements
no_dropout | | | | train without dropout
# Simulations
runs | R | 1 | ≥ 1 | number of independent runs
seed | | 1 | ≥ 0 | seed of the random numbers
execution | | | | how a simulation runs
precision | | | | bits of numbers
keep_losses | | | yes, no | whether losses of every iteration are kept
jobs | | 1 | ≥ 1 | number of processes
report | | | | function that is called with the progress
numbers | | | | arithmetic of numbers
# Smoothing
smoothing | σ | 1 | ≥ 0 | strength of Laplacian smoothing
# Claims
said | | | | the statement
at_least | | | | the level that is required
mode | | | | quick or full
# Commands
json | | | | print JSON
help | | | | show the help
data | | | | file of records
public | | | | file of public records
grid | | 1 | ≥ 1 | number of points along each side of a grid of step sizes and momenta
quadratic | λ | F/x² | > 0 | eigenvalues of the Hessian of a quadratic, separated by commas
names | | | yes, no | whether the first line of a file holds names
ranges | | | | file of columns with their public ranges: name,low,high
scale_rows | | | | scale rows to the largest norm
output | | | | file or folder of the output
scheduler | | | | address of a scheduler
"""


def sections() -> dict[str, list[Quantity]]:
    """The vocabulary by the heads of the table."""
    found: dict[str, list[Quantity]] = {}
    for line in TABLE.strip().splitlines():
        if line.startswith("# "):
            rows = found[line[2:]] = []
        else:
            rows.append(Quantity(*(cell.strip() for cell in re.split(r" \|(?= )", line))))
    return found


def quantities() -> dict[str, Quantity]:
    """The vocabulary by name."""
    return {entry.name: entry for rows in sections().values() for entry in rows}


def page() -> str:
    """The vocabulary as a page in Markdown."""
    lines = [HEAD]
    for head, rows in sections().items():
        lines += [f"\n## {head}\n", "| name | symbol | unit | range | what it is |"]
        lines.append("|---|---|---|---|---|")
        lines += [f"| {' | '.join(map(_cell, _shown(entry)))} |" for entry in rows]
    return "\n".join(lines) + "\n"


def _shown(entry: Quantity) -> tuple[str, ...]:
    return f"`{entry.name}`", entry.symbol, entry.unit, entry.range, entry.help


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")
