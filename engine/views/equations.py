"""The paper's equations as MathML, for figures that put numbers under them."""

from engine.drawing.markup import tag

_PRODUCT = tag("mrow", tag("mi", "Q"), tag("msup", tag("mi", "K"), tag("mi", "T")))
_ROOT = tag("msqrt", tag("msub", tag("mi", "d"), tag("mi", "k")))

ATTENTION = tag(
    "math",
    tag("mi", "Attention"), tag("mo", "(", stretchy="false"), tag("mi", "Q"), tag("mo", ","), tag("mi", "K"),
    tag("mo", ","), tag("mi", "V"), tag("mo", ")", stretchy="false"), tag("mo", "="), tag("mi", "softmax"),
    tag("mrow", tag("mo", "("), tag("mfrac", _PRODUCT, _ROOT), tag("mo", ")")), tag("mi", "V"),
    display="block",
)
