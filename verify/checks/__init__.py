"""The kinds of check. Each is a frozen description with a ``run`` that returns evidence."""
