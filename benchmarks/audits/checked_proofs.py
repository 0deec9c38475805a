"""Statements with their proofs, by kind, as the checker reads them."""

import json
from pathlib import Path
from typing import Any

# Derivations from the papers' statements, as a run writes them.
DERIVATIONS: dict[str, Any] = json.loads(
    Path(__file__).with_name("derivations.json").read_text(encoding="utf-8")
)

ACCEPTED: dict[str, tuple[list[str], list[str], str, dict[str, Any] | None]] = {
    "square": (
        ["x real (-oo, oo)", "y real (-oo, oo)"],
        [],
        "(le (mul 2 (mul x y)) (add (mul x x) (mul y y)))",
        None,
    ),
    "fraction": (
        ["x real (0, oo)"],
        [],
        "(eq (div (sub (mul x x) x) x) (sub x 1))",
        {"by": "identity"},
    ),
    "root": (["x real (0, oo)"], [], "(eq (div x (sqrt x)) (sqrt x))", {"by": "identity"}),
    "root of a square": (
        ["x real [0, oo)"],
        [],
        "(eq (sqrt (mul 4 (pow x 2))) (mul 2 x))",
        {"by": "identity"},
    ),
    "waves": (
        ["x real (-oo, oo)"],
        [],
        "(eq (add (pow (sin x) 2) (pow (cos x) 2)) 1)",
        {"by": "identity"},
    ),
    "exponentials": (
        ["x real (-oo, oo)"],
        [],
        "(eq (mul (exp x) (exp (neg x))) 1)",
        {"by": "identity"},
    ),
    "halves": (
        ["x real (-oo, oo)"],
        [],
        "(eq (pow (exp (div x 2)) 2) (exp x))",
        {"by": "identity"},
    ),
    "logarithms": (
        ["x real (0, oo)", "y real (0, oo)"],
        [],
        "(eq (log (div (pow x 2) y)) (sub (mul 2 (log x)) (log y)))",
        {"by": "identity"},
    ),
    "powers": (
        ["x real [0, 1)", "n natural 1"],
        [],
        "(eq (mul x (pow x (sub n 1))) (pow x n))",
        {"by": "identity"},
    ),
    "last term": (
        ["n natural 1", "x real (-oo, oo)"],
        [],
        "(eq (sum k 1 (add n 1) (pow x k)) (add (sum k 1 n (pow x k)) (pow x (add n 1))))",
        {"by": "identity"},
    ),
    "vectors": (
        ["d natural 1", "a real (-oo, oo)", "x Vector", "y Vector"],
        [],
        "(eq (sub (mul a (add x y)) (mul a y)) (mul a x))",
        {"by": "identity"},
    ),
    "polarised": (
        ["d natural 1", "x Vector", "y Vector"],
        [],
        "(eq (pow (norm (add x y)) 2) "
        "(add (add (pow (norm x) 2) (mul 2 (dot x y))) (pow (norm y) 2)))",
        {"by": "identity"},
    ),
    "a root by squares": (
        ["x real [0, oo)", "y real (0, oo)"],
        [],
        "(lt x (sqrt (add (pow x 2) y)))",
        None,
    ),
    "a long power": (
        ["n natural 9999 10000"],
        [],
        "(le (pow 999/1000 n) 1/20000)",
        {"by": "enumerate"},
    ),
    "a power of 0": (
        ["n natural 1", "x real (-oo, oo)"],
        [],
        "(eq (pow (sub x x) n) 0)",
        {"by": "identity"},
    ),
    "triangle": (
        ["d natural 1", "s real [0, oo)", "x Vector", "y Vector"],
        [],
        "(le (norm (add (mul s x) y)) (add (mul s (norm x)) (norm y)))",
        None,
    ),
    "triangle from below": (
        ["d natural 1", "x Vector", "y Vector"],
        [],
        "(le (norm x) (add (norm (sub x y)) (norm y)))",
        None,
    ),
    "Cauchy and Schwarz": (
        ["d natural 1", "x Vector", "y Vector"],
        [],
        "(le (dot x (sub y x)) (mul (norm x) (norm (sub y x))))",
        None,
    ),
    "a root of what is above a square": (
        ["q real [0, oo)", "m real (0, oo)"],
        ["(le (pow m 2) q)"],
        "(lt 0 (div m (sqrt q)))",
        None,
    ),
    "tangent": (["x real (-oo, oo)"], [], "(le (add 1 x) (exp x))", None),
    "below one": (
        ["x real [0, 1)"],
        [],
        "(lt (mul x x) 1)",
        {"by": "signs", "steps": [{"of": "(sub 1 x)", "for": "x", "share": ["k", "l"]}]},
    ),
    "hypothesis": (
        ["x real [0, oo)", "y real [0, oo)"],
        ["(lt x y)"],
        "(lt (mul x x) (mul y y))",
        {"by": "signs", "steps": [{"of": "(sub y x)", "for": "y", "let": "k"}]},
    ),
    "solved": (
        ["x real (0, oo)", "y real (0, oo)"],
        ["(eq (mul x y) 1)"],
        "(le 2 (add x y))",
        {"by": "signs", "steps": [{"of": "(sub (mul x y) 1)", "for": "y", "put": True}]},
    ),
    "multipliers": (
        ["x real (-oo, oo)", "y real (-oo, oo)"],
        ["(le 0 x)", "(le x y)"],
        "(le (mul x x) (mul x y))",
        {"by": "multipliers", "terms": [{"c": "1", "conditions": ["x", "(sub y x)"]}]},
    ),
    "equation": (
        ["x real (-oo, oo)", "y real (-oo, oo)"],
        ["(eq (add x y) 1)"],
        "(le (mul x y) 1/4)",
        {
            "by": "multipliers",
            "terms": [{"c": "1", "square": "(sub x 1/2)"}],
            "equations": [{"times": "(neg x)", "equation": "(sub (add x y) 1)"}],
        },
    ),
    "refuted": (
        ["x real (-oo, oo)"],
        ["(le 3 x)"],
        "(lt 2 x)",
        {
            "by": "multipliers",
            "refute": True,
            "factor": "1",
            "terms": [
                {"c": "1", "conditions": ["(sub x 3)"]},
                {"c": "1", "conditions": ["(sub 2 x)"]},
            ],
        },
    ),
    "absolute": (
        ["x real (-oo, oo)", "y real (-oo, oo)"],
        [],
        "(le (sub (abs x) (abs y)) (add (abs x) (abs y)))",
        None,
    ),
    "larger": (["x real (-oo, oo)", "y real (-oo, oo)"], [], "(le x (max x y))", None),
    "branches": (["x real (-oo, oo)"], [], "(le 0 (piecewise (le 0 x) x (lt x 0) (neg x)))", None),
    "split": (
        ["x real (-oo, oo)"],
        [],
        "(le 0 (mul (mul x x) (add 1 (mul x x))))",
        {"by": "split", "at": "x", "pieces": [{"by": "signs"}, {"by": "signs"}]},
    ),
    "finite": (["n natural 1 40"], [], "(le n (pow 2 n))", {"by": "enumerate"}),
    "finite roots": (
        ["x one-of 1 2 3 5/2"],
        [],
        "(lt (sqrt (add x (log x))) (exp x))",
        {"by": "enumerate"},
    ),
    "finite equality": (
        ["x one-of 2 8"],
        [],
        "(eq (mul (sqrt x) (sqrt 2)) (mul 2 (sqrt (div x 2))))",
        {"by": "enumerate"},
    ),
    "box": (["x real [0, 1]"], [], "(lt (sin x) (add x 1/10))", {"by": "boxes"}),
    "box of two": (
        ["x real [0, 1]", "y real [1, 2]"],
        [],
        "(lt (mul x (log y)) (exp (add x y)))",
        {"by": "boxes"},
    ),
    "geometric": (
        ["x real (0, 1)", "n natural 1"],
        [],
        "(eq (sum k 1 n (pow x k)) (div (sub x (pow x (add n 1))) (sub 1 x)))",
        {"by": "induct", "on": "n", "base": {"by": "identity"}, "step": {"by": "identity"}},
    ),
    "squares": (
        ["n natural 0"],
        [],
        "(eq (sum k 1 n (mul k k)) (div (mul (mul n (add n 1)) (add (mul 2 n) 1)) 6))",
        {"by": "induct", "on": "n", "base": {"by": "identity"}, "step": {"by": "identity"}},
    ),
    "a mean value": (["x real [0, 1]"], [], "(le (mul x (sub 1 x)) (exp x))", {"by": "boxes"}),
    "a face": (["x real [0, 1]"], [], "(le (add 1 x) (exp x))", {"by": "boxes"}),
    "turns": (
        ["n natural 0"],
        [],
        "(eq (cos (mul (mul 2 (constant pi)) n)) 1)",
        {"by": "identity"},
    ),
    "a sum of angles": (
        ["x real (-oo, oo)", "y real (-oo, oo)"],
        [],
        "(eq (cos (add x y)) (sub (mul (cos x) (cos y)) (mul (sin x) (sin y))))",
        {"by": "identity"},
    ),
    "a number between rationals": (
        ["x real [0, oo)"],
        [],
        "(le (mul 3 x) (mul (constant pi) x))",
        None,
    ),
    "a logarithm below": (
        ["x real [1, oo)"],
        [],
        "(le (mul 2 (sub x 1)) (mul (add x 1) (log x)))",
        None,
    ),
    "two hypotheses": (
        ["x real (-oo, oo)", "y real (-oo, oo)"],
        ["(le 1 x)", "(le x y)"],
        "(le 1 y)",
        None,
    ),
    "an induction from a hypothesis": (
        ["n natural 0"],
        ["(le 2 n)"],
        "(le (mul 2 n) (mul n n))",
        {"by": "induct", "on": "n", "from": "2", "base": {"by": "signs"}, "step": {"by": "signs"}},
    ),
    "a growing gap": (
        ["n natural 0", "x real [0, oo)"],
        [],
        "(le (add 1 (mul n x)) (pow (add 1 x) n))",
        {
            "by": "induct",
            "on": "n",
            "times": "(add 1 x)",
            "base": {"by": "signs"},
            "step": {"by": "signs"},
        },
    ),
    "a sum by induction": (
        ["n natural 1"],
        [],
        "(eq (sum k 1 n k) (div (mul n (add n 1)) 2))",
        {"by": "identity"},
    ),
    "a product": (
        ["n natural 1"],
        [],
        "(eq (product j 1 (add n 1) (add j 1)) (mul (product j 1 n (add j 1)) (add n 2)))",
        {"by": "identity"},
    ),
    "both orders": (
        ["x real [0, oo)", "y real [0, oo)"],
        ["(le x y)", "(le (mul y y) (mul x x))", "(lt 0 y)"],
        "(eq x y)",
        {
            "by": "both",
            "pieces": [
                {"by": "multipliers", "terms": [{"c": "1", "conditions": ["(sub y x)"]}]},
                {
                    "by": "multipliers",
                    "factor": "(add x y)",
                    "terms": [{"c": "1", "conditions": ["(sub (mul x x) (mul y y))"]}],
                },
            ],
        },
    ),
    "the norm of a multiple": (
        ["s real [0, 1]", "v Vector"],
        [],
        "(le (norm (sub (mul s v) v)) (norm v))",
        None,
    ),
    "divisors with signs from hypotheses": (
        ["t real [0, 1)", "r real (0, oo)", "x real [0, oo)"],
        ["(lt t r)", "(le (div x (mul (sub 1 t) (sub r t))) 1)"],
        "(le x (mul (sub 1 t) (sub r t)))",
        {
            "by": "multipliers",
            "refute": True,
            "terms": [
                {"c": "1", "conditions": ["(sub (mul (sub 1 t) (sub r t)) x)"]},
                {"c": "1", "conditions": ["(sub x (mul (sub 1 t) (sub r t)))"]},
            ],
        },
    ),
    "a root over a divisor below 0": (
        ["b real (0, 1)", "x real [0, oo)"],
        [],
        "(eq (mul (sub 1 b) (pow (sqrt (div (neg x) (sub b 1))) 2)) x)",
        {"by": "identity"},
    ),
    "a factor of what is positive": (
        ["x real [0, oo)", "y real (-oo, oo)"],
        ["(lt 0 (mul x y))"],
        "(lt 0 y)",
        {"by": "multipliers", "terms": [{"c": "1", "conditions": ["y"]}]},
    ),
    "divisors that fall apart": (
        ["x real (0, oo)", "y real (0, oo)"],
        [],
        "(eq (div (add x y) (sub (add (mul x x) (mul x y)) (mul 0 y))) (div 1 x))",
        {"by": "identity"},
    ),
}

FALSE: dict[str, tuple[list[str], list[str], str, dict[str, Any] | None]] = {
    "a square below": (["x real (-oo, oo)"], [], "(le (mul x x) x)", None),
    "a root with a sign": (["x real (-oo, oo)"], [], "(eq (sqrt (mul x x)) x)", {"by": "identity"}),
    "no value at 0": (["x real [0, oo)"], [], "(eq (div x x) 1)", {"by": "identity"}),
    "an empty sum": (["n natural 0"], [], "(eq (sum k 1 n (div 1 n)) 1)", {"by": "identity"}),
    "a root where a sum is empty": (
        ["n natural 0", "u real (-oo, oo)"],
        ["(le 0 (mul n u))"],
        "(le 0 (add u (mul 0 (sum k 1 n (sqrt u)))))",
        {"by": "multipliers", "terms": [{"c": "1", "square": "(sqrt u)"}]},
    ),
    "a hint without a value": (
        ["x real (-oo, oo)"],
        [],
        "(le 0 x)",
        {"by": "multipliers", "terms": [{"c": "1", "square": "(sqrt x)"}]},
    ),
    "a hint that divides by 0": (
        ["x real (-oo, oo)"],
        ["(eq (pow x 2) x)"],
        "(le 1 x)",
        {
            "by": "multipliers",
            "terms": [],
            "equations": [{"equation": "(sub (pow x 2) x)", "times": "(div 1 x)"}],
        },
    ),
    "a condition that is not given": (
        ["x real (-oo, oo)", "y real (-oo, oo)"],
        [],
        "(le x y)",
        {"by": "multipliers", "terms": [{"c": "1", "conditions": ["(sub y x)"]}]},
    ),
    "a strict order from one that is not": (
        ["x real [0, oo)"],
        [],
        "(lt 0 x)",
        {"by": "multipliers", "terms": [{"c": "1", "conditions": ["x"]}]},
    ),
    "a split at what has no value": (
        ["x real (-oo, oo)"],
        [],
        "(le 0 x)",
        {"by": "split", "at": "(sqrt x)", "pieces": [{"by": "signs"}, {"by": "signs"}]},
    ),
    "whole where it is not": (
        ["x real [0, 1]"],
        [],
        "(eq (mul x (sub x 1)) 0)",
        {
            "by": "split",
            "at": "(sub x 1)",
            "whole": True,
            "pieces": [{"by": "identity"}, {"by": "identity"}],
        },
    ),
    "induction from nowhere": (
        ["n natural 1"],
        [],
        "(eq (add n 1) n)",
        {
            "by": "induct",
            "on": "n",
            "from": "2",
            "base": {"by": "identity"},
            "step": {"by": "identity"},
        },
    ),
    "an induction on a symbol of a hypothesis": (
        ["n natural 1"],
        ["(le n 5)"],
        "(le n 3)",
        {"by": "induct", "on": "n", "base": {"by": "signs"}, "step": {"by": "signs"}},
    ),
    "no branch": (["x real (-oo, oo)"], [], "(le 0 (piecewise (lt 0 x) x (lt x 0) (neg x)))", None),
    "zero to a power": (["x real [0, 1]", "n natural 0"], [], "(lt (pow x n) 1)", None),
    "one root too many": (["n natural 1 3"], [], "(lt (sqrt n) 17/10)", {"by": "enumerate"}),
    "a touched box": (["x real [0, 1]"], [], "(lt (mul x (sub 1 x)) 1/4)", {"by": "boxes"}),
    "a root below a number, by squares": (
        ["x real [0, oo)", "y real [0, oo)"],
        [],
        "(le (sqrt (add (pow x 2) y)) x)",
        None,
    ),
    "squares of what may be negative": (
        ["x real (-oo, oo)", "y real [0, oo)"],
        [],
        "(le (sqrt y) (add x (sqrt (add y (pow x 2)))))",
        None,
    ),
    "a root that is strictly above, by squares": (
        ["x real [0, oo)", "y real [0, oo)"],
        [],
        "(lt x (sqrt (add (pow x 2) y)))",
        None,
    ),
    "a long power that is larger": (
        ["n natural 9999 10000"],
        [],
        "(le (pow 999/1000 n) 1/23000)",
        {"by": "enumerate"},
    ),
    "a long power of a negative number": (
        ["n natural 10000 10001"],
        [],
        "(lt 0 (pow -1001/1000 n))",
        {"by": "enumerate"},
    ),
    "a power of 0 that is taken for 1": (
        ["n natural 1", "x real (0, oo)"],
        [],
        "(eq (pow (sub 1 1) (mul 2 n)) (pow (sub 1 x) (mul 2 n)))",
        {"by": "identity"},
    ),
    "a power of 0 that is 1 once": (
        ["n natural 0"],
        [],
        "(eq (pow (sub 1 1) n) 0)",
        {"by": "identity"},
    ),
    "the triangle's inequality turned round": (
        ["d natural 1", "x Vector", "y Vector"],
        [],
        "(le (add (norm x) (norm y)) (norm (add x y)))",
        None,
    ),
    "a difference of norms above the norm of the difference": (
        ["d natural 1", "x Vector", "y Vector"],
        [],
        "(le (norm (sub x y)) (sub (norm x) (norm y)))",
        None,
    ),
    "a triangle with a factor of unknown sign": (
        ["d natural 1", "s real (-oo, oo)", "x Vector", "y Vector"],
        [],
        "(le (norm (add (mul s x) y)) (add (mul s (norm x)) (norm y)))",
        None,
    ),
    "half of Cauchy and Schwarz": (
        ["d natural 1", "x Vector", "y Vector"],
        [],
        "(le (mul 2 (dot x (sub y x))) (mul (norm x) (norm (sub y x))))",
        None,
    ),
    "a root of what may be 0": (
        ["q real [0, oo)", "m real (-oo, oo)"],
        ["(le (pow m 2) q)"],
        "(lt 0 (sqrt q))",
        None,
    ),
    "a root of what is positive beside": (
        ["q real [0, oo)", "m real (0, oo)"],
        ["(le (pow m 2) (add q 1))"],
        "(lt 0 (sqrt q))",
        None,
    ),
    "a root that is positive inside of a sum alone": (
        ["n natural 0", "x real [0, oo)"],
        ["(le 1 x)"],
        "(lt 0 (sum k 1 n (sqrt (mul k x))))",
        None,
    ),
    "a value on one branch for all": (
        ["x real (-oo, oo)"],
        [],
        "(lt 0 (add (pow x 2) (piecewise (ne x 0) (div 0 x) (eq x 0) 0)))",
        {"by": "signs", "values": True},
    ),
    "a value that there is not": (
        ["x real (-oo, oo)"],
        [],
        "(lt 0 (pow (div x x) 2))",
        {"by": "signs", "values": True},
    ),
    "a symbol called as a norm": (
        ["d natural 1", "x Vector", "|x| real [0, 1]"],
        [],
        "(le (norm x) 1)",
        None,
    ),
    "a symbol called as an index": (
        ["n natural 1", "k#0 real [1, oo)"],
        ["(le 2 k#0)"],
        "(le 0 (mul 0 (sum k 1 n (div 1 (mul (sub k 1) k#0)))))",
        None,
    ),
    "a factor for what differs": (
        ["n natural 0"],
        [],
        "(ne n 3)",
        {"by": "induct", "on": "n", "times": "0", "base": {"by": "signs"}, "step": {"by": "signs"}},
    ),
    "a step that loses its hypothesis": (
        ["n natural 0", "m natural 0"],
        ["(le m n)"],
        "(eq (mul m n) (mul n n))",
        {"by": "induct", "on": "n", "base": {"by": "identity"}, "step": {"by": "identity"}},
    ),
    "an order strict at an end": (["x real [0, 1]"], [], "(lt (mul x x) x)", {"by": "boxes"}),
    "a slope of what is bound": (
        ["x real [0, 1]"],
        [],
        "(le (sum x 1 2 (mul x x)) (add 4 x))",
        {"by": "boxes"},
    ),
    "no value beside boxes": (
        ["x real [0, 1]", "y real [0, 2]"],
        [],
        "(lt (mul x (log y)) (exp (add x y)))",
        {"by": "boxes"},
    ),
    "a condition without a value": (
        ["y real [0, 2]"],
        [],
        "(le (piecewise (lt 0 (log y)) 1 (le (log y) 0) 2) 3)",
        {"by": "boxes"},
    ),
    "a half turn too many": (
        ["n natural 0"],
        [],
        "(eq (cos (mul (constant pi) n)) 1)",
        {"by": "identity"},
    ),
    "a power at zero": (["x real [0, 1)", "n natural 0"], [], "(lt (pow x n) 1)", {"by": "signs"}),
    "a negative base": (["x real (-oo, oo)"], [], "(eq (pow (mul x x) 1/2) x)", {"by": "identity"}),
    "a logarithm of a product": (
        ["x real (-oo, oo)", "y real (-oo, oo)"],
        ["(lt 0 (mul x y))"],
        "(eq (log (mul x y)) (add (log x) (log y)))",
        {"by": "identity"},
    ),
    "one order only": (
        ["x real [0, oo)"],
        [],
        "(eq x (add x 1))",
        {"by": "both", "pieces": [{"by": "signs"}, {"by": "signs"}]},
    ),
    "two orders of an order": (
        ["x real [0, oo)"],
        [],
        "(le (add x 1) x)",
        {"by": "both", "pieces": [{"by": "signs"}, {"by": "signs"}]},
    ),
    "the norm of a negative multiple": (
        ["s real [0, 1]", "v Vector"],
        [],
        "(eq (norm (sub (mul s v) v)) (mul (sub s 1) (norm v)))",
        {"by": "identity"},
    ),
    "a divisor below 0": (["x real [0, 1)"], [], "(le 0 (div 1 (sub x 1)))", None),
    "a divisor below 0, as a condition": (
        ["t real [0, 1)", "x real [0, oo)"],
        ["(le (div x (sub t 1)) 1)"],
        "(le x (sub t 1))",
        {"by": "multipliers", "terms": [{"c": "1", "conditions": ["(sub (sub t 1) x)"]}]},
    ),
    "a factor of what is not negative": (
        ["x real [0, oo)", "y real (-oo, oo)"],
        ["(le 0 (mul x y))"],
        "(le 0 y)",
        {"by": "multipliers", "terms": [{"c": "1", "conditions": ["y"]}]},
    ),
    "a root over a divisor below 0, with another sign": (
        ["b real (0, 1)", "x real (0, oo)"],
        [],
        "(eq (mul (sub b 1) (pow (sqrt (div (neg x) (sub b 1))) 2)) x)",
        {"by": "identity"},
    ),
}


def document(case: tuple[list[str], list[str], str, Any]) -> dict[str, Any]:
    """A case as a stored proof."""
    symbols, given, prove, how = case
    return {
        "statement": {"symbols": symbols, "given": given, "prove": prove},
        "goals": [{"how": how}],
    }
