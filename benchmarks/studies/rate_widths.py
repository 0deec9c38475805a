"""``python -m benchmarks.studies.rate_widths``: how wide the certified intervals of rates are."""

import random
import statistics
from collections import Counter

from dptheory.lyapunov.paper_rates import paper_rate
from dptheory.lyapunov.results import Status
from dptheory.methods import heavy_ball, momentum, nesterov

QUERIES, KAPPAS = 1200, (0.0, 4.0)  # decimal logarithms of kappa
STEPS = {"ordinary": (-2.0, 0.5), "small": (-9.0, -2.0)}  # and of alpha L


def main() -> int:
    """Print, for ordinary and for small steps, the answers and the widths."""
    for name, steps in STEPS.items():
        draw, answers, shares = random.Random(1), Counter[str](), []
        widths = []
        for k in range(QUERIES):
            kappa = 10 ** draw.uniform(*KAPPAS)
            alpha, beta = 10 ** draw.uniform(*steps) / kappa, draw.uniform(0, 0.99)
            methods = heavy_ball(alpha, beta), nesterov(alpha, beta)
            method = (*methods, momentum(alpha, beta, 2 * beta))[k % 3]
            found = paper_rate(method, 1, kappa)
            answers[found.status] += 1
            if found.status is Status.FEASIBLE and found.rho2 is not None:
                squares = float(found.rho2 - found.rho2_lower), float(1 - found.rho2)
                shares.append(squares[0] / squares[1])
                widths.append((found.rho or 0.0) - found.rho_lower)
        print(f"{name} steps: " + ", ".join(f"{n} {word}" for word, n in answers.most_common()))
        print(f"  width: median {statistics.median(widths):.1e}, largest {max(widths):.1e}")
        print(f"  share: median {statistics.median(shares):.1e}, largest {max(shares):.1e}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
