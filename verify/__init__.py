"""Claims, evidence, verdicts and the ledger; importing this package loads no paper."""
