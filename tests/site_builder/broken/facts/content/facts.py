"""Facts that fail."""


def facts(model):
    return {"toy": model.nothing}
