"""A plan as a page of 80 columns, settings first, and as JSON."""

import math
from collections.abc import Iterator
from dataclasses import asdict
from textwrap import wrap
from typing import Any

from dptheory.planning.accounts import ACCOUNTS
from dptheory.planning.adam import choice, most_above
from dptheory.planning.plans import Plan
from dptheory.planning.users import WAYS

RATIOS = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0)  # gradients over the noise
COLUMNS = 80


def as_lines(plan: Plan) -> list[str]:
    """The page: its sections with an empty line between them."""
    sections = (_settings, _accounts, _users, _elsewhere, _adam, _directions, _memory)
    found = [lines for section in sections if (lines := list(section(plan)))]
    return "\n\n".join("\n".join(lines) for lines in found).split("\n")


def _settings(plan: Plan) -> Iterator[str]:
    training, budget, run = plan.training, plan.budget, plan.training.run
    goal = "spent so far" if budget.epsilon is None else f"for epsilon {budget.epsilon:g}"
    yield f"Poisson batches, {goal} at delta {budget.delta:g}, a record added or removed:"
    yield f"  noise_multiplier = {_n(training.noise_multiplier)}"
    if training.normalised:
        yield f"  regulariser = {_n(training.regulariser)}   (g/(|g| + r): the bound is 1)"
    else:
        yield f"  max_grad_norm = {_n(run.clip)}"
    if training.groups > 1:
        each = run.clip / math.sqrt(training.groups)
        yield f"  each of {training.groups} groups to {_n(each)}"
    yield f"  batch_size = {run.batch_size}   (on average; rate {run.batch_size}/{run.n})"
    yield f"  steps = {run.iterations}{run.counts.beside}"
    if training.alpha is not None:
        yield f"  learning_rate = {_n(training.alpha)}   (on the mean)"
    if plan.adam is not None:
        yield f"  betas = {_n(plan.adam.beta1)}, {_n(plan.adam.beta2)}"
    if plan.adam is not None and training.optimizer == "adambc":
        yield f"  noise_variance = {_n(plan.adam.noise_variance)}, floor = {_n(plan.adam.floor)}"
    yield f"epsilon {_eps(plan.accounts[0].epsilon)}"
    yield (
        f"noise in a coordinate: {_n(training.on_sum)} of the sum, "
        f"{_n(training.on_mean)} of the mean over {run.batch_size}"
    )


def _accounts(plan: Plan) -> Iterator[str]:
    yield "this noise by sampling scheme and accountant, the multiplier needed there"
    yield f"{'epsilon':>8} {'needed':>8}  sampling, neighbours: accountant"
    for row in plan.accounts:
        scheme = f"{row.sampling.value}, {row.sampling.neighbouring.value}"
        yield (f"{_eps(row.epsilon):>8} {_needed(row.needed):>8}  {scheme}: {row.accountant.value}")
    yield from _prose(
        "without-replacement draws each batch anew; shuffled is one order an epoch, by which no "
        "account gains. A loader that shuffles has the last row, not the first."
    )


def _users(plan: Plan) -> Iterator[str]:
    if not plan.users:
        return
    yield f"users with {plan.records_per_user} records, at delta {plan.budget.delta:g}"
    yield f"{'epsilon':>8} {'needed':>8}  sampling: by"
    for row in plan.users:
        way = f"{row.sampling.value}: {WAYS[row.sampling]}"
        yield f"{_eps(row.epsilon):>8} {_needed(row.needed):>8}  {way}"


def _elsewhere(plan: Plan) -> Iterator[str]:
    yield "the same run elsewhere: what is released, its noise, epsilon of its own batches"
    for found, eps in plan.elsewhere:
        noise = f"noise {_n(found.deviation)}; epsilon {_eps(eps)}"
        yield from _prose(f"{found.name}: {found.release}; {noise}")
        yield from (f"  {line}" for line in found.settings)
        if found.alpha is not None and found.alpha != plan.training.alpha:
            yield f"  learning rate {_n(found.alpha)}"
    if plan.training.normalised:
        yield "the other libraries and papers clip"
    elif plan.training.groups > 1:
        yield "the other libraries and papers have one group"


def _adam(plan: Plan) -> Iterator[str]:
    noise, training = plan.adam, plan.training
    if noise is None:
        return
    D, other = training.run.batch_size, plan.opacus_divisor
    floor = f"floor {_n(noise.floor)} at the end"
    yield f"Adam: Phi = {_n(noise.noise_variance)} with the divisor {D}, {floor}"
    if other != D:
        phi = (training.on_sum / other) ** 2
        yield f"      Phi = {_n(phi)} in Opacus, which divides by {other}"
    yield f"      beta1 {_n(noise.beta1)}, beta2 {_n(noise.beta2)}; g is a coordinate of the mean"
    head = "updates: DP-Adam    twin  AdamBC"
    yield f"{'g/root Phi':>11} {'on floor':>9} {'above noise':>12} {'at most':>8}  {head}"
    for ratio in RATIOS:
        first, share = noise.first_above(ratio), _share(plan, ratio)
        adam, twin, corrected = noise.updates(ratio)
        yield (
            f"{ratio:>11g} {noise.on_floor(ratio):>9.4f} "
            f"{'never' if first is None else f'step {first}':>12} "
            f"{'-' if share is None else f'{share:.2%}':>8}  "
            f"{adam:>16.3f} {twin:>7.3f} {corrected:>7.3f}"
        )
    yield from _prose(
        "on floor: share of coordinates of this size whose v_hat - Phi is below the floor, so that "
        "DP-AdamBC takes them for noise. above noise: first step at which g^2 exceeds the noise of "
        "the average, Phi r_t. at most: largest share of all coordinates that have this size or "
        "more, since the norm of the mean is at most C. updates: limits for constant g."
    )
    eta, factor = training.alpha, noise.twin_factor
    scale = f"{_n(factor)} times Adam's" if eta is None else _n(factor * eta)
    yield f"twin: SGD with momentum {_n(noise.beta1)} and the learning rate {scale}"
    yield from _prose(f"choice: {choice(noise, training.noise_multiplier, D, plan.dimension)}")


def _share(plan: Plan, ratio: float) -> float | None:
    """The largest share of coordinates of a size, None where it is not known."""
    if plan.dimension is None or ratio == 0:
        return None
    training = plan.training
    return most_above(training.noise_multiplier, training.run.batch_size, plan.dimension, ratio)


def _directions(plan: Plan) -> Iterator[str]:
    yield f"mean step along the gradient, over a full step; r = {_n(plan.regulariser)}"
    yield "  gradient  deviation   clip, worst  normalise, worst  normalise, symmetric"
    for row in plan.directions:
        shares = row.shares
        yield (
            f"{_n(row.gradient):>10} {_n(row.deviation):>10} {shares.clipped:>13.4f} "
            f"{shares.normalised:>17.4f} {shares.symmetric:>21.4f}"
        )
    yield "negative: some law of the records' deviations makes the average step go uphill"


def _memory(plan: Plan) -> Iterator[str]:
    found = plan.memory
    if found is None:
        return
    groups = len(found.boundaries)
    yield f"memory of {found.network}, {found.layers} layers, stored numbers a sample"
    yield f"  {groups} {found.kind} group{'s' if groups > 1 else ''}: {found.peak}"
    yield f"  all-layer {found.all_layer}, layer-wise {found.layer_wise}"
    if groups > 1:
        yield from _prose(f"  first layers {', '.join(map(str, found.boundaries))}")
    yield (
        f"  a step in float32, predicted: {found.sample / 1e6:.4g} MB a sample and "
        f"{found.fixed / 1e9:.4g} GB"
    )
    yield "  besides, with book-keeping (FastDP); not for Opacus"


def _prose(text: str) -> list[str]:
    """Words in lines of 80 columns."""
    return wrap(text, COLUMNS, subsequent_indent="  ", break_long_words=False)


def _n(value: Any) -> str:
    return f"{float(value):.6g}"


def _eps(value: float) -> str:
    return f"{value:.4g}" if math.isfinite(value) else "none"


def _needed(value: float | None) -> str:
    """A multiplier; a dash where none was asked for or found."""
    return "-" if value is None else "any" if value == 0 else f"{value:.4g}"


def as_json(plan: Plan) -> dict[str, Any]:
    """The numbers of the page, all digits; infinite budgets are null."""
    training, run = plan.training, plan.training.run
    return {
        "n": run.n,
        "batch_size": run.batch_size,
        "epochs": str(run.epochs),
        "steps": run.iterations,
        "step_counts": asdict(run.counts),
        "clip": float(run.clip),
        "epsilon": plan.budget.epsilon,
        "delta": plan.budget.delta,
        "optimizer": training.optimizer,
        "noise_multiplier": training.noise_multiplier,
        "noise_on_sum": training.on_sum,
        "noise_on_mean": training.on_mean,
        "chosen_by": ", ".join(part.value for part in ACCOUNTS[0]),
        "accounts": [
            {
                "sampling": row.sampling.value,
                "neighbouring": row.sampling.neighbouring.value,
                "accountant": row.accountant.value,
                "epsilon": _finite(row.epsilon),
                "needed": row.needed,
            }
            for row in plan.accounts
        ],
        "records_per_user": plan.records_per_user,
        "users": [
            {
                "sampling": row.sampling.value,
                "by": WAYS[row.sampling],
                "epsilon": _finite(row.epsilon),
                "needed": row.needed,
            }
            for row in plan.users
        ],
        "elsewhere": [
            {
                "name": found.name,
                "settings": list(found.settings),
                "release": found.release,
                "divisor": found.divisor,
                "noise": found.deviation,
                "sampling": found.sampling.value,
                "rate": found.run.batch_size / found.run.n,
                "steps": found.run.iterations,
                "alpha": found.alpha,
                "epsilon": _finite(eps),
            }
            for found, eps in plan.elsewhere
        ],
        "adam": _adam_json(plan),
        "regulariser": float(plan.regulariser),
        "directions": [
            {
                "gradient": float(row.gradient),
                "deviation": float(row.deviation),
                "clip_worst": row.shares.clipped,
                "normalise_worst": row.shares.normalised,
                "normalise_symmetric": row.shares.symmetric,
            }
            for row in plan.directions
        ],
        "dimension": plan.dimension,
        "memory": None
        if plan.memory is None
        else {
            "model": plan.memory.network,
            "kind": plan.memory.kind,
            "boundaries": list(plan.memory.boundaries),
            "peak": plan.memory.peak,
            "all_layer_peak": plan.memory.all_layer,
            "layer_wise_peak": plan.memory.layer_wise,
            "bytes_a_sample": plan.memory.sample,
            "bytes_besides": plan.memory.fixed,
        },
    }


def _adam_json(plan: Plan) -> dict[str, Any] | None:
    noise, training = plan.adam, plan.training
    if noise is None:
        return None
    rows = []
    for ratio in RATIOS:
        adam, twin, corrected = noise.updates(ratio)
        rows.append(
            {
                "ratio": ratio,
                "on_floor": noise.on_floor(ratio),
                "first_above": noise.first_above(ratio),
                "at_most": _share(plan, ratio),
                "updates": {"dp-adam": adam, "twin": twin, "dp-adambc": corrected},
            }
        )
    return {
        "phi": noise.noise_variance,
        "divisor": training.run.batch_size,
        "opacus_divisor": plan.opacus_divisor,
        "phi_opacus": (training.on_sum / plan.opacus_divisor) ** 2,
        "floor": noise.floor,
        "beta1": noise.beta1,
        "beta2": noise.beta2,
        "gradients": rows,
        "choice": choice(noise, training.noise_multiplier, training.run.batch_size, plan.dimension),
        "twin_learning_rate_factor": noise.twin_factor,
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
