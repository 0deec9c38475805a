"""Inequalities of the papers, with the sets that the papers quantify over.

They are those that the first ledger proved with proofs written by hand; ``why`` names what its
search boxes only implied.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """One inequality.

    Attributes:
        name: the claim and what the inequality says there.
        sets: names and the set of each, as in ``n from 2; q [0, 1]; x, y real; a positive``.
        says: the inequality. given: its hypotheses.
        why: the reason for sets that are narrower than the signs.
    """

    name: str
    sets: str
    says: str
    given: tuple[str, ...] = ()
    why: str = ""


CASES = (
    Case(
        "accelerated/thm-a1: one coordinate",
        "z, a, b real",
        "abs(z - b) - abs(z - a) <= abs(a - b)",
    ),
    Case(
        "accelerated/thm-a2: two steps, then induction",
        "p1, p2, s1, s2 nonnegative",
        "p1 * p2 <= (p1 + s1) * (p2 + s2)",
    ),
    Case(
        "accelerated/thm-a3: mixture over samples",
        "law0, law1, other1, gain nonnegative; q [0, 1]",
        "(1 - q) * law0 + q * law1 <= (1 + q * gain) * ((1 - q) * law0 + q * other1)",
        given=("law1 <= (1 + gain) * min(law0, other1)",),
        why="q is a probability",
    ),
    Case(
        "accelerated/noise-growth: exp(eps0) as a function of exp(epsilon/T)",
        "a, h nonnegative; q positive",
        "1 + a * q <= 1 + ((1 + a) * (1 + h) - 1) * q",
    ),
    Case(
        "accelerated/noise-growth: E_T as a function of eps0",
        "S, gap nonnegative; n from 2; m, d from 1; e positive",
        "S**2 / 4 * (1 / m) * ((n - m) / (n - 1)) + 2 * d * S**2 / (m**2 * (e + "
        "gap)**2) <= S**2 / 4 * (1 / m) * ((n - m) / (n - 1)) + 2 * d * S**2 / (m**2 "
        "* e**2)",
        given=("m <= n",),
    ),
    Case(
        "accelerated/assumption-3.2: weights of the logistic loss",
        "partial, entry real; length nonnegative; weight [-1, 1]",
        "partial + weight * entry <= length + abs(entry)",
        given=("abs(partial) <= length",),
        why="a weight of the logistic loss is at most 1 in size",
    ),
    Case(
        "accelerated/assumption-3.2: data in the curvature, bounded x",
        "spread, radius nonnegative; x real",
        "spread * x <= spread * radius",
        given=("abs(x) <= radius",),
    ),
    Case(
        "accelerated/eq-21: variance along a unit vector",
        "mean, low real; square, high, S nonnegative",
        "square - mean**2 <= S**2 * (1 / 4)",
        given=(
            "0 <= (low + high) * mean - square - low * high",
            "mean**2 <= square",
            "high - low <= S",
            "low <= high",
        ),
        why="low and high are the ends of a range",
    ),
    Case(
        "accelerated/prop-3.3: operator norms add",
        "S, slack nonnegative; bound, eps0 positive; n from 2; m, d from 1",
        "2 * (S / (m * eps0))**2 + (S**2 * (1 / 4) - slack) * (1 / m * ((n - m) / (n "
        "- 1))) <= bound**2 / 4 * (1 / m) * ((n - m) / (n - 1)) + 2 * d * bound**2 / "
        "(m**2 * eps0**2)",
        given=("S <= bound", "m <= n", "slack <= S**2 / 4"),
    ),
    Case(
        "accelerated/prop-3.3: traces add",
        "S, slack nonnegative; bound, eps0 positive; n from 2; m, d from 1",
        "d * (2 * (S / (m * eps0))**2) + (S**2 * (1 / 4) - slack) * (1 / m * ((n - "
        "m) / (n - 1))) <= bound**2 / 4 * (1 / m) * ((n - m) / (n - 1)) + 2 * d * "
        "bound**2 / (m**2 * eps0**2)",
        given=("S <= bound", "m <= n", "slack <= S**2 / 4"),
    ),
    Case(
        "accelerated/eq-38: S_1(x) at most S_1",
        "S, bound nonnegative; m, d from 1; eps0 positive",
        "S**2 * d / (m**2 * eps0**2) <= bound**2 * d / (m**2 * eps0**2)",
        given=("S <= bound",),
    ),
    Case(
        "accelerated/eq-38: S_1(x) at most S_1",
        "S, bound nonnegative; m from 1; eps0 positive",
        "2 * S**2 / (m**2 * eps0**2) <= 2 * bound**2 / (m**2 * eps0**2)",
        given=("S <= bound",),
    ),
    Case(
        "accelerated/eq-41: norm, trace and ranges",
        "top, others_sum, ranges nonnegative; reduction positive",
        "top <= 1 / 4 * ranges * reduction",
        given=("top + others_sum <= ranges * reduction / 4",),
    ),
    Case(
        "accelerated/eq-41: squares, one coordinate more",
        "entry, squares, total, reduction nonnegative",
        "1 / 4 * (entry**2 + squares) * reduction <= 1 / 4 * (entry + total)**2 * reduction",
        given=("squares <= total**2",),
    ),
    Case(
        "accelerated/prop-3.4-noise-constant: trace of the covariance",
        "S, eps0, alpha, L positive; n from 2; m, d from 1",
        "L * alpha**2 / 2 * (2 * d * (S / (m * eps0))**2 + d * (S**2 / 4 * (1 / m) * "
        "((n - m) / (n - 1)))) <= L * d * alpha**2 / 2 * (S**2 / 4 * (1 / m) * ((n - "
        "m) / (n - 1)) + 2 * d * S**2 / (m**2 * eps0**2))",
        given=("m <= n",),
    ),
    Case(
        "accelerated/prop-3.4-last-factor: dominance",
        "p11, p22 positive; p12, x, previous real",
        "(p11 - p12**2 / p22) * x**2 <= p11 * x**2 + 2 * p12 * x * previous + p22 * previous**2",
    ),
    Case(
        "accelerated/optimal-parameters: no parameters are faster",
        "r (0, 1); ratio real; below, above nonnegative",
        "((1 + r) * (1 + ratio) - above) * (1 - r)**2 <= ((1 - r) * (1 - ratio) + "
        "below) * (1 + r)**2",
        given=("abs(ratio) <= r",),
        why="r is the rate, below 1",
    ),
    Case(
        "accelerated/thm-3.5-noise-free: loss against the state",
        "curvature, L positive; x0, before real",
        "curvature * x0**2 / 2 <= L * (x0**2 + before**2) / 2",
        given=("curvature <= L",),
    ),
    Case(
        "accelerated/thm-3.5-noise-level: one coordinate",
        "alpha, curvature, variance, L positive; beta [0, 1)",
        "curvature * (variance * (1 / 2) * (2 * alpha * (1 + beta) / ((1 - beta) * "
        "curvature * (2 + 2 * beta - alpha * curvature)))) / 2 <= L * (variance * (1 "
        "/ 2) * (2 * alpha * (1 + beta) / ((1 - beta) * curvature * (2 + 2 * beta - "
        "alpha * curvature))))",
        given=("curvature <= L", "alpha * curvature < 2 * (1 + beta)"),
        why="momentum is below 1 (Theorem 3.5)",
    ),
    Case(
        "accelerated/rate-optimal-beta: no momentum is better",
        "r (0, 1]; gap, slack nonnegative",
        "(1 - r)**2 <= (1 - r) * (1 - (r**2 - gap) / r) + slack",
        why="r is the square root of beta, below 1",
    ),
    Case(
        "accelerated/b3-quasi-convexity: the radius grows with |trace|",
        "r positive; gap, h nonnegative",
        "r + (r**2 - h) / r <= r + gap + (r**2 - h) / (r + gap)",
        given=("h <= r**2",),
    ),
    Case(
        "accelerated/b3-quasi-convexity: |trace| is convex",
        "x, y real",
        "abs(x + y) <= abs(x) + abs(y)",
    ),
    Case(
        "accelerated/thm-4.1: one step without noise",
        "alpha, L positive; r (0, 1]; x, previous, g real; gap_new, gap_x, gap_star nonnegative",
        "g * ((1 + (1 - r) / (1 + r)) * x - (1 - r) / (1 + r) * previous - alpha * g "
        "- ((1 + (1 - r) / (1 + r)) * x - (1 - r) / (1 + r) * previous)) + L * (1 / "
        "2) * ((1 + (1 - r) / (1 + r)) * x - (1 - r) / (1 + r) * previous - alpha * "
        "g - ((1 + (1 - r) / (1 + r)) * x - (1 - r) / (1 + r) * previous))**2 - "
        "gap_new - (-g * ((1 + (1 - r) / (1 + r)) * x - (1 - r) / (1 + r) * "
        "previous) + r**2 / alpha * (1 / 2) * ((1 + (1 - r) / (1 + r)) * x - (1 - r) "
        "/ (1 + r) * previous)**2 + gap_star) + r**2 / alpha * (1 / 2) * (x + ((1 + "
        "(1 - r) / (1 + r)) * x - (1 - r) / (1 + r) * previous - alpha * g - x) / "
        "r)**2 <= (1 - r) * (g * (x - ((1 + (1 - r) / (1 + r)) * x - (1 - r) / (1 + "
        "r) * previous)) + r**2 / alpha * (1 / 2) * (x - ((1 + (1 - r) / (1 + r)) * "
        "x - (1 - r) / (1 + r) * previous))**2 + gap_x - (-g * ((1 + (1 - r) / (1 + "
        "r)) * x - (1 - r) / (1 + r) * previous) + r**2 / alpha * (1 / 2) * ((1 + (1 "
        "- r) / (1 + r)) * x - (1 - r) / (1 + r) * previous)**2 + gap_star) + r**2 / "
        "alpha * (1 / 2) * (previous + (x - previous) / r)**2)",
        given=("alpha * L <= 1",),
        why="r^2 = alpha mu is at most alpha L",
    ),
    Case(
        "accelerated/thm-4.1: V_0 <= 2 E_0 at rest",
        "mu positive; x0 real; gap_0 nonnegative",
        "2 * (mu * x0**2 * (1 / 2)) + gap_0 <= 2 * (mu * x0**2 * (1 / 2) + gap_0)",
    ),
    Case(
        "accelerated/thm-4.1-index: t = 1, started at the minimiser, charged b_0",
        "alpha, L, curvature positive; before nonnegative",
        "1 / 2 * curvature * alpha**2 * (2 * before**2) <= alpha * (1 + alpha * L) * before**2",
        given=("alpha * L <= 1", "curvature <= L"),
    ),
    Case(
        "accelerated/covariance-text: norms add",
        "b positive; S, slack nonnegative; n from 2; m from 1",
        "2 * b**2 + (S**2 * (1 / 4) - slack) * (1 / m * ((n - m) / (n - 1))) <= 2 * "
        "b**2 + S**2 / 4 * (1 / m) * ((n - m) / (n - 1))",
        given=("m <= n", "slack <= S**2 / 4"),
    ),
    Case(
        "accelerated/prop-4.2: every other schedule costs more, term by term",
        "x nonnegative; e, X, E positive",
        "3 * x * X**2 / E**2 - 2 * e * X**3 / E**3 <= x**3 / e**2",
    ),
    Case(
        "accelerated/prop-4.2: and strictly more, unless its budgets are those of (31)",
        "x nonnegative; e, X, E positive",
        "3 * x * X**2 / E**2 - 2 * e * X**3 / E**3 + X * (x * E - e * X)**2 / (e * "
        "E**3) <= x**3 / e**2",
    ),
    Case(
        "accelerated/prop-4.2: a weight zero: halving its budget is better",
        "share (0, 1)",
        "1 / (1 - share / 2)**2 <= 1 / (1 - share)**2",
        why="a share of the budget",
    ),
    Case(
        "accelerated/allocation-vs-uniform: power means, term by term",
        "x, mean nonnegative",
        "mean**3 + 3 * mean**2 * (x - mean) <= x**3",
    ),
    Case(
        "accelerated/a-monotone: (1 - sqrt(mu alpha)) a <= a",
        "a, r nonnegative",
        "(1 - r) * a <= a",
    ),
    Case(
        "accelerated/variance-schedule: b_{t+1} <= b_t",
        "s (0, 1]; x, X, S, n, epsilon positive",
        "X / (x**3)**(1 / 3) * S / (n * epsilon) <= X / ((s * x)**3)**(1 / 3) * S / (n * epsilon)",
        why="s^3 = 1 - sqrt(mu alpha)",
    ),
    Case(
        "accelerated/variance-schedule: epsilon_{t+1} >= epsilon_t",
        "s (0, 1]; x, X, epsilon positive",
        "((s * x)**3)**(1 / 3) / X * epsilon <= (x**3)**(1 / 3) / X * epsilon",
        why="s^3 = 1 - sqrt(mu alpha)",
    ),
    Case(
        "accelerated/remark-4.1-more-iterations: the best length",
        "p, q positive; u [0, 1]",
        "(p * q)**2 / (p + q)**2 <= u**3 * p**2 + (1 - u)**3 * q**2",
        why="u = (1 - r)^T",
    ),
    Case(
        "accelerated/remark-4.2-approximation: exp of both sides, term by term",
        "q, power [0, 1]",
        "power * q <= q",
        why="q = m/n, power = q^k",
    ),
    Case(
        "accelerated/remark-4.2-approximation: relative error at most (z/2) e^z, term by term",
        "z nonnegative; k from 0",
        "z**2 * 2 <= z**2 * (k + 1) * (k + 2)",
    ),
    Case(
        "accelerated/remark-4.2-approximation: relative error at most z = S/(bm), 1/20 <= z <= 1",
        "z [1/20, 1]",
        "exp(z) - 1 <= z * (1 + z)",
        why="as the remark says",
    ),
    Case(
        "accelerated/remark-4.2-guide: the variance is convex in the budget",
        "y, more nonnegative; q (0, 1]",
        "(1 + y + more) / (q + y + more) <= (1 + y) / (q + y)",
        why="q = m/n",
    ),
    Case(
        "accelerated/masg-variance-schedule: weights at a stage change",
        "alpha, L positive; share (0, 1/4]; r [0, 1/4]",
        "6 * share * alpha * (1 + share * alpha * L) <= 2 * (1 - r) * alpha * (1 + alpha * L)",
        why="share = 4^-k of the next stage, r = sqrt(mu next) there",
    ),
    Case(
        "accelerated/eq-35: every candidate is beaten",
        "root positive; u, x nonnegative",
        "root**2 * x**2 <= -1 - u * (x + u / root**2 + 2 / root) + root**2 * (x + u "
        "/ root**2 + 2 / root)**2",
    ),
    Case(
        "accelerated/eq-35: ln p >= -ln 2 - |u'x|",
        "odds positive; largest [1, oo)",
        "1 / (2 * largest) <= 1 / (1 + 1 / odds)",
        given=("1 <= odds * largest",),
        why="largest = exp|u'x|",
    ),
    Case("accelerated/eq-35: ln p <= 0", "odds positive", "1 / (1 + 1 / odds) <= 1"),
    Case(
        "accelerated/eq-35: strong concavity",
        "odds, regularisation positive; slope real",
        "2 * regularisation <= 1 / (1 + odds) * (1 / (1 + 1 / odds)) * slope**2 + 2 "
        "* regularisation",
    ),
    Case("accelerated/eq-36-gradient: weight of a record", "odds positive", "1 / (1 + odds) <= 1"),
    Case(
        "accelerated/eq-36-bound: (36), coordinate by coordinate",
        "first, second real; odds, other positive",
        "abs(first * (1 / (1 + odds)) - second * (1 / (1 + other))) <= abs(first) + abs(second)",
    ),
    Case(
        "accelerated/eq-36-sensitivity: S_1(x) from above",
        "radius, odds positive; share, other_share [0, 1]; excess, other_excess [1, oo)",
        "radius * share * (1 / (1 + odds * excess)) + radius * other_share * (1 / (1 "
        "+ odds * other_excess)) <= 2 * radius * (1 / (1 + odds))",
        why="shares of a radius; odds over the least odds",
    ),
    Case(
        "accelerated/smoothness-constant: curvature of a record",
        "odds, regularisation positive; gram nonnegative",
        "1 / (1 + odds) * (1 / (1 + 1 / odds)) * gram + 2 * regularisation <= gram + "
        "2 * regularisation",
    ),
    Case(
        "accelerated/smoothness-constant: curvature of a record, weights at most 1/4",
        "odds, regularisation positive; gram nonnegative",
        "1 / (1 + odds) * (1 / (1 + 1 / odds)) * gram + 2 * regularisation <= gram / "
        "4 + 2 * regularisation",
    ),
    Case(
        "accelerated/synthetic-data: L1 norm of the covariates",
        "largest [0, 1]",
        "20 * largest <= 20",
        why="the largest of covariates in [0, 1]",
    ),
    Case(
        "accelerated/thm-4.1-step-size: c/L against 1/L",
        "c (0, 1]; stage [1, oo); gram nonnegative; regularisation positive",
        "c / (stage * (gram + 2 * regularisation)) <= 1 / (gram / 4 + 2 * regularisation)",
        why="c <= 1 in the theorem, stage = 4^k",
    ),
    Case(
        "accelerated/zcdp-allocation: every other schedule costs more, term by term",
        "y nonnegative; e, Y, R positive",
        "2 * y * Y / R - e * Y**2 / R**2 <= y**2 / e",
    ),
    Case(
        "lssgd/utility-factor: at least gamma, one frequency",
        "q nonnegative; value [1, oo); gamma positive",
        "gamma * q <= gamma * value * q",
        why="an eigenvalue of A",
    ),
    Case(
        "lssgd/utility-factor: at most gamma(1 + 4 sigma), one frequency",
        "q, sigma nonnegative; part [0, 1]; gamma positive",
        "gamma * (1 + 4 * sigma * part) * q <= gamma * (1 + 4 * sigma) * q",
        why="a squared sine",
    ),
    Case(
        "lssgd/utility-factor: a random direction: gamma times the mean eigenvalue "
        "is at least 1, one frequency",
        "value, m positive",
        "2 / m - value / m**2 <= 1 / value",
    ),
    Case(
        "lssgd/table-1-convex: Theorem 2 within the entry (squares, C_2 = 1, 6 "
        "log(1/delta) G^2 hidden)",
        "D, G, gamma positive; b from 1",
        "G**2 * 6 * gamma * (D + G**2 / b) <= 6 * G**2 * (gamma * (D + G**2))",
    ),
    Case(
        "lssgd/table-1-convex: coefficient 2 for eta <= 1/L",
        "eta, L positive; p, q, slack nonnegative; s (0, 1]",
        "2 * eta * p <= 2 * eta * (p + q / (2 * L) + slack) - eta**2 * s * q",
        given=("eta * L <= 1",),
        why="an eigenvalue of the inverse of A",
    ),
    Case(
        "lssgd/table-1-convex: (G^2/b)(n-b)/(n-1) <= G^2/b",
        "G positive; n from 2; b from 1",
        "G**2 * (n - b) / (b * (n - 1)) <= G**2 / b",
        given=("b <= n",),
    ),
    Case(
        "lssgd/table-1-convex: two steps and the average",
        "eta positive; first, left, variance, slack, excess nonnegative",
        "(first - left + 2 * eta**2 * variance - eta * slack) / (2 * eta * 2) - "
        "excess <= (first + 2 * eta**2 * variance) / (2 * eta * 2)",
    ),
    Case(
        "lssgd/table-1-convex: step size 1/L where it is the smaller one",
        "L, D, V positive; T from 1",
        "(D / (1 / L * T) + 1 / L * V) / 2 <= L * D / T",
        given=("V * T <= L**2 * D",),
    ),
    Case(
        "lssgd/table-1-nonconvex: a step of size at most 1/L keeps half of the "
        "first-order decrease",
        "eta, L positive; q nonnegative; s (0, 1]",
        "eta * s * q / 2 <= eta * s * q - L * eta**2 * s**2 * q / 2",
        given=("eta * L <= 1",),
        why="an eigenvalue of the inverse of A",
    ),
    Case(
        "lssgd/table-1-nonconvex: two steps",
        "eta, L positive; M, gap, left, slack nonnegative",
        "(gap - left + 2 * eta**2 * L * M / 2 - slack) * 2 / (2 * eta) <= 2 * gap / "
        "(2 * eta) + eta * L * M",
        given=("eta * L <= 1",),
    ),
    Case(
        "lssgd/table-1-nonconvex: zeta >= 1, one frequency",
        "sigma nonnegative; share [0, 1]",
        "1 <= ((1 + 4 * sigma) / (1 + 4 * sigma * share))**2",
        why="a squared sine",
    ),
    Case(
        "lssgd/condition-number: no dimension exceeds 1 + 4 sigma",
        "sigma nonnegative; c [-1, 1]",
        "1 + 2 * sigma - 2 * sigma * c <= 1 + 4 * sigma",
        why="a cosine",
    ),
    Case(
        "lssgd/thm-1: the order for every mu",
        "ell, epsilon positive; mu (0, 1)",
        "1 + ell / epsilon <= ell / ((1 - mu) * epsilon) + 1",
        why="mu in (0, 1) in Theorem 1",
    ),
    Case(
        "lssgd/thm-1: the argument of the logarithm",
        "T, alpha, n, b, epsilon positive; mu (0, 1)",
        "mu * n**3 * epsilon / (5 * b**3 * T * alpha + mu * b * n**2 * epsilon) <= n / b",
        why="mu in (0, 1) in Theorem 1",
    ),
    Case(
        "lssgd/thm-2-lipschitz-only: one step with the whole batch gradient",
        "eta, G positive; p, slack, excess, noise nonnegative; s (0, 1]",
        "2 * eta * p <= 2 * eta * (p + slack) - eta**2 * (s * (G**2 - excess) + "
        "noise) + eta**2 * (G**2 + noise)",
        given=("excess <= G**2",),
        why="an eigenvalue of the inverse of A",
    ),
    Case(
        "lssgd/thm-2-constant: smallest constant of the proof (squares)",
        "c positive; m [4, oo)",
        "720 <= 9 / 4 * (1 / c + 20 * c * m)**2",
        why="m = 1/(mu (1 - mu))",
    ),
    Case(
        "lssgd/thm-2-on-mnist: curvature of a softmax loss, one direction of spread r",
        "r positive; share nonnegative",
        "r**2 * share * (1 - share) <= r**2 / 4",
    ),
    Case(
        "lssgd/remark-2-monotone: every term of the sum",
        "G positive; sigma, increase, m nonnegative",
        "G**2 / (1 + (sigma + increase) * m) <= G**2 / (1 + sigma * m)",
    ),
    Case(
        "lssgd/always-better: each factor falls with a",
        "a, k nonnegative",
        "(1 - (a + k)) / (1 + a + k) <= (1 - a) / (1 + a)",
    ),
    Case(
        "lssgd/norm-chain: division by the smallest eigenvalue of the inverse, one coordinate",
        "q, excess nonnegative; value positive",
        "q <= (value + excess) * q / value",
    ),
    Case(
        "lssgd/norm-chain: the largest eigenvalue is at most 1 + 4 sigma",
        "sigma, q nonnegative; share [0, 1]",
        "(1 + 4 * sigma * share) * q <= (1 + 4 * sigma) * q",
        why="a squared sine",
    ),
    Case(
        "lssgd/norm-chain-last: the proof's constant at the best mu exceeds 4 sqrt(6) (squares)",
        "gap nonnegative; other, L positive; m [4, oo)",
        "96 * L * (2 * gap + other) <= 80 * m * L * (2 * gap + other)",
        why="m = 1/(mu (1 - mu))",
    ),
    Case(
        "lssgd/zeta: every term is at least 1",
        "sigma nonnegative; share [0, 1]",
        "1 <= ((1 + 4 * sigma) / (1 + 4 * sigma * share))**2",
        why="a squared sine",
    ),
    Case(
        "lssgd/lemma-1-gaussian: closer centres",
        "alpha, sigma positive; sensitivity, gap nonnegative",
        "alpha * sensitivity**2 / (2 * sigma**2) <= alpha * (sensitivity + gap)**2 / "
        "(2 * sigma**2)",
    ),
    Case(
        "lssgd/lemma-1-order-range: all data, tau = 1",
        "alpha, sigma positive; sensitivity nonnegative",
        "alpha * sensitivity**2 / (2 * sigma**2) <= 5 * sensitivity**2 * alpha / sigma**2",
    ),
    Case(
        "lssgd/lemma-2: the worst second release",
        "a, b, m, k nonnegative",
        "a * m + b * k <= (a + b) * max(m, k)",
    ),
    Case(
        "lssgd/lemma-3: tangent of the power",
        "L, threshold positive; alpha (1, oo)",
        "max(0, L - threshold) <= L * (L / threshold)**(alpha - 1)",
        why="orders of Rényi's divergence are above 1",
    ),
    Case(
        "lssgd/proof-1-sensitivity: 2 G/b",
        "n, b from 1; G positive; g, other real",
        "abs(n * (g / n) / b - n * (other / n) / b) <= 2 * G / b",
        given=("b <= n", "abs(g) <= G", "abs(other) <= G"),
    ),
    Case(
        "lssgd/proof-1-sensitivity: the printed smoothed mechanism leaks less",
        "alpha, G, sigma positive; n from 1; extra from 0",
        "alpha * (2 * G / (n + extra))**2 / (2 * sigma**2) <= alpha * (2 * G / n)**2 "
        "/ (2 * sigma**2)",
    ),
    Case(
        "lssgd/proof-1-composition: no iterate costs more",
        "k from 0; mu (0, 1); epsilon positive; T from 1",
        "k * mu * epsilon / T + (1 - mu) * epsilon <= epsilon",
        given=("k <= T",),
        why="mu in (0, 1) in Theorem 1",
    ),
    Case(
        "lssgd/remark-3-sensitivity: smoothing does not lengthen",
        "g, other real; eigenvalue, second [1, oo); n from 1",
        "((g / eigenvalue)**2 + (other / second)**2) / n**2 <= (g**2 + other**2) / n**2",
        why="eigenvalues of A",
    ),
    Case(
        "lssgd/remark-3-compression: the quotient concentrates",
        "d positive; w [0, 1]",
        "2 * (w**2 * d) / (d * (d + 2)) <= 2 * w / (d + 2)",
        why="a squared eigenvalue of the inverse of A",
    ),
    Case(
        "lssgd/eigenvalue-order: a larger cosine, a larger eigenvalue of the inverse",
        "sigma, increase nonnegative; c real",
        "1 / (1 + 2 * sigma - 2 * sigma * c) <= 1 / (1 + 2 * sigma - 2 * sigma * (c + increase))",
        given=("c + increase <= 1",),
    ),
    Case(
        "lssgd/proof-3-smoothing: a coordinate of the eigenbasis",
        "g real; sigma, m nonnegative",
        "g**2 / (1 + sigma * m)**2 <= g**2 / (1 + sigma * m)",
    ),
    Case(
        "lssgd/eq-9: the norm of the inverse, one coordinate of an eigenbasis",
        "g real; value [1, oo)",
        "g**2 / value <= g**2",
        why="an eigenvalue of A",
    ),
    Case(
        "lssgd/eq-10: descent to w - eta grad F(w), which lies above F*",
        "eta, L positive; q, gap, excess nonnegative",
        "(1 - L * eta / 2) * eta * q <= eta * q - L * eta**2 * q / 2 + gap + excess",
    ),
    Case(
        "lssgd/proof-2-coefficient: 2/3",
        "eta, L positive; p, q nonnegative; s (0, 1]",
        "2 / 3 * eta * p <= 2 * eta * p - eta**2 * s * q",
        given=("2 * eta * L <= 1", "(1 - L * eta / 2) * eta * q <= p"),
        why="an eigenvalue of the inverse of A",
    ),
    Case(
        "lssgd/proof-2-coefficient: (2/(2 - L eta)) <= 4/3",
        "eta, L positive",
        "2 / (2 - L * eta) <= 4 / 3",
        given=("2 * eta * L <= 1",),
    ),
    Case(
        "dptheory/heavy-ball-never-beats-gradient: <X0, Z> <= 0",
        "rho, p (0, 1); sigma [-1, 1]",
        "-p * (rho - p + rho * (1 - rho * p)) * (1 - sigma**2) <= 0",
        given=("p <= rho",),
        why="rates below 1, sigma = (1 - b)/(1 + b)",
    ),
    Case(
        "dptheory/heavy-ball-never-beats-gradient: the other dual is at most -rho (1-rho)(1-p)",
        "rho, p (0, 1); sigma [-1, 1]",
        "-rho * ((1 - rho) * (1 - p) + (rho + p) * (1 - sigma) + p * (1 - sigma**2)) "
        "<= -rho * (1 - rho) * (1 - p)",
        given=("p <= rho",),
        why="rates below 1, sigma = (1 - b)/(1 + b)",
    ),
)
