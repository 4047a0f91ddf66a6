"""The model's answer, as every live figure prints it."""

from engine.drawing.markup import Markup, tag
from engine.drawing.readouts import chance
from engine.transformer.model import Answer

SURE = 0.9


def doubts(answer: Answer) -> list[str]:
    """What the reader should know about an answer: that the model is not sure, that no such day exists."""
    return ["not sure"] * (answer.probability < SURE) + ["no such day"] * (not answer.valid)


def answer_line(answer: Answer, question: str, compared: str | None = None, words: str = "the model writes") -> Markup:
    """The answer, its probability and what to doubt; characters that differ from `compared` are set in reverse."""
    shown = [
        tag("b", character, class_="bad" if compared is not None and compared[at : at + 1] != character else None)
        for at, character in enumerate(answer.text)
    ]
    prediction = tag("data", shown or "nothing", class_="out", data_readout="prediction", value=answer.text)
    hint = "Type a date, or tap one of the examples." if not question.strip() else None
    return tag(
        "div",
        tag("span", words, class_="q"),
        prediction,
        tag("span", "probability of the whole answer ", chance("probability", answer.probability), class_="q"),
        [tag("strong", doubt, class_="doubt") for doubt in doubts(answer)],
        tag("p", hint, class_="hint") if hint else None,
        class_="answer",
    )
