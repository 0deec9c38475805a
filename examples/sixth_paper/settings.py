"""Settings: a law that the paper names, and an example of ours for Corollary 4."""

from verify.language import Setting, instance

GEOMETRIC = Setting(name="geometric law (Liu, Talwar 2019)", values=instance("eta=1"))
GAUSSIAN = Setting(
    name="0.1-zCDP, ten runs on average", values=instance("rho=1/10 gamma=1/10 eta=1 mu=10")
)
