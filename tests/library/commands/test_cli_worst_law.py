"""``dptheory worst-law``: value, atoms and certificate."""

import json
from fractions import Fraction as F

from verify import kernel

CLIP = "worst-law --clip 1/2 --gradient 0.1 --tau0 1"
NORMALISE = "worst-law --regulariser 0.01 --gradient 0.3 --tau0 1"


def test_clipping_below_tau_0_goes_uphill(answer):
    found = answer(CLIP)
    assert list(found) == [
        "rule", "clip", "gradient", "tau0", "tau1", "alpha", "dimensions", "value", "lower",
        "upper", "atoms", "certificate",
    ]  # fmt: skip
    # s c (s + c - tau0)/(s + c + tau0)
    assert F(found["lower"]) == F(found["upper"]) == F(-1, 80)
    assert found["value"] == -0.0125
    atoms = [(atom["along"], atom["weight"], atom["across"]) for atom in found["atoms"]]
    assert atoms == [("-1/2", "5/8", 0), ("11/10", "3/8", 0)]
    assert kernel.accepts(found["certificate"])
    still = answer(f"{CLIP} --gradient 0")
    assert still["lower"] == still["upper"] == "0"
    assert kernel.accepts(still["certificate"])


def test_the_certificate_of_a_file_is_accepted(answer, capsys, tmp_path):
    file = tmp_path / "certificate.json"
    found = answer(f"{NORMALISE} --tau1 0.25 --alpha 1/20 --output {file}")
    assert json.loads(file.read_text()) == found["certificate"]
    assert kernel.main([str(file)]) == 0
    assert "|e| <= 1 + 1/4 * |grad f|" in capsys.readouterr().out
    assert F(found["lower"]) <= F(found["upper"]) < 0
    assert sum(F(atom["weight"]) for atom in found["atoms"]) == 1
