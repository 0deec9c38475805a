"""``dptheory simulate``: a paper's experiment at its real size, resumable."""

import argparse
import json
from typing import Any

from dptheory.cluster import add_scheduler, check_scheduler, scheduled
from dptheory.commands.budget import whole
from dptheory.errors import ArgumentError
from dptheory.extras import module
from dptheory.files import folder_of, output, replacing
from dptheory.processes import check_jobs

EXPERIMENTS = ("accelerated-logistic", "accelerated-logistic-quick", "breast-cancer")


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "simulate",
        help="run an experiment of the papers; finished cells are kept and never recomputed",
        description="Run an experiment: accelerated-logistic (Section 5 of Kuru et al. 2020 at its "
        "real size, 96 cells of 20 runs), the same on every 20th record (-quick), or breast-cancer "
        "(extra data). Interrupted runs resume.",
    )
    p.add_argument("experiment", metavar="NAME", help=f"one of {', '.join(EXPERIMENTS)}")
    p.add_argument("--jobs", type=whole, default=2, metavar="J", help="workers (default 2)")
    add_scheduler(p)
    p.add_argument(
        "--folder", metavar="DIR", help="where cells are kept (default build/experiments/...)"
    )
    p.add_argument(
        "--output",
        metavar="FILE",
        help="write the labelled dataset here (netCDF; needs the extra experiments)",
    )
    p.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Compute what is missing, print the final errors, write the dataset."""
    name, jobs = arguments.experiment, arguments.jobs
    if name not in EXPERIMENTS:
        raise ArgumentError(f"NAME must be one of {', '.join(EXPERIMENTS)}. Found {name!r}.")
    check_jobs(jobs)
    check_scheduler(arguments.scheduler)
    path = output("--output", arguments.output, ".nc")
    if path is not None:
        for needed in ("xarray", "h5netcdf"):  # asked for before the runs, not after them
            module(needed)
    own = folder_of("--folder", arguments.folder) if arguments.folder is not None else None
    import sys
    import time

    import numpy as np

    from verify.papers.accelerated.laboratory import accelerated_logistic as experiment

    setting = {
        "accelerated-logistic": experiment.SECTION_5,
        "accelerated-logistic-quick": experiment.QUICK,
        "breast-cancer": experiment.BREAST_CANCER,
    }[name]
    folder = own or experiment.FOLDER
    start = time.perf_counter()
    with scheduled(arguments.scheduler, "dptheory simulate"):
        found = experiment.results(setting, folder, jobs=jobs, progress=sys.stderr.isatty())
    seconds = time.perf_counter() - start
    if path is not None:
        with replacing(path) as temporary:
            experiment.dataset(setting, found).to_netcdf(temporary, engine="h5netcdf")
    rows = [
        {
            "algorithm": cell.algorithm,
            "batch_size": cell.m,
            "T": cell.T,
            "c": cell.c,
            "iterations": int(arrays["t"][-1]),
            "mean": float(np.mean(arrays["gap"][:, -1])),
            "standard_error": float(
                np.std(arrays["gap"][:, -1], ddof=1) / np.sqrt(len(arrays["gap"]))
            ),
        }
        for cell, arrays in found.items()
    ]
    digest = experiment.digest(found)
    if arguments.json:
        print(json.dumps({"seconds": seconds, "digest": digest, "cells": rows}))
        return 0
    print(f"{'algorithm':>12} {'m':>7} {'c':>4} {'T':>5} {'used':>5}  F(x_T) - F*")
    for row in rows:
        print(
            f"{row['algorithm']:>12} {row['batch_size']:>7} {row['c']:>4} {row['T']:>5} "
            f"{row['iterations']:>5}  {row['mean']:.4g} +- {row['standard_error']:.2g}"
        )
    print(f"{len(rows)} cells in {seconds:.0f} s; digest {digest[:16]}")
    return 0
