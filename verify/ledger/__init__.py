"""What is kept and shown: records, the page, runs, selections, sources."""
