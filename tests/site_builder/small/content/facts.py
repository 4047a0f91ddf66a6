"""The small site's facts."""


def facts(model):
    return {"toy": {"parameters": model.parameters, "accuracy": 0.98765, "name": "small", "layers": [1, 2]}}
