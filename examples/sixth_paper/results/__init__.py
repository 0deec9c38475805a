"""What the paper prints, a module for each numbered result."""
