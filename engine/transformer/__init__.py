"""The model, in the paper's words and order; it knows nothing about drawing.

Read ops, attention, encoding, layers, transformer: a whole forward pass. What it returns stands in trace.
"""
