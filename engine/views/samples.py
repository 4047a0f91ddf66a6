"""Example dates to tap: plain, spelled out, misspelt, ambiguous, impossible."""

DATES = ("3 march 2012", "the third of march 2012", "tuseday 7 may 1985", "03/04/2012", "31 feb 1999")
