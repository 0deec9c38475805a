"""A network from a CSV file, and what is wrong with a malformed one."""

from pathlib import Path

import pytest

from dptheory.memory.tables import read_network

HEADER = "name,tokens,inputs,outputs"


def written(folder: Path, text: str) -> Path:
    path = folder / "net.csv"
    path.write_bytes(text.encode("latin-1"))
    return path


def test_columns_in_any_order_with_blocks(tmp_path: Path) -> None:
    columns = "block, name, outputs, inputs, tokens"
    text = f"{columns}\n,stem,4,3,10\n1,a,4,4,10\n\n2,b,4,0,10\n,head,2,4,1\n"
    found = read_network(written(tmp_path, text))
    assert [layer.name for layer in found.layers] == ["stem", "a", "b", "head"]
    assert (found.activations, found.output_gradients) == ((30, 40, 0, 4), (40, 40, 40, 2))
    assert found.blocks == 2
    # Without a column of blocks every layer is one. A byte order mark and line ends do not matter.
    found = read_network(written(tmp_path, f"\xef\xbb\xbf{HEADER}\ra,1,2,3\r\nb,1,3,4\r"))
    assert [layer.block for layer in found.layers] == [1, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"must be a text file that can be read\. Found .* \(it is empty\)"),
        ("\n", "must begin with the columns name, tokens, inputs, outputs and, if wanted, block"),
        ("name,tokens,inputs\na,1,2\n", "Found name, tokens, inputs."),
        (f"{HEADER},inputs\na,1,2,3,4\n", "must begin with the columns"),
        (f"{HEADER}\n", "layers of .* must be at least one. Found none."),
        (f"{HEADER}\na,1,2\n", "line 2 must have 4 entries. Found 3."),
        (f"{HEADER}\na,1,2,3,4\n", "line 2 must have 4 entries. Found 5."),
        (f"{HEADER}\na,1,2,3\nb,0,2,3\n", "line 3: tokens must be a whole number from 1 to"),
        (f"{HEADER}\na,1,-2,3\n", "line 2: inputs must be a whole number from 0 .*Found '-2'."),
        (f"{HEADER}\na,1,2,1.5\n", "line 2: outputs must be a whole number .*Found '1.5'."),
        (f"{HEADER}\na,1,2,nan\n", "line 2: outputs must be a whole number .*Found 'nan'."),
        (f"{HEADER}\na,1,2,\n", "line 2: outputs must be a whole number .*Found ''."),
        (f"{HEADER}\na,1,2,{10**16}\n", "must be a whole number from 0 to 1000000000000000"),
        (f"{HEADER},block\na,1,2,3,x\n", "line 2: block must be a whole number .*Found 'x'."),
        (f"{HEADER},block\na,1,2,3,2\n", "model: blocks of .* must be numbered 1, 2, "),
        (f"{HEADER}\na\0,1,2,3\n", r"line 2: name must be of printable .*Found 'a.x00'."),
        (f'{HEADER}\n"a\nb",1,2,3\n', "line 3: name must be of printable characters"),
        (f'{HEADER}\n"a,1,2,3\n', "must be a CSV file"),
        (f"{HEADER}\n\xff,1,2,3\n", "it is no UTF-8"),
    ],
)
def test_malformed_files_are_refused_in_one_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message) as refused:
        read_network(written(tmp_path, text))
    assert "\n" not in str(refused.value)
    assert str(refused.value).startswith("model")


@pytest.mark.parametrize("name", ["", "none.csv"])
def test_a_file_that_cannot_be_read_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="model must be a text file that can be read"):
        read_network(tmp_path / name)
