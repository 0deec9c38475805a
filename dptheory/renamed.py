"""Names that were given up: they work for this release, and a warning says the new one."""

import warnings
from collections.abc import Callable, Collection, Mapping
from typing import Any

# Parameters and fields: old, new, the functions and records (``Record.method``) that had the old.
ARGUMENTS: tuple[tuple[str, str, str], ...] = (
    ("l0", "L0", "Nonconvex"),
    ("l1", "L1", "Nonconvex"),
    ("eta", "alpha", "dp_nsgd dp_sgd"),
    (
        "step_size",
        "alpha",
        "convex_lipschitz convex_smooth drawn_gradient_bound gradient_quantile nonconvex "
        "smallest_gradient_bound step_worth update",
    ),
    ("limit_reached", "at_limit", "NonconvexProposal"),
    (
        "batch",
        "batch_size",
        "GaussianSchedule GaussianSteps Grouped NonconvexProblem Run StatedNoise sampling_variance",
    ),
    (
        "m",
        "batch_size",
        "LaplaceSteps Problem Task.gradient_noise fourth_root gaussian laplace step_epsilon "
        "step_laplace_scale",
    ),
    ("batches", "batch_size", "Question"),
    ("batch_sizes", "batch_size", "Question"),
    ("scale", "alpha_scale", "stages"),
    ("start", "guess", "smallest_noise"),
    ("memory", "lookback", "Floor"),
    ("start", "measure", "Horizon worst_final"),
    ("gradients", "output_gradients", "Network fewest_groups optimal_groupings peak"),
    ("noise", "released", "check_step"),
    ("sample", "released", "check_step"),
    ("b", "buffer", "SgdmState"),
    ("c", "clip", "dp_sgd"),
    ("threshold", "clip", "Clip layer_wise of_parameters parameter_wise uniform"),
    ("threshold2", "clip2", "FlatClipping"),
    ("thresholds", "clips", "Grouping"),
    ("bounds", "clips", "PerSample"),
    ("xi", "deviation", "SecondMoment.outside symmetric"),
    ("deviation", "noise_std", "StepFinding"),
    ("errors", "x0", "exact_loss"),
    ("previous", "x_previous", "exact_loss"),
    ("perturbation", "noise", "Private"),
    ("x", "state", "update"),
    ("d", "dimension", "separable surrogate with_outliers"),
    ("eps", "epsilon", "schedule_delta"),
    ("eta", "extrapolation", "Method momentum"),
    ("alpha", "failure", "SecondMoment.radius"),
    ("deltas", "delta", "privacy_profile"),
    ("laplace_scales", "laplace_scale", "LaplaceSteps"),
    ("blocks", "groups", "representable symmetric"),
    ("stated", "claim", "check_step"),
    ("vector", "gradient", "solve solve_recursive"),
    ("deviation", "tau0", "plan"),
    ("family", "method", "frontier"),
    ("base", "optimizer", "Private dp_grouped"),
    ("level", "failure", "epsilon_lower mu_lower"),
    ("of", "measure", "Floor LowerEnd noise_floor worst_shock"),
    ("task", "problem", "Question"),
    ("first", "first_stage", "stages"),
    ("M", "groups", "uniform"),
    ("most", "groups", "optimal_groupings"),
    ("bound", "peak", "fewest_groups"),
    ("step", "iteration", "AdamNoise factor adam_floor"),
    (
        "steps",
        "iterations",
        "AdamState DelayedState SecondMoment SgdmState parameters schedule worst_shock",
    ),
    ("a", "lower", "Clip.pieces Normalise.pieces"),
    ("noise", "noise_moments", "worst_final"),
    ("second_moments", "noise_moments", "LinearBound.value"),
    ("multiplier", "noise_multiplier", "StatedNoise StepFinding dp_grouped dp_nsgd dp_sgd"),
    ("noise", "noise_multiplier", "Grouped"),
    (
        "noise",
        "noise_std",
        "GaussianSteps drawn_gradient_bound smallest_gradient_bound step_size_for",
    ),
    ("multipliers", "noise_to_sensitivity", "GaussianSchedule"),
    ("noise", "noise_variance", "convex_lipschitz"),
    ("phi", "noise_variance", "AdamNoise"),
    ("noise", "noise_weights", "LinearBound"),
    ("recorded", "on", "StatedNoise"),
    ("p", "probability", "SecondMoment.quantile"),
    ("radius", "radius_l1", "l1_sensitivity"),
    ("gamma", "regulariser", "Adam AutomaticClipping DelayedRMSProp Grouping.rule"),
    ("r", "regulariser", "dp_nsgd"),
    ("stability", "regulariser", "Grouped worst_symmetric"),
    ("eta", "shape", "NegativeBinomial"),
    ("schedule", "run", "schedule_delta schedule_epsilon"),
    (
        "steps",
        "run",
        "final_iterate_delta laplace_delta laplace_epsilon laplace_guarantee pld_epsilon "
        "rdp_epsilon",
    ),
    ("scale", "unit", "dp_sgd"),
    ("b", "upper", "Clip.pieces Normalise.pieces"),
)
# Options of commands; the new one is meant where the command has it and not the old one.
OPTIONS = {
    "--batch": "--batch-size",
    "--certificate": "--output",
    "--curvatures": "--quadratic",
    "--deviation": "--tau0",
    "--draws": "--runs",
    "--estimate": "--public",
    "--eta": "--extrapolation",
    "--gamma": "--regulariser",
    "--iteration": "--iterations",
    "--l0": "--L0",
    "--l1": "--L1",
    "--layers": "--model",
    "--learning-rate": "--alpha",
    "--lipschitz": "--clip",
    "--m": "--batch-size",
    "--momentum": "--beta",
    "--noise": "--noise-std",
    "--noise-divisor": "--batch-size",
    "--picture": "--output",
    "--rho": "--rho-total",
    "--spectrum": "--quadratic",
    "--step": "--iterations",
    "--steps": "--iterations",
    "--threshold": "--clip",
    "--weights-file": "--weights",
}
# Names that a package offered, by package: old, and where the new one is.
OFFERED: dict[str, Mapping[str, str]] = {
    "dptheory": {"least_floor": "dptheory.noise_floor"},
    "dptheory.allocation": {
        "compare": "dptheory.allocation.laplace_schedule.compare",
        "cube_root": "dptheory.allocation.laplace_schedule.cube_root",
        "gaussian_zcdp": "dptheory.allocation.zcdp.gaussian_zcdp",
        "uniform": "dptheory.allocation.laplace_schedule.uniform",
    },
    "dptheory.auditing": {"one_run_chance": "dptheory.auditing.one_run.one_run_chance"},
    "dptheory.distributions.worst_law": {
        "Problem": "dptheory.distributions.worst_law.problem.Problem",
        "certify": "dptheory.distributions.worst_law.exact.certify",
        "drift": "dptheory.distributions.worst_law.problem.drift",
        "solve": "dptheory.distributions.worst_law.solver.solve",
    },
    "dptheory.gradients": {
        "Abadi": "dptheory.gradients.FlatClipping",
        "Auto": "dptheory.gradients.AutomaticClipping",
    },
    "dptheory.lyapunov": {"least_floor": "dptheory.lyapunov.noise_floor"},
    "dptheory.memory": {
        "Layer": "dptheory.memory.layers.Layer",
        "Recipe": "dptheory.memory.functions.Recipe",
        "batch_independent_bytes": "dptheory.memory.step.batch_independent_bytes",
        "besides": "dptheory.memory.step.batch_independent_bytes",
        "best_grouping": "dptheory.memory.partitions.best_grouping",
        "fit_measured": "dptheory.memory.measured.fit_measured",
        "grouping_cost": "dptheory.memory.partitions.grouping_cost",
        "largest_batch": "dptheory.memory.speed.largest_batch",
        "line": "dptheory.memory.measured.fit_measured",
        "table_of": "dptheory.memory.step.table_of",
    },
    "dptheory.optimizers": {
        "delayed": "dptheory.optimizers.dp2_rmsprop",
        "noise_floor": "dptheory.optimizers.adam_floor",
    },
    "dptheory.planning": {
        "Accountant": "dptheory.planning.accounts.Accountant",
        "Training": "dptheory.planning.library_settings.Training",
        "conventions": "dptheory.planning.library_settings.conventions",
        "needed": "dptheory.planning.accounts.needed",
        "spent": "dptheory.planning.accounts.spent",
    },
    "dptheory.privacy": {
        "choice_epsilon": "dptheory.privacy.selection_epsilon",
        "contracting_distance": "dptheory.privacy.last_iterate.contracting_distance",
        "contraction": "dptheory.privacy.last_iterate.contraction",
        "guarantee": "dptheory.privacy.laplace_guarantee",
        "quadratic_distance": "dptheory.privacy.last_iterate.quadratic_distance",
    },
    "dptheory.problems": {
        "generalised_smoothness": "dptheory.problems.smoothness_class.generalised_smoothness",
        "violating_pair": "dptheory.problems.smoothness_class.violating_pair",
    },
    "dptheory.simulation": {
        "batches": "dptheory.simulation.streams.batches",
        "draws": "dptheory.simulation.streams.draws",
    },
}
# Options that were given up, and the one that does their work where a command has it.
GONE = {"--merge": "--scheduler", "--shard": "--scheduler"}


def renamed(holder: str, old: str, known: Collection[str]) -> str | None:
    """The new name of a parameter or a field; None where it is no old one.

    Args:
        holder: the function, the record or ``Record.method``. old: the name. known: its names.
    """
    found = [new for name, new, had in ARGUMENTS if name == old and holder in had.split()]
    return next((new for new in found if new in known and old not in known), None)


def newly_named(function: str, named: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """Keywords of a call, old ones under their new names, which are said; others as they are.

    Args:
        function: its name. named: the keywords. known: the parameters.
    """
    found = {}
    for name, value in named.items():
        new = renamed(function, name, known)
        if new is not None and new not in named:
            warn(f"{function}({name}=...)", f"{new}=...", depth=4)
            found[new] = value
        else:
            found[name] = value
    return found


def by_old_names(holder: str, known: Collection[str]) -> Callable[[Any, str], Any]:
    """A ``__getattr__`` with which a record is also read by its old names."""

    def get(self: Any, name: str) -> Any:
        new = renamed(holder, name, known)
        if new is None:
            raise AttributeError(f"{holder!r} object has no attribute {name!r}")
        warn(f"{holder}.{name}", new)
        return getattr(self, new)

    return get


def warn(old: str, new: str, depth: int = 3) -> None:
    """Say that an old name has a new one, where it is used: so many calls above."""
    warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=depth)
