"""The methods: one module each, named after it."""
