"""Linear matrix inequalities for rates: solver, exact certificates, maps and noise gains."""
