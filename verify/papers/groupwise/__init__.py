"""Group-wise clipping (Bu, Liu, Wang, Zha, Karypis 2023): one module a numbered result."""

MODULES = ("eq_4", "fact_6_1")
