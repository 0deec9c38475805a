"""Runs, data sets and laws that results look at; no claims."""
