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
    "two means": (
        r"\left(\prod_{i=1}^ns_i\right)^{1/n}\le\frac{0.99}n\sum_{i=1}^ns_i",
        "s_1, ..., s_n in [0, inf)",
        [],
    ),
    "two means of any sign": (
        r"\prod_{i=1}^ns_i\le\left(\frac1n\sum_{i=1}^ns_i\right)^n",
        "s_1, ..., s_n in [-2, -1]",
        [],
    ),
    "the mean of one term too few": (
        r"\prod_{i=1}^ns_i\le\left(\frac1n\sum_{i=2}^ns_i\right)^n",
        "s_1, ..., s_n in [0, inf), n in {2, 3, ...}",
        [],
    ),
    "two means without a term": (r"\prod_{i=2}^ni\le\sum_{i=2}^ni", "n in N", []),
    "Stirling from below": (
        r"1.01\sqrt{2\pi n}\left(\frac ne\right)^ne^{\frac1{12n+1}}\le n!",
        "n in N",
        [],
    ),
    "Stirling, correction": (
        r"\sqrt{2\pi n}\left(\frac ne\right)^ne^{\frac1{12n-1}}\le n!",
        "n in N",
        [],
    ),
    "Stirling from above": (
        r"n!\le\sqrt{2\pi n}\left(\frac ne\right)^ne^{\frac1{13n}}",
        "n in N",
        [],
    ),
    "Wallis": (r"\prod_{i=1}^k\frac{2i-1}{2i}\le\frac{0.99}{\sqrt{\pi k}}", "k in N", []),
    "Wallis, index": (r"\prod_{i=2}^k\frac{2i-1}{2i}\le\frac1{\sqrt{\pi k}}", "k in N", []),
    "a normal tail": (r"\Phi(-x)\le\frac{0.99}2e^{-x^2/2}", "x >= 0", []),
    "a normal tail of any sign": (r"\Phi(-x)\le\frac12e^{-x^2/2}", "x in [-1, inf)", []),
    "a slope of a normal distribution": (r"\Phi(x)\le\frac12+0.39x", "x >= 0", []),
    "Mironov with less noise": (
        r"\Phi\left(c-\alpha c-\frac b{2c}\right)-e^{2\alpha c^2+b}"
        r"\Phi\left(-c-\alpha c-\frac b{2c}\right)\le\frac25e^{-b(\alpha-1)}",
        r"c, b > 0, \alpha in (1, inf)",
        [],
    ),
    "Dwork and Roth for epsilon up to 7": (
        r"\Phi\left(\frac\varepsilon{2\sqrt{2\log(\frac5{4\delta})}}"
        r"-\sqrt{2\log(\frac5{4\delta})}\right)"
        r"-e^\varepsilon\Phi\left(-\frac\varepsilon{2\sqrt{2\log(\frac5{4\delta})}}"
        r"-\sqrt{2\log(\frac5{4\delta})}\right)\le\delta",
        r"\varepsilon in (0, 7], \delta in (0, 1)",
        [],
    ),
}
