"""The paper's own settings: the values that its examples give to the symbols."""

from verify.language import Setting, instance

SECTION_2 = Setting(name="Section 2", values=instance("a=1 b=2"))
