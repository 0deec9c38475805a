"""The subcommands of ``dptheory``, one module each."""
