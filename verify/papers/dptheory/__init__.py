"""Results of this project: criteria, tight forms and worst cases that the papers leave open."""

MODULES: tuple[str, ...] = ()
