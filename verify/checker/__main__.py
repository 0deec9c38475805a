"""``python -m verify.checker FILE...``: 0 all accepted, 1 one refused, 2 malformed or no file."""

import sys

from verify.checker.documents import of_file

if __name__ == "__main__":
    if not sys.argv[1:]:
        print("malformed: a file of proofs must be named: python -m verify.checker FILE...")
    sys.exit(max((of_file(path) for path in sys.argv[1:]), default=2))
