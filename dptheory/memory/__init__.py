"""Peak memory of group-wise clipping: layer tables, Algorithm 1 event by event, best groupings.

Everything is counted in stored numbers, per sample unless a batch is given, in exact arithmetic;
nothing numerical is imported. :mod:`.layers` has the shapes, :mod:`.models` those of published
networks, :mod:`.tables` reads a user's own, :mod:`.timeline` follows what Algorithm 1 of Bu et al.
(2023) holds, :mod:`.grouping` has the uniform and the optimal groupings, :mod:`.speed` what
they are worth in samples a second.
"""
