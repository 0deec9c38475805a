"""Statements of papers with one number or index changed: LaTeX, sets, hypotheses."""

# Each false by one part in a hundred, or by an index.
NEAR = {
    "Young, p": (
        r"ab\le\frac{a^p}{1.01p}+\frac{b^q}q",
        "a, b in [0, inf), p, q in (1, inf)",
        [r"\frac1p+\frac1q=1"],
    ),
    "Young, exponents": (
        r"ab\le\frac{a^p}p+\frac{b^q}q",
        "a, b in [0, inf), p, q in (1, inf)",
        [r"\frac1p+\frac1q=0.99"],
    ),
    "Bernoulli, slope": (r"1+1.01rx\le(1+x)^r", "x in [-1, inf), r in [1, inf)", []),
    "Bernoulli, exponent": (r"1+rx\le(1+x)^r", "x in [-1, inf), r in [0.99, inf)", []),
    "one term of log-sum-exp": (
        r"1.01z_m\le\log\left(\sum_{i=1}^ne^{z_i}\right)",
        "z_1, ..., z_n in R, m in N",
        [r"m\le n"],
    ),
    "one term of another sum": (
        r"z_m\le\log\left(\sum_{i=2}^ne^{z_i}\right)",
        "z_1, ..., z_n in R, m in N, n in {2, 3, ...}",
        [r"m\le n"],
    ),
    "an approach to 1/e": (r"(1-\frac1n)^n\le\frac{0.99}e", "n in N", []),
    "an approach to 1/e from above": (r"(1-\frac1n)^{n-1}\le\frac1e", "n in N", []),
    "a geometric sum": (r"\sum_{i=0}^nu^i\le\frac{0.99}{1-u}", "u in [0, 1/2], n in N0", []),
    "a geometric sum, index": (r"\sum_{i=1}^nu^i\le\frac{0.99u}{1-u}", "u in [0, 1/2], n in N", []),
    "a geometric sum of any sign": (
        r"\sum_{i=0}^nu^i\le\frac1{1-u}",
        "u in [-1/2, 1/2], n in N0",
        [],
    ),
    "an empty geometric sum": (
        r"\sum_{i=0}^{n-2}u^i\le\frac{1-u^{n-1}}{1-u}",
        "u in [1/3, 1/2], n in N0",
        [],
    ),
    "a geometric sum of squares": (
        r"\sum_{i=0}^{K-1}(1-\eta\mu)^{2i}\le\frac{0.99}{\eta\mu(2-\eta\mu)}",
        r"\eta, \mu > 0, K in N",
        [r"\eta\mu<1"],
    ),
    "inverse roots": (r"\sum_{t=1}^T\frac1{\sqrt t}\le1.98\sqrt T", "T in N", []),
    "a power of 0": ("0<a^p", "a in [0, inf), p > 0", []),
    "a power of 0 below 1": (r"1\le a^p+a", "a in [0, inf), p > 0", []),
    "the hyperbolic cosine": (r"\frac{e^x+e^{-x}}2\le e^{0.99x^2/2}", "x in R", []),
    "factorials": (r"1.01n!\le n^n", "n in N", []),
    "binomials": (r"\binom{n}{2}\le\frac{0.99n(n-1)}2", "n in {2, 3, ...}", []),
}
