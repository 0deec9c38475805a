"""The ledger as a site: static pages that need no network, from the records of a run."""
