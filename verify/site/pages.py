"""The pages of the site as HTML: an overview, a page a paper and a page a claim."""

import html
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dptheory import __version__
from verify.display.instances import in_letters
from verify.judgement.controls import told
from verify.judgement.record import ClaimRecord, LemmaRecord, PartRecord, StatementRecord
from verify.judgement.verdict import FAILING, Verdict
from verify.ledger.collection import COMMAND
from verify.ledger.letters import NO_LETTERS, Letters
from verify.ledger.lock import displayed
from verify.ledger.page import HEADINGS, anchor, by_extent, papers_of, repair, tight
from verify.ledger.prose import in_latex
from verify.ledger.sections import as_printed, graded, read_as, sides, stated
from verify.ledger.words import NO_WORDS, Words
from verify.methods.evidence import BESIDE, Outcome
from verify.site import graph, home, papers
from verify.site.frame import OWN, of_claims_alone, page
from verify.site.maths import in_lines, inline

EACH = 10  # findings of one paper that the overview shows
FAILED = (Outcome.FAILS.value, Outcome.NOT_REAL.value)  # outcomes that an instance shows
BEFORE = (
    "<p><strong>What was wrong before.</strong> Earlier versions took a step in words for a proof "
    "of the statement itself, and a repair with samples behind it for a proved one; both are "
    "graded lower since. Sentences that named more than their statement said were taken back. A "
    "first trial of the judge with changes at random found holes in two of its guards, which are "
    "tests now. Numbers that a sentence states are filled in from its record since.</p>"
)
GRAPH = (
    "<p>Each rests on what its lines come from on the left; what a longer way says is not drawn "
    "again. Dashed: lemmas of this ledger. Point at a box, and its lines stand out.</p>"
)
COLUMNS = ("paper", "claim", "where", "what", "verdict", "extent", "evidence", "left/right")


@dataclass(frozen=True)
class Ledger:
    """What the pages are made of.

    Attributes:
        records: in the ledger's order. titles: of the papers, by slug.
        words: what is said of claims, by id. pictures: SVG of parts, by id and part.
        title: what they are about. first: ids of the findings that matter most, by slug.
        about: what else a claim is found by, by id. parts: of the site that are written.
        command: what judges the claims. letters: what letters mean, by the paper's slug.
    """

    records: tuple[ClaimRecord, ...]
    titles: Mapping[str, str]
    words: Mapping[str, Words]
    pictures: Mapping[tuple[str, str], str]
    title: str = ""
    first: Mapping[str, Sequence[str]] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[str, ...] = OWN
    command: str = COMMAND
    letters: Mapping[str, Letters] = field(default_factory=dict)


def overview(ledger: Ledger) -> str:
    """What this is, counts, the findings that weigh most, and how sure they are."""
    verdicts = [v.value for v in Verdict if any(r.verdict == v.value for r in ledger.records)]
    rows = "".join(
        f'<tr><th scope="row"><a href="{slug}.html">{slug}</a></th><td>{len(mine)}</td>'
        + "".join(f"<td>{sum(r.verdict == v for r in mine) or ''}</td>" for v in verdicts)
        + "</tr>"
        for slug, mine in papers_of(ledger.records).items()
    )
    heads = "".join(f'<th scope="col">{v}</th>' for v in verdicts)
    found = "".join(
        f"<details open><summary>{html.escape(ledger.titles.get(slug, slug))}</summary>"
        f"<ol>{''.join(f'<li>{_finding(r, ledger)}</li>' for r in heavy)}</ol></details>"
        for slug, heavy in _heaviest(ledger)
    )
    body = (
        f"{home.head(ledger.title, ledger.records, ledger.parts)}"
        '<div class="wide"><table class="counts"><thead><tr><th scope="col">paper</th>'
        f'<th scope="col">claims</th>'
        f"{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
        f"{found and f'<h2>What matters most</h2>{found}'}<h2>How sure</h2>{_how_sure(ledger)}"
    )
    return page(_named(ledger), body, parts=ledger.parts)


def everything(ledger: Ledger) -> str:
    """Every claim in a table."""
    body = f"<h1>Every claim</h1>{_table(ledger)}"
    return page(f"{_named(ledger)}: every claim", body, parts=ledger.parts)


def _named(ledger: Ledger) -> str:
    return ledger.title if of_claims_alone(ledger.parts) else "dptheory"


def _heaviest(ledger: Ledger) -> Iterator[tuple[str, list[ClaimRecord]]]:
    """The findings of each paper that matter most: those named first, then by extent and ratio."""
    for slug, rows in papers_of(ledger.records).items():
        meant = [r for r in rows if ledger.words.get(r.id, NO_WORDS).meaning]
        failing = [r for r in meant if r.verdict in FAILING]
        by_weight = [r.id for _, found in by_extent(failing) for r in found]
        named = [name for name in ledger.first.get(slug, ()) if any(r.id == name for r in meant)]
        chosen = list(dict.fromkeys([*named, *by_weight]))[:EACH]
        if chosen:
            place = {r.id: r for r in meant}
            yield slug, [place[name] for name in chosen]


def _finding(r: ClaimRecord, ledger: Ledger) -> str:
    where = f" ({r.extent})" if r.extent else ""
    said = inline(ledger.words.get(r.id, NO_WORDS).meaning or r.title)
    return f"{_link(r)} {_verdict(r)}{where}: {said}"


def _link(r: ClaimRecord, root: str = "") -> str:
    return f'<a href="{root}{r.paper}/{anchor(r)}.html"><code>{html.escape(r.id)}</code></a>'


def _verdict(r: ClaimRecord) -> str:
    return f'<span class="verdict {r.verdict}">{r.verdict}</span>{html.escape(repair(r))}'


def _how_sure(ledger: Ledger) -> str:
    """What was checked, how often and with what; what is trusted; what was wrong here before."""
    records, before = ledger.records, BEFORE if "Documentation" in ledger.parts else ""
    shown = [s for r in records for s in displayed(r)]
    holds = Counter(s.strength for s in shown if s.finding.outcome is Outcome.HOLDS)
    levels = Counter(s.finding.level.value for s in shown if s.finding.outcome is Outcome.FAILS)
    methods = Counter(s.finding.method for s in shown if s.finding.outcome is Outcome.HOLDS)
    controls = Counter(c.answer.value for r in records for c in r.controls)
    quotes = [q for r in records for p in r.parts for q in p.quotes]
    read = sum(bool(q.reading) for q in quotes)
    return (
        f"<p><strong>What was checked.</strong> The pages display {len(shown)} statements of "
        f"{len(records)} claims. Of those that hold, {_counted(holds)} (the five commonest ways: "
        f"{_counted(methods, 5)}); of those that fail, by how their instance was evaluated: "
        f"{_counted(levels)}. Each number, sign, exponent, symbol and hypothesis of a statement "
        f"that holds was changed in turn: {controls['rejected']} neighbours known to be false were "
        f"rejected by the method that had accepted the statement, {controls['accepted']} accepted; "
        f"{controls['slack']} are true as well, and of {controls['survivor']} nobody knows. "
        f"{len(quotes)} formulas stand in the paper's own LaTeX, and {read} of them were read "
        "otherwise than printed, with the reason on the page.</p>"
        "<p><strong>What is trusted.</strong> Python, python-flint's ball arithmetic, z3 where a "
        "statement is <em>decided</em>, sympy where formulas are rearranged, and that the tested "
        "formula is the one that the paper means. A violation is evaluated again in rational "
        "numbers or in balls, whatever found it; certificates are read by a kernel that imports "
        "the standard library alone, and stored proofs by a second checker. "
        f"<em>Supported</em> means that a search found nothing against it, and no more.</p>{before}"
    )


def _counted(found: Counter[str], most: int | None = None) -> str:
    return ", ".join(f"{n} {html.escape(name)}" for name, n in found.most_common(most)) or "none"


def _table(ledger: Ledger) -> str:
    """Every claim, to be filtered by the script; without it, all of them."""
    rows = "".join(
        f'<tr data-paper="{r.paper}" data-verdict="{r.verdict}" data-extent="{r.extent or ""}" '
        f'data-evidence="{html.escape(r.strength)}">'
        f"<td>{r.paper}</td><td>{_link(r)}</td><td>{html.escape(r.where)}</td>"
        f"<td>{inline(r.title)}{html.escape(r.origin)}</td><td>{_verdict(r)}</td>"
        f"<td>{r.extent or ''}</td><td>{html.escape(r.strength)}</td><td>{tight(r)}</td></tr>"
        for r in ledger.records
    )
    choices = "".join(
        f'<label>{name} <select data-filter="{name}"><option value="">all</option>'
        + "".join(f"<option>{html.escape(v)}</option>" for v in values)
        + "</select></label>"
        for name, values in (
            ("paper", list(papers_of(ledger.records))),
            ("verdict", _present(r.verdict for r in ledger.records)),
            ("extent", _present(r.extent or "" for r in ledger.records)),
            ("evidence", _present(w for r in ledger.records for w in r.strength.split("; "))),
        )
    )
    heads = "".join(f'<th scope="col">{name}</th>' for name in COLUMNS)
    return (
        '<form class="filters" role="search"><label>search <input type="search" data-search>'
        f'</label>{choices}<output data-count></output></form><div class="wide">'
        f'<table class="claims"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _present(values: Iterator[str]) -> list[str]:
    return sorted(set(values) - {""})


def paper(slug: str, rows: Sequence[ClaimRecord], ledger: Ledger) -> str:
    """One paper: its findings in order of weight, what rests on what, and every claim."""
    title = ledger.titles.get(slug, "Claims of a user")
    groups = "".join(
        f"<h3>{html.escape(heading.capitalize())}</h3><ul>"
        + "".join(f"<li>{_finding(r, ledger)}</li>" for r in found)
        + "</ul>"
        for heading, found in by_extent([r for r in rows if r.verdict in FAILING])
        if heading in HEADINGS.values()
    )
    drawn = graph.svg(rows)
    others = "".join(
        f"<li>{_link(r)} {_verdict(r)}: {inline(r.title)}</li>"
        for r in rows
        if r.verdict not in FAILING
    )
    readings = "".join(
        f"<li>{_link(r)}: {inline(f'${q.latex}$')} &ndash; {inline(q.reading)}</li>"
        for r in rows
        for p in r.parts
        for q in p.quotes
        if q.reading
    )
    body = (
        f"<h1>{html.escape(title)}</h1>{_judged(slug)}"
        f"<h2>What fails</h2>{groups or '<p>Nothing.</p>'}"
        + (f'<h2>What rests on what</h2>{GRAPH}<div class="wide">{drawn}</div>' if drawn else "")
        + f"<h2>What does not fail</h2><ul>{others}</ul>"
        + (f"<h2>Readings in the paper's favour</h2><ul>{readings}</ul>" if readings else "")
        + _data(slug)
    )
    return page(title, f'<div class="paper">{body}</div>', parts=ledger.parts)


def _judged(slug: str) -> str:
    """Which text was judged."""
    source = papers.SOURCES.get(slug)
    if source is None:
        return ""
    return (
        '<p class="source">The text that was judged: '
        f"{html.escape(source.authors)}, {html.escape(source.identifier)}, "
        f"{html.escape(source.date)}; {html.escape(source.version)}.</p>"
    )


def _data(slug: str) -> str:
    """What the claims compute with, and under which licence it is."""
    source = papers.SOURCES.get(slug)
    if source is None:
        return ""
    rows = "".join(f"<li>{html.escape(line)}</li>" for line in source.data)
    return f"<h2>Data and licences</h2><ul>{rows}</ul>"


def claim(r: ClaimRecord, ledger: Ledger) -> str:
    """One claim: printed and true side by side, the instance, evidence, how to replay it."""
    words = ledger.words.get(r.id, NO_WORDS)
    carried = [o for o in ledger.records if any(one.id == r.id for one in o.lemmas)]
    body = (
        f'<p><a href="../{r.paper}.html">{html.escape(ledger.titles.get(r.paper, r.paper))}</a>, '
        f"{html.escape(r.where + r.origin)}</p><h1>{inline(r.title)}</h1>"
        f"<p><code>{html.escape(r.id)}</code> {_verdict(r)}"
        f"{f', {html.escape(r.extent)}' if r.extent else ''}"
        f"{f' &middot; {sides(r)}' if sides(r) else ''}</p>"
        + (f'<p class="meaning">{inline(words.meaning)}</p>' if words.meaning else "")
        + "".join(_part(r, p, ledger) for p in r.parts)
        + _notes(r, words)
        + _letters(r, ledger)
        + _rests(r, carried)
        + _evidence(r)
        + _replay(r, ledger.command)
    )
    return page(r.id, body, "../", ledger.parts, ledger.about.get(r.id, ""))


def cards(r: ClaimRecord, root: str) -> str:
    """The first part of a claim that fails (else its first), printed and true side by side."""
    stated = [p for p in r.parts if p.printed is not None]
    failing = [p for p in stated if p.printed is not None and p.printed.strength in FAILED]
    for p in (failing or stated)[:1]:
        if p.printed is not None:
            other = p.repaired or p.instead
            right = _card("true" if p.repaired else "instead", other, p.printed) if other else ""
            return (
                f'<p class="beside">{_link(r, root)} {_verdict(r)}</p>'
                f'<div class="cards">{_card(_stated(r, p), p.printed, None)}{right}</div>'
            )
    return ""


def _part(r: ClaimRecord, p: PartRecord, ledger: Ledger) -> str:
    if p.printed is None:
        return ""
    name = f"<h2>{inline(in_latex(p.name))}</h2>" if len(r.parts) > 1 else ""
    quotes = "".join(
        f"<li>{inline(f'${q.latex}$')}{inline(in_latex(read_as(q)))}</li>" for q in p.quotes
    )
    cards = [_card(_stated(r, p), p.printed, None)]
    others = {"true": p.repaired, "instead": p.instead}
    cards += [_card(head, s, p.printed) for head, s in others.items() if s is not None]
    beside = f'<div class="cards">{"".join(cards)}</div>'
    shown = [s for s in (p.printed, *others.values()) if s is not None]
    defined = "; ".join(dict.fromkeys(d for s in shown for d in s.definitions))
    return "".join(
        (
            name,
            f"<h3>Printed</h3><ul>{quotes}</ul>" if quotes else "",
            _folded(p, beside) if len(cards) == 1 else beside,
            _instance(p) if p.printed.strength in FAILED else "",
            ledger.pictures.get((r.id, p.name), ""),
            f"<p>Where {inline(in_latex(defined))}.</p>" if defined else "",
        )
    )


def _instance(p: PartRecord) -> str:
    letters = p.printed.letters if p.printed else {}
    return f'<p class="instance">{inline(in_latex(in_letters(p.reason, letters)))}</p>'


def _stated(r: ClaimRecord, p: PartRecord) -> str:
    return stated(r, p).lower()


def _folded(p: PartRecord, card: str) -> str:
    """A tested formula that stands alone, behind a line to click on if it is the printed one."""
    if not as_printed(p):
        return card
    summary = f"Tested, with sets and hypotheses ({graded(p.printed) if p.printed else ''})"
    return f"<details><summary>{summary}</summary>{card}</details>"


def _card(head: str, s: StatementRecord, beside: StatementRecord | None) -> str:
    shown = (
        head if s.strength != Verdict.SUPPORTED.value or beside is None else "no violation found"
    )
    return (
        f'<section class="card {s.strength}"><h3>{shown} <small>{graded(s)}</small></h3>'
        f"<p>{_marked(s, beside)}</p>"
        + "".join(f"<p><small>{inline(remark)}</small></p>" for remark in s.remarks)
        + "</section>"
    )


def _marked(s: StatementRecord, beside: StatementRecord | None) -> str:
    """A statement, marked where the printed one has something else."""
    if beside is None:
        return in_lines(s.says)
    pieces = s.says.split("$")
    others = set(beside.says.split("$"))
    return "".join(
        _mark(f"${piece}$", piece not in others) if k % 2 else inline(piece)
        for k, piece in enumerate(pieces)
    )


def _mark(formula: str, new: bool) -> str:
    return f"<mark>{in_lines(formula)}</mark>" if new else in_lines(formula)


def _notes(r: ClaimRecord, words: Words) -> str:
    if not r.notes:
        return ""
    said = [f"{inline(text)}: " if (text := words.of_note(k)) else "" for k in range(len(r.notes))]
    rows = "".join(
        f"<li>{first}{inline(note.says)} <small>{note.strength}</small></li>"
        for first, note in zip(said, r.notes, strict=True)
    )
    return f"<h2>Also true</h2><ul>{rows}</ul>"


def _letters(r: ClaimRecord, ledger: Ledger) -> str:
    said = ledger.letters.get(r.paper, NO_LETTERS).told(r)
    return f"<p>{inline(said)}</p>" if said else ""


def _rests(r: ClaimRecord, carried: Sequence[ClaimRecord]) -> str:
    below = "".join(f"<li>{_lemma(one)}</li>" for one in r.lemmas)
    above = "".join(f"<li>{_link(o, '../')}</li>" for o in carried)
    return (f"<h2>Rests on</h2><ul>{below}</ul>" if below else "") + (
        f"<h2>Carries</h2><ul>{above}</ul>" if above else ""
    )


def _lemma(one: LemmaRecord) -> str:
    said = f"<code>{html.escape(one.id)}</code> ({html.escape(one.strength)}): {in_lines(one.says)}"
    return said + (f" Where {inline('; '.join(one.definitions))}." if one.definitions else "")


def _evidence(r: ClaimRecord) -> str:
    named = [(p.name, s) for p in r.parts for s in (p.printed, p.repaired, p.instead) if s]
    named += [(f"note {k}", n) for k, n in enumerate(r.notes, start=1)]
    lines = "".join(
        f"<li>{inline(name)}: {html.escape(s.finding.method)}, {s.finding.level.value}"
        f" ({html.escape(s.checked_by)}): {inline(in_letters(s.finding.text, s.letters))}"
        + "".join(f"<br>In words: {inline(w)}" for w in s.finding.argued if w != BESIDE)
        + "</li>"
        for name, s in named
    )
    return (
        f"<details><summary>Evidence and controls</summary><ul>{lines}</ul>"
        f"<p>Controls: {html.escape(told(r.controls)) or 'none'}.</p></details>"
    )


def _replay(r: ClaimRecord, command: str) -> str:
    hashes = html.escape(", ".join(dict.fromkeys(s.hash for s in displayed(r))))
    name = html.escape(r.id)
    return (
        f"<h2>Replay, cite, contest</h2><p><code>{html.escape(command)} {name}</code> computes "
        f'this page anew; <a href="{anchor(r)}.json" download>its record</a> has every instance. '
        f"Cite it as {name} of dptheory {__version__}, statements {hashes}. To contest it, give "
        "an instance that meets the hypotheses shown, or say how the paper's sentence is to be "
        "read: the reading is part of the page.</p>"
    )
