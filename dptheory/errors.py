"""What a refusal is."""


class ArgumentError(ValueError):
    """An argument is refused: "<name> must be <what is allowed>. Found <value>."

    The message is one line, names the argument as the user knows it, and shows of arrays and
    collections, which may be somebody's records, shapes and lengths alone. Whatever a public
    function does not take, of the wrong kind, out of range, or where its formula is not defined,
    it refuses in this way; so a caller who means to go on catches this class.
    """
