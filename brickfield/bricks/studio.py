"""A model file of either kind: LDraw text, or Studio's `.io`, which is a zip with such a text inside."""

from __future__ import annotations

import io
import zipfile
import zlib

from brickfield.bricks.models import BrickModel
from brickfield.bricks.reading import read_ldraw
from brickfield.core.model_sizes import LARGEST_FILE
from brickfield.core.refusal import Refusal, invalid

# A Studio file also holds pictures, so it may be larger than the text in it.
LARGEST_STUDIO_FILE = 4 * LARGEST_FILE
_ZIP = b"PK\x03\x04"
_INSIDE = "model.ldr"
_ENCRYPTED = 1
_EXPORT = "Open it in Studio and choose File, Export as, LDraw; then bring that file."
# Other methods may ask for any amount of memory before the first byte comes out.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_model(data: bytes) -> BrickModel | Refusal:
    """The model in the bytes of a file, whichever kind it is."""
    if not data.startswith(_ZIP):
        return read_ldraw(data)
    text = _unpacked(data)
    return text if isinstance(text, Refusal) else read_ldraw(text)


def _unpacked(data: bytes) -> bytes | Refusal:
    if len(data) > LARGEST_STUDIO_FILE:
        return invalid("too_large", f"The file has more than {LARGEST_STUDIO_FILE // 1_000_000} MB. {_EXPORT}")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _model_text(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError):
        return invalid("damaged", f"The Studio file is damaged or cut off. {_EXPORT}")


def _model_text(archive: zipfile.ZipFile) -> bytes | Refusal:
    found = [entry for entry in archive.infolist() if entry.filename.lower() == _INSIDE]
    if not found:
        return invalid("no_model", f"There is no {_INSIDE} in this file, so it is no Studio model. {_EXPORT}")
    if found[0].flag_bits & _ENCRYPTED:
        return invalid("encrypted", f"This Studio file is locked with a password, as older ones are. {_EXPORT}")
    if found[0].compress_type not in _METHODS:
        return invalid("damaged", f"The Studio file is packed in an unusual way. {_EXPORT}")
    with archive.open(found[0]) as file:
        # what it says about its size is not believed: one byte more than allowed is enough to know
        return file.read(LARGEST_FILE + 1)
