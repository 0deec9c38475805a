"""What is known of functions: a line a fact, true wherever its formulas have a value."""

from verify.checker.text import Tree, read

# What is known of functions, by the function: of u (a power: of u to the power e), or of u and an
# earlier one v; where its conditions are seen to hold. The last ones are seldom needed.
KNOWN = """
exp : (le (add 1 u) (exp u))
exp : (le (mul (sub 1 u) (exp u)) 1)
exp : (le (add 1 (add u (add (div (pow u 2) 2) (div (pow u 3) 6)))) (exp u))
exp : (le (mul (sub (add 1 (div (pow u 2) 2)) (add u (div (pow u 3) 6))) (exp u)) 1)
exp : (lt 1 (exp u)) if (lt 0 u)
log : (le (log u) (sub u 1))
log : (le (sub u 1) (mul u (log u)))
cos : (le (cos u) 1)
cos : (le -1 (cos u))
sin : (le (sin u) 1)
sin : (le -1 (sin u))
pow : (le 0 (pow u e)) if (le 0 u)
pow : (le (pow u e) 1) if (le 0 u) (le u 1) (le 0 e)
pow : (le 1 (pow u e)) if (le 1 u) (le 0 e)
pow : (le (pow u e) u) if (le 0 u) (le u 1) (le 1 e)
pow : (le u (pow u e)) if (le 1 u) (le 1 e)
pow : (lt (pow u e) 1) if (le 0 u) (lt u 1) (lt 0 e)
pow : (lt 1 (pow u e)) if (lt 1 u) (lt 0 e)
floor : (le (floor u) u)
floor : (lt (sub u 1) (floor u))
ceil : (le u (ceil u))
ceil : (lt (ceil u) (add u 1))
"""
SELDOM = """
exp : (le (exp u) (add 1 (add u (div (pow u 2) 2)))) if (le u 0)
exp : (le 1 (mul (exp u) (add (sub 1 u) (div (pow u 2) 2)))) if (le 0 u)
exp exp : (le (mul (exp v) (sub (add 1 u) v)) (exp u))
exp exp : (le (mul (exp u) (sub (add 1 v) u)) (exp v))
log : (le (mul 2 (sub u 1)) (mul (add u 1) (log u))) if (le 1 u)
log : (le (mul (mul 2 u) (log u)) (sub (pow u 2) 1)) if (le 1 u)
log : (le (mul (add u 1) (log u)) (mul 2 (sub u 1))) if (le u 1)
log : (le (sub (pow u 2) 1) (mul (mul 2 u) (log u))) if (le u 1)
log log : (le (mul v (sub (log u) (log v))) (sub u v))
log exp : (le (mul (exp v) (sub (log u) v)) (sub u (exp v)))
exp log : (le (mul v (sub u (log v))) (sub (exp u) v))
log exp : (le (mul u (sub v (log u))) (sub (exp v) u))
exp log : (le (mul (exp u) (sub (log v) u)) (sub v (exp u)))
cos : (le (sub 1 (div (pow u 2) 2)) (cos u))
sin : (le (sin u) u) if (le 0 u)
sin : (le u (sin u)) if (le u 0)
pow : (le (add 1 (mul e (sub u 1))) (pow u e)) if (le 0 u) (le 1 e)
pow : (le (add 1 (mul e (sub u 1))) (pow u e)) if (lt 0 u) (le e 0)
pow : (le (pow u e) (add 1 (mul e (sub u 1)))) if (le 0 u) (le 0 e) (le e 1)
pow : (le (mul (pow u e) (add 1 (mul e (sub 1 u)))) 1) if (le 0 u) (le 0 e)
"""
Row = tuple[tuple[str, ...], Tree, tuple[Tree, ...]]  # functions, what is known, conditions


def rows(table: str) -> list[Row]:
    """The rows of a table."""
    found = []
    for line in table.strip().splitlines():
        functions, _, rest = line.partition(" : ")
        says, _, needs = rest.partition(" if ")
        tree = read(f"(all {says} {needs})")
        found.append((tuple(functions.split()), tree[1], tree[2:]))
    return found


TABLES = (rows(KNOWN), rows(SELDOM))
LETTERS = {"u": "( u", "v": "( v", "e": "( e"}  # no token is written so
