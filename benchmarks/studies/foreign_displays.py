"""Displays of papers outside the five: which are read, what is asked back, and what is true.

A row is a statement in LaTeX, its symbols with their sets, and its hypotheses.
"""

# Read whole; what is judged of them stands below.
READ = {
    "Mironov 2017, with its brackets": (
        r"\varepsilon'=\varepsilon+\frac{\log(1/\delta)}{\alpha-1}",
        r"\varepsilon', \varepsilon > 0, \alpha in (1, inf), \delta in (0, 1)",
    ),
    "Mironov, Talwar, Zhang 2019": (
        r"\epsilon\le\frac1{n-1}\log\left(\sum_{k=0}^n\binom nk(1-q)^{n-k}q^k"
        r"\exp\left(\frac{k^2-k}{2\sigma^2}\right)\right)",
        r"\epsilon, \sigma > 0, n in {2, 3, ...}, q in [0, 1]",
    ),
    "Altschuler, Talwar 2022": (
        r"\varepsilon\le\frac{\alpha L^2}{n^2\sigma^2}\min\left\{T,\frac{Dn}{L\eta}\right\}",
        r"\varepsilon, \alpha, L, \sigma, D, \eta > 0, n, T in N",
    ),
    "Kairouz and others 2021 (DP-FTRL)": (
        r"\epsilon=\frac{\lceil\lg(n+1)\rceil}{2\sigma^2}"
        r"+\frac{\sqrt{2\lceil\lg(n+1)\rceil\ln(1/\delta)}}\sigma",
        r"\epsilon, \sigma > 0, n in N, \delta in (0, 1)",
    ),
    "Robbins 1955": (r"\sqrt{2\pi n}\left(\frac ne\right)^ne^{\frac1{12n+1}}<n!", "n in N"),
    "Balle, Wang 2018": (
        r"\Phi\left(\frac\Delta{2\sigma}-\frac{\varepsilon\sigma}\Delta\right)"
        r"-e^\varepsilon\Phi\left(-\frac\Delta{2\sigma}-\frac{\varepsilon\sigma}\Delta\right)"
        r"\le\delta",
        r"\Delta, \sigma > 0, \varepsilon >= 0, \delta in [0, 1]",
    ),
    "the error function": (r"\operatorname{erf}(x)\le1", "x in R"),
    "smoothness in matrices": (r"A\preceq LB", r"A in S^d, B in S_+^d, L > 0"),
    "a logarithm to base 2": (r"\log_2n\le n", "n in N"),
    "Bun, Steinke 2016": (
        r"\rho+2\sqrt{\rho\log(1/\delta)}\le\rho\alpha+\frac{\log(1/\delta)}{\alpha-1}",
        r"\rho > 0, \alpha in (1, inf), \delta in (0, 1)",
    ),
    "squares of norms": (r"\|x+y\|^2\le2\|x\|^2+2\|y\|^2", "x, y in R^d"),
    "an inner product": (
        r"\langle g,x\rangle\le\frac{\eta}{2}\|g\|^2+\frac1{2\eta}\|x\|^2",
        r"g, x in R^d, \eta > 0",
    ),
    "a chain": (r"\frac1{x+1}\le\log\left(1+\frac1x\right)\le\frac1x", "x > 0"),
    "a sequence": (r"\sum_{i=1}^ns_i\le n", "s_1, ..., s_n in [0, 1]"),
    "factorials in a sum": (r"\sum_{k=0}^n\frac1{k!}\le e", "n in N"),
    "a central binomial coefficient": (r"\binom{2n}{n}\le4^n", "n in N0"),
}

# Not read; a part of the line that says why, with the place.
REFUSED = {
    "Mironov 2017, as printed": (
        r"\varepsilon'=\varepsilon+\frac{\log 1/\delta}{\alpha-1}",
        r"\varepsilon', \varepsilon > 0, \alpha in (1, inf), \delta in (0, 1)",
        r"say which is meant, \log(1/\delta) or \frac{\log(1)}{\delta}. "
        r"Found \log1/\delta at place 31",
    ),
    "a bound up to constants": (
        r"\varepsilon\lesssim\frac1n",
        r"\varepsilon > 0, n in N",
        r"use the relations \le, \ge, <, >, = and \preceq. Found \lesssim at place 11",
    ),
    "Koloskova, Hendrikx, Stich 2023": (
        r"x\le\mathcal O\left(\frac{L_0}{\eta T}\right)",
        r"x, L_0, \eta > 0, T in N",
        r"use declared symbols. Found '\mathcal{O}' at place 4",
    ),
    "a maximum over an index": (
        r"\max_ix_i\le\log\sum_{i=1}^ne^{x_i}",
        "x_1, ..., x_n in R",
        r"have \max of a list; over an index say it of each: x_m\le b, m\le n. "
        "Found '_' at place 4",
    ),
    "Kingma, Ba 2015": (
        r"R\le\sum_{i=1}^d\|g_{1:T,i}\|_2",
        "R > 0, d, T in N, g in R^d",
        "use declared symbols. Found 'g_{1:T,i}' at place 18",
    ),
    "a minimiser": (r"x=\arg\min_{y}F(y)", "x, y in R", r"Found '\arg' at place 2"),
    "a quantifier inside": (r"x\le1\ \forall x", "x in R", r"Found '\forall' at place 7"),
    "a factorial of what may be negative": (
        "(n-2)!\\le n",
        "n in N",
        "have factorials and binomials of a whole number that is plainly at least 0",
    ),
    "a factorial of an index below 0": (
        r"\sum_{i=-1}^ni!\le n",
        "n, i in N",
        "have factorials and binomials of a whole number that is plainly at least 0",
    ),
    "a factorial of a real number": ("x!\\le x", "x > 0", "have factorials and binomials of"),
    "a double factorial": ("n!!\\le n", "n in N", "have single factorials. Found '!' at place 2"),
}

# Statements with their verdicts; "supported" is what no prover reaches yet.
VERDICTS = {
    "Young": (
        r"ab\le\frac{a^p}p+\frac{b^q}q",
        "a, b in [0, inf), p, q in (1, inf)",
        [r"\frac1p+\frac1q=1"],
        "verified",
    ),
    "Young with 2": (r"ab\le\frac{a^2}2+\frac{b^2}4", "a, b in [0, inf)", [], "refuted"),
    "Bernoulli": (r"1+rx\le(1+x)^r", "x in [-1, inf), r in [1, inf)", [], "verified"),
    "one term of log-sum-exp": (
        r"z_m\le\log\left(\sum_{i=1}^ne^{z_i}\right)",
        "z_1, ..., z_n in R, m in N",
        [r"m\le n"],
        "verified",
    ),
    "an approach to 1/e": (r"(1-\frac1n)^n\le\frac1e", "n in N", [], "verified"),
    "a geometric sum": (r"\sum_{i=0}^nu^i\le\frac1{1-u}", "u in [0, 1/2], n in N0", [], "verified"),
    "a geometric sum of squares": (
        r"\sum_{i=0}^{K-1}(1-\eta\mu)^{2i}\le\frac1{\eta\mu(2-\eta\mu)}",
        r"\eta, \mu > 0, K in N",
        [r"\eta\mu<1"],
        "verified",
    ),
    "halves": (r"\sum_{i=1}^n2^{-i}\le1", "n in N", [], "verified"),
    "inverse roots": (r"\sum_{t=1}^T\frac1{\sqrt t}\le2\sqrt T", "T in N", [], "verified"),
    "a factorial below a power": (r"n!\le n^n", "n in N", [], "supported"),
    "factorials grow": (r"2^n\le2n!", "n in N", [], "verified"),
    "a binomial coefficient": (r"n\le\binom{n}{1}", "n in N", [], "verified"),
    "Wallis": (r"\prod_{i=1}^k\frac{2i-1}{2i}\le\frac1{\sqrt{\pi k}}", "k in N", [], "supported"),
    "Wallis with 1/2": (
        r"\prod_{i=1}^k\frac{2i-1}{2i}\le\frac1{\sqrt{\pi(k+1/2)}}",
        "k in N",
        [],
        "refuted",
    ),
    "Stirling": (
        r"\sqrt{2\pi n}\left(\frac ne\right)^ne^{\frac1{12n+1}}\le n!",
        "n in N",
        [],
        "supported",
    ),
    "Gaussian noise for every epsilon": (
        r"\Phi\left(\frac\varepsilon{2c}-c\right)-e^\varepsilon\Phi\left(-\frac\varepsilon{2c}-c\right)"
        r"\le\frac54e^{-c^2/2}",
        r"\varepsilon, c > 0",
        [r"e^{-c^2/2}\le\frac45"],
        "refuted",
    ),
    "a chain": (r"\frac1{x+1}\le\log\left(1+\frac1x\right)\le\frac1x", "x > 0", [], "verified"),
    "a norm": (r"\|x+y\|^2\le2\|x\|^2+2\|y\|^2", "x, y in R^d", [], "verified"),
}
