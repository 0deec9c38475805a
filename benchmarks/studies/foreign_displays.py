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
    "a quantifier inside": (r"x\le1\ \forall x", "x in R"),
}

# With two readings or none, rightly asked back; a part of the line that says why, with the place.
ASKED_BACK = {
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
}

# Not read yet.
REFUSED = {
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
}

# No formulas of papers.
NONSENSE = {
    "a quantifier over what is not declared": (
        r"x\le1\ \forall y",
        "x in R",
        r"Found '\forall' at place 7",
    ),
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
    "Young with 2": (r"ab\le\frac{a^2}2+\frac{b^2}4", "a, b in [0, inf)", [], "refuted"),
    "halves": (r"\sum_{i=1}^n2^{-i}\le1", "n in N", [], "verified"),
    "inverse roots": (r"\sum_{t=1}^T\frac1{\sqrt t}\le2\sqrt T", "T in N", [], "verified"),
    "a factorial below a power": (r"n!\le n^n", "n in N", [], "supported"),
    "factorials grow": (r"2^n\le2n!", "n in N", [], "verified"),
    "a binomial coefficient": (r"n\le\binom{n}{1}", "n in N", [], "verified"),
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
