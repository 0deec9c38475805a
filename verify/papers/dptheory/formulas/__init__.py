"""What the paper prints in more than one place, errors left in."""
