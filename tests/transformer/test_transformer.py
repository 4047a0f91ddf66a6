import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.transformer.model import Model
from engine.transformer.parameters import prepare
from engine.transformer.transformer import LONGEST_ANSWER, decode, forward, generate, look_at
from engine.transformer.transformer import encode as encode_source
from engine.transformer.vocabulary import BOS, EOS, PAD, TYPABLE, encode
from engine.transformer.what_if import WhatIf

TEXT = "the third of march 2012"
WHAT_IFS = {
    "trained": {},
    "no mask": {"masked": False},
    "no scale": {"scaled": False},
    "heads off": {"heads_off": frozenset({("decoder", 1, "cross", 3), ("encoder", 0, "self", 0)})},
    "nudge encoder": {"nudge": (("encoder", 0, "self", 3, 4, 7), 5.0)},
    "nudge decoder self": {"nudge": (("decoder", 0, "self", 1, 6, 2), 5.0)},
    "nudge behind the mask": {"nudge": (("decoder", 0, "self", 1, 2, 6), 5.0)},
    "nudge decoder cross": {"nudge": (("decoder", 1, "cross", 1, 6, 15), 5.0)},
    "no positions": {"positions": False},
}
few = settings(max_examples=15)


def written_anew(model, text, what_if):
    """Greedy writing without a cache: a whole teacher-forced pass over the prefix for every token."""
    written, probabilities = "", []
    for _ in range(11):
        # Its last row predicts what follows the prefix.
        row = model.trace(text, written, **what_if).probabilities[-1]
        token = EOS + int(row[EOS:].argmax())
        probabilities.append(row[token])
        if token == EOS:
            break
        written += TYPABLE[token - 3]
    return written, probabilities


@pytest.mark.parametrize("name", WHAT_IFS)
def test_writing_equals_writing_anew(model, name):
    for text in (TEXT, "17 september 1930"):
        answer = model.answer(text, **WHAT_IFS[name])
        written, probabilities = written_anew(model, text, WHAT_IFS[name])
        assert answer.text == written
        np.testing.assert_allclose(answer.probabilities, probabilities, rtol=0, atol=1e-12)
        assert answer.probability == pytest.approx(np.prod(probabilities), abs=1e-12)


@few
@given(text=st.text(TYPABLE, max_size=47))
def test_writing_equals_writing_anew_for_any_text(model, text):
    answer = model.answer(text)
    written, probabilities = written_anew(model, text, {})
    assert answer.text == written
    np.testing.assert_allclose(answer.probabilities, probabilities, rtol=0, atol=1e-12)


def test_an_answer_takes_at_most_a_run_a_token_and_the_last_is_its_trace(model):
    parameters = prepare(model.parameters)
    for text in (TEXT, "17 september 1930", "7/5/85", ""):
        encoder = encode_source(encode(text), parameters, WhatIf())
        looked_at, runs = look_at(encoder, parameters), []

        def run(target, given=(encoder, looked_at), runs=runs):
            runs.append(forward(*given, target, parameters, WhatIf()))
            return runs[-1]

        tokens, probabilities = generate(run, WhatIf())
        assert len(runs) <= LONGEST_ANSWER + 1
        assert tokens == model.answer(text).tokens
        assert (probabilities == model.answer(text).probabilities).all()
        last = runs[-1].decoder.output[: len(tokens)]
        np.testing.assert_allclose(last, model.trace(text).decoder.output, rtol=0, atol=1e-12)


def test_a_guess_saves_runs_and_changes_nothing(model):
    parameters = prepare(model.parameters)
    encoder = encode_source(encode(TEXT), parameters, WhatIf())
    looked_at, runs = look_at(encoder, parameters), []

    def run(target):
        runs.append(target)
        return forward(encoder, looked_at, target, parameters, WhatIf())

    written = model.answer(TEXT)
    for guess in (written.tokens, encode("1999-12-31"), encode("7"), (EOS,)):
        runs.clear()
        tokens, probabilities = generate(run, WhatIf(), guess)
        assert tokens == written.tokens
        assert (probabilities == written.probabilities).all()
        assert (len(runs) == 1) == (guess == written.tokens)


def test_a_run_over_the_tokens_before_can_be_used_again(model):
    parameters = prepare(model.parameters)
    encoder = encode_source(encode(TEXT), parameters, WhatIf())
    looked_at, target = look_at(encoder, parameters), (BOS, *encode("2012-03-03"))
    whole = decode(target, looked_at, parameters, WhatIf())
    start = decode(target[:4], looked_at, parameters, WhatIf())
    rest = decode(target[4:], looked_at, parameters, WhatIf(), start)
    np.testing.assert_allclose(np.concatenate((start.output, rest.output)), whole.output, rtol=0, atol=1e-12)


def test_neither_pad_nor_bos_is_ever_written(random_parameters):
    embedding = random_parameters["embedding"].copy()
    favourite = Model(random_parameters, {}).answer(TEXT).tokens[0]
    embedding[[PAD, BOS]] = 2 * embedding[favourite]
    answer = Model(random_parameters | {"embedding": embedding}, {}).answer(TEXT)
    assert answer.tokens[0] == favourite
    assert set(answer.tokens).isdisjoint({PAD, BOS})
    assert answer.probability < 1e-3  # what it would rather have written still counts


def test_the_teacher_forced_trace_says_the_same_as_the_answer(model):
    answer, trace = model.answer(TEXT), model.trace(TEXT)
    assert trace.target.tolist() == list(answer.tokens)
    rows = trace.probabilities[np.arange(len(trace.target)), trace.target]
    np.testing.assert_allclose(rows, answer.probabilities, rtol=0, atol=1e-12)


@given(at=st.integers(0, 9), letter=st.sampled_from(TYPABLE))
@few
def test_a_later_character_of_the_target_leaves_earlier_logits(model, at, letter):
    target = "2012-03-03"
    changed = target[:at] + letter + target[at + 1 :]
    before, after = model.trace(TEXT, target).logits, model.trace(TEXT, changed).logits
    assert (before[: at + 1] == after[: at + 1]).all()
    assert changed == target or (before[at + 1] != after[at + 1]).any()


def test_without_the_mask_a_later_character_reaches_earlier_logits(model):
    before, after = (model.trace(TEXT, target, masked=False).logits for target in ("2012-03-03", "2012-03-04"))
    assert (before[0] != after[0]).any()


@few
@given(order=st.permutations(range(len(TEXT))))
def test_without_positions_the_encoder_permutes_with_its_input(model, order):
    shuffled = "".join(TEXT[place] for place in order)
    plain, moved = (model.trace(text, "2012-03-03", positions=False) for text in (TEXT, shuffled))
    places = [*order, len(TEXT)]  # eos stays last
    np.testing.assert_allclose(moved.encoder.output, plain.encoder.output[places], rtol=0, atol=1e-9)
    np.testing.assert_allclose(moved.logits, plain.logits, rtol=0, atol=1e-9)


def test_with_positions_it_does_not(model):
    plain, moved = (model.trace(text, "2012-03-03").encoder.output for text in (TEXT, TEXT[::-1]))
    assert np.abs(moved[-2::-1] - plain[:-1]).max() > 0.1


def test_residuals_and_norms_are_chained_as_in_section_3_1(model):
    trace = model.trace(TEXT)
    x = trace.encoder.embedding + trace.encoder.positional_encoding
    for layer in trace.encoder.layers:
        assert (layer.input == x).all()
        assert (layer.residual_1 == x + layer.self_attention.output).all()
        assert (layer.residual_2 == layer.norm_1.output + layer.feed_forward.output).all()
        x = layer.norm_2.output
    assert (trace.encoder.output == x).all()
    x = trace.decoder.embedding + trace.decoder.positional_encoding
    for layer in trace.decoder.layers:
        assert (layer.input == x).all()
        assert (layer.residual_1 == x + layer.self_attention.output).all()
        assert (layer.residual_2 == layer.norm_1.output + layer.cross_attention.output).all()
        assert (layer.residual_3 == layer.norm_2.output + layer.feed_forward.output).all()
        x = layer.norm_3.output
    assert (trace.logits == x @ model.parameters["embedding"].T).all()


def test_embeddings_are_multiplied_by_the_root_of_d_model(model):
    trace = model.trace(TEXT)
    rows = model.parameters["embedding"][list(encode(TEXT))]
    np.testing.assert_allclose(trace.encoder.embedding, rows * np.sqrt(48), rtol=0, atol=1e-12)
