import numpy as np
import pytest

from engine.transformer.decoding import WIDTH, length_penalty
from engine.transformer.ops import softmax
from engine.transformer.vocabulary import EOS, write

TEXTS = ["the third of march 2012", "17 september 1930", ""]


@pytest.fixture(params=["model", "brief_model"])
def any_model(request):
    return request.getfixturevalue(request.param)


def log_probability(model, text, prefix):
    """What a teacher-forced pass over the finished or unfinished prefix says."""
    trace = model.trace(text, write(prefix))
    rows = np.log(softmax(trace.logits))
    return sum(rows[place, token] for place, token in enumerate(prefix))


@pytest.mark.parametrize("text", TEXTS)
def test_every_step_keeps_the_best_first_and_grows_from_the_step_before(any_model, text):
    before = ((),)
    for step in any_model.beam(text):
        assert len(step.prefixes) == len(set(step.prefixes)) == WIDTH
        assert (np.diff(step.scores) <= 0).all()
        for prefix, parent in zip(step.prefixes, step.parents, strict=True):
            assert before[parent] == (prefix if EOS in before[parent] else prefix[:-1])
        before = step.prefixes


@pytest.mark.parametrize("text", TEXTS)
def test_totals_are_those_of_a_teacher_forced_pass(any_model, text):
    for step in any_model.beam(text):
        for prefix, total, score in zip(step.prefixes, step.log_probabilities, step.scores, strict=True):
            assert total == pytest.approx(log_probability(any_model, text, prefix), abs=1e-9)
            assert score == pytest.approx(total / length_penalty(len(prefix)), abs=1e-12)


@pytest.mark.parametrize("text", TEXTS)
def test_the_first_step_keeps_the_most_probable_symbols(any_model, text):
    first = any_model.trace(text, "").probabilities[0]
    best = EOS + np.argsort(-first[EOS:])[:WIDTH]
    assert [prefix[0] for prefix in any_model.beam(text)[0].prefixes] == best.tolist()


@pytest.mark.parametrize("text", TEXTS)
def test_nothing_that_was_left_out_is_better_than_what_was_kept(any_model, text):
    first, second = any_model.beam(text)[:2]
    scores = []
    for prefix, total, score in zip(first.prefixes, first.log_probabilities, first.scores, strict=True):
        if EOS in prefix:
            scores.append(score)
        else:
            row = np.log(any_model.trace(text, write(prefix)).probabilities[1])
            scores.extend((total + row[EOS:]) / length_penalty(2))
    np.testing.assert_allclose(second.scores, sorted(scores)[: -WIDTH - 1 : -1], rtol=0, atol=1e-9)


def test_finished_answers_are_carried_along(brief_model):
    steps = brief_model.beam(TEXTS[0])
    assert (EOS,) in steps[0].prefixes
    assert any(prefix[-1] == EOS and prefix in after.prefixes
               for before, after in zip(steps, steps[1:], strict=False) for prefix in before.prefixes)  # fmt: skip


def test_the_length_penalty_grows_with_length():
    assert length_penalty(1) == 1
    assert length_penalty(11) == pytest.approx((16 / 6) ** 0.6)
