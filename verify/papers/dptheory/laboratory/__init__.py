"""The data behind figures and behavioural claims."""
