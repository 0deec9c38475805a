"""``python -m verify.checker FILE...``: 0 all accepted, 1 one refused, 2 one malformed."""

import sys

from verify.checker.documents import of_file

if __name__ == "__main__":
    sys.exit(max((of_file(path) for path in sys.argv[1:]), default=2))
