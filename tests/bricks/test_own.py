"""Models that are brought: a form is the model it was made of, says one name, and holds no more than is drawn."""

from __future__ import annotations

import base64
import zlib

import pytest

from brickfield.bricks import own
from brickfield.bricks.designs import design_text, designs
from brickfield.bricks.own import OwnModel, brought, drawing_text, told, unpacked
from brickfield.core.refusal import Refusal

ALL = [(folder, name) for folder, names in designs().items() for name in names]
PART = b"1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"


def found(data: bytes, turn: int = 0) -> OwnModel:
    model = brought(data, turn)
    assert isinstance(model, OwnModel), model
    return model


def formed(text: bytes) -> str:
    """A form somebody else has made of a text."""
    return "brickfield-model-1." + base64.urlsafe_b64encode(zlib.compress(text)).decode()


@pytest.mark.parametrize(("folder", "name"), ALL, ids=[name for _folder, name in ALL])
def test_a_form_is_the_model_it_was_made_of(folder: str, name: str) -> None:
    model = found(design_text(folder, name).encode())
    assert told(model.form) == model
    # on the ground, its middle at the origin, and the same after four turns
    laid = unpacked(model.form)
    assert not isinstance(laid, Refusal)
    assert max(one.box[4] for one in laid.placed() if one.box) == pytest.approx(0.0, abs=0.1)
    once = found(model.form.encode(), 1)
    assert (once.length, once.width, once.parts) == (model.width, model.length, model.parts)
    assert found(once.form.encode(), 3).name == model.name


def test_a_form_that_is_not_written_as_here_is_none_although_it_can_be_read() -> None:
    model = found(PART)
    other = formed(b"0 another way to write it\n\n" + PART)
    assert isinstance(told(other), Refusal)
    assert found(other.encode()).parts == model.parts
    for damaged in (model.form[:-6], model.form + "AAAA", "brickfield-model-1.", formed(b"0 " + b" " * 6_000_000)):
        assert isinstance(unpacked(damaged), Refusal)


def test_what_is_too_much_to_travel_or_to_draw_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    form = found(PART * 3).form
    monkeypatch.setattr(own, "LARGEST_DRAWING", 100)
    drawn = drawing_text(form)
    assert isinstance(drawn, Refusal)
    assert drawn.code == "too_large"
    monkeypatch.setattr(own, "LONGEST_FORM", 10)
    packed = brought(PART)
    assert isinstance(packed, Refusal)
    assert (packed.code, packed.data["most"]) == ("too_large", own.LARGEST_PACKED)


def test_what_a_model_is_put_together_from_is_told_and_arms_have_sides() -> None:
    text = b"0 FILE m.ldr\n" + b"".join(
        b"1 4 0 %d %d 1 0 0 0 1 0 0 0 1 %s\n" % (y, z, name)
        for y, z, name in ((0, 0, b"l1_legs.ldr"), (-24, 60, b"a8_gun.ldr"), (-24, -60, b"a8_gun.ldr"))
    )
    text += b"".join(
        b"0 FILE %s\n%s0 NOFILE\n" % (name, PART) for name in (b"l1_legs.ldr", b"a8_gun.ldr", b"unused.ldr")
    )
    model = found(text)
    sides = [("l1_legs.ldr", 0.0), ("left_arm_a8_gun.ldr", 3.0), ("right_arm_a8_gun.ldr", -3.0)]
    assert sorted(model.pieces) == sides
    assert "unused" not in str(unpacked(model.form))
    assert found(model.form.encode()).name == model.name
