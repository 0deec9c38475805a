"""The kernel refuses every damaged certificate and calls unreadable ones malformed."""

import copy
import json
import os
import random
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dptheory.lyapunov import certificates, lmi
from dptheory.lyapunov.paper_rates import paper_rate as rate
from dptheory.methods import Method, heavy_ball, momentum, nesterov, triple_momentum
from verify import kernel

F = Fraction
KERNEL = Path(kernel.__file__)
TABLES = tomllib.loads(Path(__file__).with_name("kernel.toml").read_text(encoding="utf-8"))
MALFORMED, REFUSED = TABLES["malformed"], TABLES["refused"]
Document = dict[str, Any]
Capture = pytest.CaptureFixture[str]


def envelope(kind: str, statement: Document, witness: Document) -> Document:
    return {"kind": kind, "version": 1, "statement": statement, "witness": witness}


def matrix(says: str, rows: Any) -> Document:
    """A certificate of the kind semidefinite."""
    strings = [[str(v) for v in row] for row in rows]
    return envelope("semidefinite", {"says": says, "matrix": strings}, {})


def law(says: str, value: Any, radius: Any, pieces: Any, slope: Any, cuts: Any = None) -> Document:
    """A certificate of the kind worst-law; a piece is (from, to, numerator, denominator)."""
    named = [
        {"from": str(a), "to": str(b), "numerator": [str(v) for v in N],
         "denominator": [str(v) for v in D]}
        for a, b, N, D in pieces
    ]  # fmt: skip
    cuts = [[]] * len(pieces) if cuts is None else [[str(v) for v in row] for row in cuts]
    statement = {"says": says, "value": str(value), "radius": str(radius), "pieces": named}
    return envelope("worst-law", statement, {"slope": str(slope), "cuts": cuts})


# The lower envelope of e and 1 on [-2, 2] lies above the line through its ends.
CAPPED = law("at least", F(-1, 2), 2, [(-2, 1, [0, 1], [1]), (1, 2, [1], [1])], F(3, 4))
# (e^2 - 1)^2 touches 0 at -1 and 1; 1/(1 + e^2) is least at the ends.
DOUBLE = law("at least", 0, 2, [(-2, 2, [1, 0, -2, 0, 1], [1])], 0, [[-1, 1]])
CAUCHY = law("at least", F(1, 2), 1, [(-1, 1, [1], [1, 0, 1])], 0, [[0]])
# (2 + e)/(2 - e) is convex: at most the value of its chord, 1/3 at -1 and 3 at 1.
CONVEX = law("at most", F(5, 3), 1, [(-1, 1, [2, 1], [2, -1])], F(4, 3))
LAWS = {"capped": CAPPED, "double": DOUBLE, "cauchy": CAUCHY, "convex": CONVEX}


@pytest.fixture(scope="module")
def feasible() -> Document:
    """The certificate of a heavy ball with momentum."""
    return rate(heavy_ball(F(1, 20), F(1, 5)), 1, 10).certificate


@pytest.fixture(scope="module")
def lower() -> Document:
    """A lower bound by oscillations."""
    found = rate(heavy_ball(F(1, 20), F(3, 5)), 1, 10).lower_certificate
    assert "Z" in found["witness"]
    return found


@pytest.fixture(scope="module")
def infeasible() -> Document:
    """No rate: a quadratic diverges."""
    return rate(heavy_ball(F(1), F(0)), 1, 10).certificate


@pytest.fixture
def certificate(request: pytest.FixtureRequest, name: str) -> Document:
    """The certificate of a name: a fixture or one of the laws."""
    found: Document = LAWS[name] if name in LAWS else request.getfixturevalue(name)
    return found


def changed(certificate: Document, **fields: Any) -> Document:
    """The certificate with other fields, in the statement unless the witness has them."""
    made = copy.deepcopy(certificate)
    for name, value in fields.items():
        made["witness" if name in made["witness"] else "statement"][name] = value
    return made


def run(*paths: Path) -> subprocess.CompletedProcess[str]:
    """The kernel as a program, without the project on its path."""
    return subprocess.run(
        [sys.executable, "-I", str(KERNEL), *map(str, paths)],
        capture_output=True,
        text=True,
        check=False,
        cwd=paths[0].parent,
    )


def test_the_program_accepts_refuses_and_complains(tmp_path: Path, feasible: Document) -> None:
    path = tmp_path / "certificate.json"
    certificates.write(feasible, path)
    good = run(path)
    assert good.returncode == 0
    assert good.stdout.startswith("accepted: heavy-ball, alpha = 1/20")
    assert certificates.read(path) == feasible
    path.write_text(json.dumps(changed(feasible, rho2="1/2")))
    refused = run(path)
    assert (refused.returncode, refused.stdout, refused.stderr) == (1, "refused\n", "")
    assert run(tmp_path / "missing.json").returncode == 2


def test_what_is_no_regular_file_is_malformed_at_once(tmp_path: Path, capsys: Capture) -> None:
    os.mkfifo(tmp_path / "pipe")
    for files, words in (
        ([], "a FILE must be given. Found none."),
        ([tmp_path / "pipe"], "FILE must be a regular file. Found another kind."),
        ([tmp_path], "FILE must be a regular file. Found another kind."),
    ):
        assert kernel.main([str(file) for file in files]) == 2
        assert capsys.readouterr().err == f"malformed: {words}\n"


def test_the_standard_input_may_be_a_pipe(feasible: Document) -> None:
    done = subprocess.run(
        [sys.executable, str(KERNEL), "/dev/stdin"],
        input=json.dumps(feasible), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_every_file_has_its_line_and_the_worst_status_counts(
    tmp_path: Path, feasible: Document, capsys: Capture
) -> None:
    good, false, bad, odd = (str(tmp_path / name) for name in ("a", "b", "c", "d\n\u00e9"))
    certificates.write(feasible, good)
    certificates.write(changed(feasible, rho2="1/2"), false)
    Path(bad).write_text("{")
    certificates.write(CAPPED, odd)
    assert kernel.main([good, good]) == 0
    assert kernel.main([good, false, good]) == 1
    assert capsys.readouterr().err == ""
    assert kernel.main([bad, false, odd, good]) == 2
    output = capsys.readouterr()
    assert output.err.startswith(f"{bad}: malformed: ")
    assert output.err.count("\n") == 1
    lines = output.out.splitlines()
    assert lines[0] == f"{false}: refused"
    assert lines[1].startswith(f"{tmp_path}/d\\n\\xe9: accepted: E phi(e) is at least -1/2 for")
    assert lines[2].startswith(f"{good}: accepted: heavy-ball")
    assert len(lines) == 3


def test_the_kernel_is_short_and_stands_alone() -> None:
    text = KERNEL.read_text()
    assert text.isascii()
    # Eleven kinds: about 60 lines each with its words, and 300 to read and to say.
    assert len(text.splitlines()) <= 1005
    assert max(map(len, text.splitlines())) <= 100
    imports = [line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))]
    assert {name.partition(".")[0] for name in imports} <= set(sys.stdlib_module_names)


# Files that no document can be read from, or none of the right shape --------------------------


def texts(good: Document) -> Iterator[str | bytes]:
    """Files that are malformed."""
    text = json.dumps(good)
    yield from ("", "{", "[]", "null", "1", '"rate"', "{}", text + text, text[:-1], "[" * 10**5)
    yield from (text.encode("utf-16"), b"\xef\xbb\xbf" + text.encode(), text.encode() + b"\xff")
    yield text.replace("heavy-ball", "heavy\u2013ball")
    yield text.replace("heavy-ball", "heavy\\u2013ball")
    for name in ("kind", "statement", "alpha", "c0", "rho2"):  # twice the same key
        key = json.dumps(name) + ": "
        yield text.replace(key, f'{key}"1/20", {key}', 1)
    alpha = '"alpha": "1/20"'
    assert alpha in text
    long = (f'"{"9" * 4001}"', f'"{"9" * 5000}"', f'"1/{"9" * 5000}"', f'"1e{"9" * 5000}"')
    for number in (*TABLES["numbers"], "9" * 5000, *long, f'"0.{"9" * 5000}"'):
        yield text.replace(alpha, f'"alpha": {number}')
    for version in TABLES["versions"]:
        yield text.replace('"version": 1', f'"version": {version}')
    yield text + " " * 10**6


def test_malformed_files_exit_with_2_and_one_line(
    tmp_path: Path, feasible: Document, capsys: Capture
) -> None:
    path = tmp_path / "c.json"
    for text in texts(feasible):
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        assert kernel.main([str(path)]) == 2, text[:400]
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.startswith("malformed: ")
        assert output.err.count("\n") == 1
        assert len(output.err) < 300
        assert output.err.isascii()
    path.write_text('{"kind": NaN}')
    assert (run(path).returncode, run(path).stderr.count("\n")) == (2, 1)


# Files whose exact arithmetic would take minutes ------------------------------------------------


def heavy() -> dict[str, Document]:
    """Certificates in shape, of 21 to 400 kB, each with more work than a second's."""
    size, seven = range(64), F(10**20 + 7, 10**20 - 3)
    cuts = [F(2 * k - 9999, 10007) for k in range(1, 9999)]
    steep = [5] + [1] * 63
    lengths = [[str(seven**k) for k in range(1, 100)]] * 2
    return {
        "exponents": matrix("psd", [["1e999" if i == j else "1" for j in size] for i in size]),
        "fractions": matrix("psd", [[seven + (i == j) for j in size] for i in size]),
        "coefficients": law("at least", 0, 1, [(-1, 1, [10**3000 + k for k in size], [1])], 0),
        "cuts": law("at least", 0, 1, [(-1, 1, steep, [1])], 0, [cuts]),
        "lengths": envelope(
            "grouping",
            {"says": "auto", "lengths": lengths, "gamma": str(seven)},
            {"samples": ["1"] * 99},
        ),
    }


@pytest.mark.parametrize("name", heavy())
def test_work_that_would_take_long_is_malformed_at_once(tmp_path: Path, name: str) -> None:
    path = tmp_path / "heavy.json"
    path.write_text(json.dumps(heavy()[name]))
    start = time.process_time()
    with pytest.raises(kernel.Malformed, match=r"the work must be at most 1e\+09. Found "):
        kernel.check(kernel.load(str(path)))
    assert time.process_time() - start < 2
    done = run(path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_the_work_of_certificates_of_ordinary_size_is_affordable() -> None:
    size = range(64)
    assert kernel.accepts(matrix("pd", [[100 * (i == j) + 1 for j in size] for i in size]))
    cuts = [F(k, 1000) for k in range(-999, 1000)]
    assert kernel.accepts(law("at least", 0, 1, [(-1, 1, [1, 0, 1], [1])], 0, [cuts]))
    long = F(10**300 + 7, 10**299 - 3)
    assert kernel.accepts(law("at least", 0, 1, [(-1, 1, [long, 0, long], [long])], 0))


@pytest.mark.parametrize(
    ("name", "field"), [(n, field) for n in MALFORMED for field in MALFORMED[n]]
)
def test_malformed_certificates_raise(certificate: Document, name: str, field: str) -> None:
    for value in MALFORMED[name][field]:
        for reads in (kernel.accepts, kernel.check):
            with pytest.raises(kernel.Malformed, match=r" must be .* Found "):
                reads(changed(certificate, **{field: json.loads(value)}))


@pytest.mark.parametrize("place", [(), ("statement",), ("witness",)])
def test_missing_and_unknown_fields_are_malformed(
    place: tuple[str, ...], feasible: Document, lower: Document
) -> None:
    for certificate in (feasible, lower, CAPPED, matrix("psd", [[1]])):
        part = certificate[place[0]] if place else certificate
        for fields in (
            *({k: v for k, v in part.items() if k != key} for key in part),
            part | {"more": "1"},
            {},
            [],
            None,
            "1",
        ):
            made = {**certificate, place[0]: fields} if place else fields
            if made != certificate:
                with pytest.raises(kernel.Malformed, match=r"must be"):
                    kernel.accepts(made)


@pytest.mark.parametrize("kind", ["feasible", "RATE", "", None, 1, ["rate"], {}])
def test_unknown_kinds_are_malformed(kind: Any, feasible: Document) -> None:
    with pytest.raises(kernel.Malformed, match="kind must be one of rate, interpolation, "):
        kernel.check(feasible | {"kind": kind})


def test_kinds_do_not_mix(feasible: Document) -> None:
    documents = [feasible, CAPPED, matrix("pd", [[2, 1], [1, 2]])]
    for one in documents:
        for other in documents:
            for part in ("kind", "statement", "witness"):
                if one is not other:
                    with pytest.raises(kernel.Malformed, match=r"must be"):
                        kernel.check(one | {part: other[part]})


# Every number changed in turn: whatever is still accepted is true -----------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every number of a document."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))
    elif isinstance(value, str) and kernel.NUMBER.fullmatch(value):
        yield path


def with_number(document: Any, path: tuple[Any, ...], number: Fraction) -> Any:
    made = copy.deepcopy(document)
    part = made
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = str(number)
    if len(path) > 3 and path[-3] in ("P", "Z", "matrix"):  # the mirrored entry
        made[path[0]][path[1]][path[3]][path[2]] = str(number)
    return made


def variants(document: Document) -> Iterator[Document]:
    """The document with each of its numbers changed, slightly or beyond recognition."""
    for path in places(document):
        part = document
        for key in path:
            part = part[key]
        old = F(part)
        for new in (old + 1, old - 1, -old, F(0), old * F(1001, 1000), old * F(999, 1000),
                    old + F(1, 10**9), old - F(1, 10**9), 2 * old, old / 2):  # fmt: skip
            if new != old:
                yield with_number(document, path, new)


def is_true_rate(s: dict[str, str]) -> bool:
    """What the library says of the statement, by a certificate of the opposite."""
    alpha, beta, eta, mu, L = (F(s[name]) for name in kernel.PARAMETERS)
    found = rate(Method(s["method"], alpha, beta, eta), mu, L)
    if s["says"] == "feasible":
        return found.status != "infeasible" and F(s["rho2"]) > found.rho2_lower
    if s["says"] == "infeasible":
        return found.rho2 is None
    return found.rho2 is None or F(s["rho2"]) < found.rho2


def worst(s: Document) -> float:
    """The extreme of E phi(e) among two-point laws on a grid, which are the extreme laws."""
    sign = 1 if s["says"] == "at least" else -1
    R = float(F(s["radius"]))
    grid = np.linspace(-R, R, 401)
    phi = np.full(grid.shape, np.inf)
    for piece in s["pieces"]:
        N, D = ([float(F(v)) for v in reversed(piece[k])] for k in ("numerator", "denominator"))
        inside = (grid >= float(F(piece["from"])) - 1e-9) & (grid <= float(F(piece["to"])) + 1e-9)
        value = sign * np.polyval(N, grid[inside]) / np.polyval(D, grid[inside])
        phi[inside] = np.minimum(phi[inside], value)
    low, high = grid[grid < 0][:, None], grid[grid > 0][None, :]
    mixed = (high * phi[grid < 0][:, None] - low * phi[grid > 0][None, :]) / (high - low)
    return sign * min(float(mixed.min()), float(phi[200]))


def is_true(document: Document) -> bool:
    """Whether another route than the kernel's finds nothing against the statement."""
    s = document["statement"]
    if document["kind"] == "rate":
        return is_true_rate(s)
    if document["kind"] == "semidefinite":
        least = np.linalg.eigvalsh([[float(F(v)) for v in row] for row in s["matrix"]])[0]
        return bool(least > (1e-12 if s["says"] == "pd" else -1e-12))
    sign = 1 if s["says"] == "at least" else -1
    return sign * (worst(s) - float(F(s["value"]))) >= -1e-7


def test_no_changed_number_makes_the_kernel_accept_a_false_statement(
    feasible: Document, lower: Document, infeasible: Document
) -> None:
    dual = rate(heavy_ball(F(1, 5), F(1, 2)), 1, 10).certificate
    assert "Z" in dual["witness"]
    definite = matrix("pd", [[2, -1, 0], [-1, 2, -1], [0, -1, 2]])
    singular = matrix("psd", [[1, -1, 0], [-1, 2, -1], [0, -1, 1]])
    for document in (feasible, lower, infeasible, dual, definite, singular, *LAWS.values()):
        assert kernel.accepts(document)
        answers = {True: 0, False: 0}
        for made in variants(document):
            accepted = kernel.accepts(made)
            assert not accepted or is_true(made), made
            answers[accepted] += 1
        assert answers[False] >= 10
        assert sum(answers.values()) >= 8 * len(list(places(document)))


# Kind rate ------------------------------------------------------------------------------------


def test_true_certificates_are_accepted(
    feasible: Document, lower: Document, infeasible: Document
) -> None:
    assert kernel.accepts(feasible)
    assert kernel.accepts(lower)
    for method in (nesterov(F(1, 10), F(1, 3)), momentum(0.07, 0.3, 0.9), triple_momentum(1, 10)):
        result = rate(method, 1, 10)
        assert kernel.accepts(result.certificate)
        assert kernel.accepts(result.lower_certificate)
    for method in (heavy_ball(F(1, 5), F(1, 2)), heavy_ball(F(1), F(0)), nesterov(F(1), F(1, 2))):
        assert rate(method, 1, 10).certificate["statement"]["says"] == "infeasible"
        assert kernel.accepts(rate(method, 1, 10).certificate)
    assert kernel.check(infeasible) == (
        "heavy-ball, alpha = 1, beta = 0, eta = 0, F in S(1, 10): the LMI has no certificate at "
        "any rho < 1"
    )
    assert kernel.check(lower).endswith(f"any rho^2 <= {lower['statement']['rho2']}")


def test_any_positive_scale_is_accepted_with_the_same_sentence(feasible: Document) -> None:
    witness = feasible["witness"]
    scaled = {key: str(F(witness[key]) * F(7, 3)) for key in ("c0", "c")}
    P = [[str(F(v) * F(7, 3)) for v in row] for row in witness["P"]]
    made = changed(feasible, **scaled, P=P)
    assert kernel.check(made) == kernel.check(feasible)
    assert not kernel.accepts(changed(made, P=[[str(-F(v)) for v in row] for row in P]))


def test_decimals_and_short_exponents_are_read_exactly(feasible: Document) -> None:
    for alpha in ("0.05", "5e-2", "5E-2", "0.5e-1", "50e-3", "2/40", "05/100"):
        assert kernel.accepts(changed(feasible, alpha=alpha))
        assert f"alpha = {alpha}," in kernel.check(changed(feasible, alpha=alpha))


@pytest.mark.parametrize(("name", "change"), [(n, c) for n in REFUSED for c in REFUSED[n]], ids=str)
def test_damaged_certificates_are_refused(certificate: Document, change: Document) -> None:
    damaged = changed(certificate, **change)
    assert not kernel.accepts(damaged)
    with pytest.raises(kernel.Refused):
        kernel.check(damaged)


def test_another_statement_needs_another_witness(feasible: Document, lower: Document) -> None:
    other = rate(nesterov(F(1, 10), F(1, 3)), 1, 10).certificate
    assert not kernel.accepts(feasible | {"statement": other["statement"]})
    assert not kernel.accepts(other | {"statement": feasible["statement"]})
    below = {k: v for k, v in lower["statement"].items() if k != "rho2"} | {"says": "infeasible"}
    assert not kernel.accepts(lower | {"statement": below})
    with pytest.raises(kernel.Malformed, match="object"):
        kernel.accepts(lower | {"statement": feasible["statement"]})


def test_swapped_fields_are_refused(feasible: Document) -> None:
    s, w = feasible["statement"], feasible["witness"]
    assert not kernel.accepts(changed(feasible, mu=s["L"], L=s["mu"]))
    assert not kernel.accepts(changed(feasible, alpha=s["beta"], beta=s["alpha"]))
    (p11, p12), (_, p22) = w["P"]
    assert not kernel.accepts(changed(feasible, P=[[p22, p12], [p12, p11]]))
    assert not kernel.accepts(changed(feasible, c0=w["c"], c=w["c0"]))


@pytest.mark.parametrize(
    ("step", "eta", "mu", "L"),
    [(F(3, 20), F(1, 2), F(1), F(10)), (F(50), F(1), F(1, 100), F(1, 50))],
)
def test_a_contracting_but_useless_v_is_refused(step: F, eta: F, mu: F, L: F) -> None:
    """V = y^2 contracts when y alone follows gradient descent, but it does not bound F - F*."""
    # beta = eta/(1+eta): y+ = y - alpha (1+eta) g(y); P = C^T C has s = 0.
    alpha, beta = step / (1 + eta), eta / (1 + eta)
    c0 = step * (1 - step * mu) / (L - mu)
    P, rho2 = ((1 + eta) ** 2, -eta * (1 + eta), eta**2), max(1 - step * mu, step * L - 1) ** 2
    M = lmi.residual(momentum(alpha, beta, eta), mu, L, rho2, P, c0, F(0))
    assert kernel.semidefinite([list(row) for row in M])
    assert not kernel.rate_holds((alpha, beta, eta, mu, L), rho2, P, c0, F(0))


def test_triple_momentum_is_that_of_its_own_condition_number() -> None:
    for mu, root, right in (("1/4", "1/2", True), ("1/5", "1/2", False), ("1/4", "3/2", False)):
        r = F(root)  # 1 - sqrt(mu/L) at L = 1
        beta, eta = r**2 / (2 - r), r**2 / ((1 + r) * (2 - r))
        assert kernel.triple(1 + r, beta, eta, F(mu), F(1)) == right


def test_what_allows_a_constant_v_excludes_none() -> None:
    """Where F is flat and x stands still, F - F* does not rise: <X1, Z> = <X2, Z> = 0."""
    flat, still = (F(0), F(0), F(0), F(0), F(1)), [[1, 1, 0], [1, 1, 0], [0, 0, 0]]
    assert not kernel.none_at(flat, F(1), still)


def test_false_lower_bounds_are_refused(lower: Document) -> None:
    Z = [[F(v) for v in row] for row in lower["witness"]["Z"]]
    indefinite = [[str(v - 2 * (i == j) * Z[0][0]) for j, v in enumerate(row)]
                  for i, row in enumerate(Z)]  # fmt: skip
    assert not kernel.accepts(changed(lower, Z=indefinite))
    other = [[str(v + (i == j == 1)) for j, v in enumerate(row)] for i, row in enumerate(Z)]
    assert not kernel.accepts(changed(lower, Z=other))
    # The bound of a quadratic, just below and just above its spectral radius.
    plain = rate(heavy_ball(F(1, 20), F(0)), 1, 10).lower_certificate
    assert plain["witness"] == {"curvature": "1"}
    assert kernel.accepts(changed(plain, rho2=str(F(19, 20) ** 2 - F(1, 10**12))))
    assert not kernel.accepts(changed(plain, rho2=str(F(19, 20) ** 2)))
    assert not kernel.accepts(changed(plain, rho2="1/2", curvature="1/2"))


def test_the_ranges_are_part_of_the_statement(feasible: Document, infeasible: Document) -> None:
    """Outside them the inequality may well have a certificate, or none; nothing is said of it."""
    slack = changed(feasible, rho2=str(F(feasible["statement"]["rho2"]) + F(1, 100)))
    assert kernel.accepts(slack)
    below = changed(slack, method="momentum", eta="-1/1000000")
    s, found = below["statement"], certificates.solution(below)
    point = tuple(F(s[k]) for k in kernel.PARAMETERS)
    assert kernel.rate_holds(point, found.rho2, found.P, found.c0, found.c)
    assert not kernel.accepts(below)
    for rho2, accepted in (("999/1000", True), ("1", False), ("11/10", False), ("0", False),
                           ("-1/2", False)):  # fmt: skip
        statement = infeasible["statement"] | {"says": "lower", "rho2": rho2}
        assert kernel.accepts(infeasible | {"statement": statement}) == accepted


def descent(says: str, alpha: Any, witness: Document, **rho2: str) -> Document:
    """A certificate of gradient descent on S(1, 10)."""
    at = {"alpha": str(alpha), "beta": "0", "eta": "0", "mu": "1", "L": "10"}
    return envelope("rate", {"says": says, "method": "gradient", **at, **rho2}, witness)


def test_descent_needs_no_condition_between_the_point_and_the_minimiser() -> None:
    """F - F* falls by 1 - mu/L at alpha = 1/L, by X1 and X2 alone: c0 = 0 and P = 0."""
    zero = [["0", "0"], ["0", "0"]]
    for rho2, accepted in (("9/10", True), ("91/100", True), ("899/1000", False)):
        made = descent("feasible", F(1, 10), {"P": zero, "c0": "0", "c": "1"}, rho2=rho2)
        assert kernel.accepts(made) == accepted


def test_an_oscillation_on_the_steepest_quadratic_excludes_every_rate() -> None:
    """At alpha = 2/L the points 1, -1, 1, ... with g = L x: <X0, Z> = 0 and N = 0, Z11 > 0."""

    def cycle(size: int) -> Document:
        h = (size, -size, 10 * size)
        return {"Z": [[str(p * q) for q in h] for p in h]}

    assert kernel.accepts(descent("infeasible", F(1, 5), cycle(1)))
    assert not kernel.accepts(descent("infeasible", F(1, 5), cycle(0)))
    assert not kernel.accepts(descent("infeasible", F(19, 100), cycle(1)))


def test_upper_and_lower_certificates_never_contradict() -> None:
    """A lower bound at the rate of an accepted certificate is refused, and the other way round."""
    for method in (heavy_ball(F(1, 20), F(3, 5)), nesterov(F(1, 10), F(2, 3))):
        result = rate(method, 1, 10)
        upper, below = (
            certificate["statement"]["rho2"]
            for certificate in (result.certificate, result.lower_certificate)
        )
        assert F(upper) > F(below)
        assert not kernel.accepts(changed(result.lower_certificate, rho2=upper))
        assert not kernel.accepts(changed(result.certificate, rho2=below))


# Kind semidefinite ----------------------------------------------------------------------------


def minors(rows: list[list[Fraction]], says: str) -> bool:
    """The definition by principal minors: all of them >= 0, or the leading ones > 0."""
    from itertools import combinations

    from sympy import Matrix

    m, n = Matrix(rows), len(rows)
    if says == "pd":
        return all(m[:k, :k].det() > 0 for k in range(1, n + 1))
    subsets = (list(s) for k in range(1, n + 1) for s in combinations(range(n), k))
    return all(m.extract(s, s).det() >= 0 for s in subsets)


def test_definiteness_agrees_with_the_minors() -> None:
    draw = random.Random(5)
    answers = {(says, answer): 0 for says in ("psd", "pd") for answer in (True, False)}
    for _ in range(250):
        n, rank = draw.randint(1, 4), draw.randint(0, 4)
        scale = [F(draw.randint(1, 3), draw.randint(1, 3)) for _ in range(n)]
        A = [[draw.choice([0, 0, 1, -1, 2]) * scale[i] for _ in range(rank)] for i in range(n)]
        m = [[sum((p * q for p, q in zip(v, w, strict=True)), F(0)) for w in A] for v in A]
        if draw.random() < 0.4:
            k = draw.randrange(n)
            m[k][k] += draw.choice([F(-1, 5), F(1, 7)])
        for says in ("psd", "pd"):
            expected = minors(m, says)
            assert kernel.accepts(matrix(says, m)) == expected
            answers[says, expected] += 1
    assert min(answers.values()) > 20


def test_zero_pivots_are_seen() -> None:
    for rows in ([[0]], [[0, 0], [0, 1]], [[1, 1, 0], [1, 1, 0], [0, 0, 3]]):
        assert kernel.accepts(matrix("psd", rows))
        assert not kernel.accepts(matrix("pd", rows))
    for rows in (
        [[-1]],
        [[0, 1], [1, 0]],
        [[0, 1], [1, 5]],
        [[1, 1, 0], [1, 1, 1], [0, 1, 3]],
        [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, "-1/10"]],
    ):
        assert not kernel.accepts(matrix("psd", rows))


def test_matrices_up_to_64_are_read() -> None:
    path = [[2 * (i == j) - (abs(i - j) == 1) for j in range(64)] for i in range(64)]
    assert kernel.accepts(matrix("pd", path))
    hilbert = [[F(1, i + j + 1) for j in range(20)] for i in range(20)]
    assert kernel.accepts(matrix("pd", hilbert))
    hilbert[19][19] -= F(1, 10**20)
    assert not kernel.accepts(matrix("psd", hilbert))
    path[0][0] = path[63][63] = 1  # the graph's Laplacian, singular
    assert kernel.accepts(matrix("psd", path))
    assert not kernel.accepts(matrix("pd", path))
    path[40][40] = F(2) - F(1, 10**12)
    assert not kernel.accepts(matrix("psd", path))
    for rows in ([], [[]], [[1, 2]], [[1], [2]], [[1, 2], [3, 1]], [[1] * 65] * 65):
        with pytest.raises(kernel.Malformed, match="matrix must be"):
            kernel.accepts(matrix("psd", rows))


def test_the_sentence_of_a_matrix_shows_it() -> None:
    assert kernel.check(matrix("psd", [["1", "-1/2"], ["-1/2", "0.25"]])) == (
        "[[1, -1/2], [-1/2, 0.25]] is positive semidefinite"
    )


# Kind worst-law -------------------------------------------------------------------------------


@pytest.mark.parametrize("document", LAWS.values(), ids=LAWS)
def test_dual_certificates_are_accepted_up_to_the_worst_law(document: Document) -> None:
    says, value = document["statement"]["says"], F(document["statement"]["value"])
    assert float(value) == pytest.approx(worst(document["statement"]), abs=1e-12)
    sign = 1 if says == "at least" else -1
    assert kernel.accepts(document)
    assert f"E phi(e) is {says} {value} for every law" in kernel.check(document)
    slope = F(document["witness"]["slope"])
    for k in range(-20, 21):  # no slope proves more than the truth
        more = {"value": str(value + sign * F(1, 1000)), "slope": str(slope + F(k, 20))}
        assert not kernel.accepts(changed(document, **more))
    other = "at most" if says == "at least" else "at least"
    assert not kernel.accepts(changed(document, says=other))


def test_more_cuts_than_are_needed_do_no_harm() -> None:
    assert kernel.accepts(changed(DOUBLE, cuts=[["-1", "0", "1", "1"]]))
    many = [str(F(k, 8) - 2) for k in range(1, 32)]
    assert kernel.accepts(changed(DOUBLE, value="-1/100", cuts=[many]))


def test_pieces_must_tile_the_interval() -> None:
    half = ([1], [1])
    for pieces in (
        [(-1, 0, *half)],
        [(0, 1, *half)],
        [(-1, 0, *half), (F(1, 10), 1, *half)],
        [(-1, F(1, 10), *half), (0, 1, *half)],
        [(-2, 1, *half)],
        [(-1, 2, *half)],
        [(1, -1, *half)],
        [(-1, 2, *half), (2, 1, *half)],
        [(0, 1, *half), (-1, 0, *half)],
    ):
        assert not kernel.accepts(law("at least", 1, 1, pieces, 0))
    assert kernel.accepts(law("at least", 1, 1, [(-1, 0, *half), (0, 1, *half)], 0))
    for radius in (0, -1):
        assert not kernel.accepts(law("at least", 1, radius, [(-radius, radius, *half)], 0))


def test_a_jump_counts_with_its_worse_value() -> None:
    sign = [(-1, 0, [-1], [1]), (0, 1, [1], [1])]
    assert kernel.accepts(law("at least", -1, 1, sign, 0))
    assert kernel.accepts(law("at most", 1, 1, sign, 0))
    for k in range(-10, 11):
        assert not kernel.accepts(law("at least", F(-99, 100), 1, sign, F(k, 2)))
    point = [(-1, 0, [1], [1]), (0, 0, [0], [1]), (0, 1, [1], [1])]  # 0 at 0 alone
    assert kernel.accepts(law("at least", 0, 1, point, 0))
    assert not kernel.accepts(law("at least", F(1, 100), 1, point, 0))


def test_denominators_must_be_positive() -> None:
    for D in ([-1], [0], [0, 1], [1, 1], [1, 0, -1], [-1, 0, 2], [F(-1, 4), 0, 1]):
        N = [v * 7 for v in D]
        assert not kernel.accepts(law("at least", -100, 1, [(-1, 1, N, D)], 0))
        assert not kernel.accepts(law("at most", 100, 1, [(-1, 1, N, D)], 0))
    # 1/4 - e + 2 e^2 > 0, but its second coefficient on [-1, 1] is negative: a cut shows it.
    tight = [(-1, 1, [1], [F(1, 4), -1, 2])]
    assert not kernel.accepts(law("at least", 0, 1, tight, 0))
    assert kernel.accepts(law("at least", 0, 1, tight, 0, [[0, F(1, 4), F(1, 2)]]))


def test_bernstein_coefficients_are_those_of_the_polynomial() -> None:
    from math import comb

    draw = random.Random(3)
    for _ in range(60):
        p = [F(draw.randint(-5, 5), draw.randint(1, 4)) for _ in range(draw.randint(1, 6))]
        a, b, t = (F(draw.randint(-9, 9), draw.randint(1, 5)) for _ in range(3))
        c = kernel.bernstein(p, a, b)
        n = len(p) - 1
        assert len(c) == n + 1
        value = sum(v * (a + (b - a) * t) ** k for k, v in enumerate(p))
        assert value == sum(v * comb(n, j) * t**j * (1 - t) ** (n - j) for j, v in enumerate(c))


def test_random_laws_are_never_bounded_by_more_than_their_worst() -> None:
    draw = random.Random(11)
    answers = {True: 0, False: 0}
    for _ in range(120):
        joint = F(draw.randint(-3, 3), 4)
        pieces = [
            (a, b, [F(draw.randint(-4, 4), 2) for _ in range(draw.randint(1, 4))],
             [F(draw.randint(2, 5)), F(draw.randint(-2, 2), 2)])
            for a, b in ((F(-1), joint), (joint, F(1)))
        ]  # fmt: skip
        says = draw.choice(["at least", "at most"])
        cuts = [[a + (b - a) * F(k, 4) for k in (1, 2, 3)] for a, b, _, _ in pieces]
        made = law(says, 0, 1, pieces, F(draw.randint(-4, 4), 2), cuts)
        sign = 1 if says == "at least" else -1
        for shift in (F(-3), F(-1), F(-1, 4), F(1, 10**6)):
            value = F(worst(made["statement"])).limit_denominator(10**8) + sign * shift
            accepted = kernel.accepts(changed(made, value=str(value)))
            assert not (accepted and shift > 0)
            answers[accepted] += 1
    assert min(answers.values()) > 30
