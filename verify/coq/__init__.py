"""A second kernel, by Coq: a theory and the export of certificates to it."""
