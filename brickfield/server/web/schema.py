"""The wire as JSON Schema and OpenAPI, made from the types and the route table."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_origin

import msgspec

from brickfield import __version__
from brickfield.core.asking import previews
from brickfield.core.asking.sight_lines import SightLines
from brickfield.core.decisions import Suggestion
from brickfield.core.refusal import Refusal
from brickfield.core.shown import showing
from brickfield.server.web import protocol as wire
from brickfield.server.web.http import ROUTES, Route
from brickfield.speech.hinting import HintFace

_UP = "AnyUp"
_DOWN = "AnyDown"
# What an Ask can be told; the wire leaves the type of a result open.
_TOLD = (
    previews.PathFace,
    previews.PlaceFace,
    previews.PlanFace,
    showing.AimFace,
    SightLines,
    Suggestion,
    HintFace,
    wire.Spoken,
    wire.StoryPage,
    Refusal,
)


def _types() -> list[Any]:
    found: dict[Any, None] = {}
    for kind in (*wire.AnyUp.__args__, *wire.AnyDown.__args__, *_TOLD):  # type: ignore[attr-defined]
        found[kind] = None
    for route in ROUTES:
        for kind in (route.body, route.result):
            inner = getattr(kind, "__args__", (kind,))[0]
            if inner not in (None, dict):
                found[inner] = None
    return list(found)


@cache
def schema_document() -> dict[str, Any]:
    """Every type of the wire; `AnyUp` and `AnyDown` are the messages of the socket."""
    _, parts = msgspec.json.schema_components(_types(), ref_template="#/$defs/{name}")
    parts[_UP] = _union(wire.AnyUp)
    parts[_DOWN] = _union(wire.AnyDown)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Brickfield wire, protocol {wire.PROTOCOL}",
        "$defs": dict(sorted(parts.items())),
    }


def _union(kinds: Any) -> dict[str, Any]:
    return {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds.__args__]}


@cache
def openapi_document() -> dict[str, Any]:
    """The HTTP side."""
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Brickfield", "version": __version__},
        "paths": paths,
        "components": {"schemas": _renamed(schema_document()["$defs"])},
    }


def _operation(route: Route) -> dict[str, Any]:
    told = {"description": "done"} | ({"content": _json(route.result)} if route.result is not None else {})
    operation: dict[str, Any] = {
        "operationId": route.answer.__name__,
        "summary": (route.answer.__doc__ or "").strip(),
        "responses": {"200": told, "4XX": {"description": "refused", "content": _json(Refusal)}},
    }
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": _json(route.body)}
    if "{match}" in route.path:
        operation["parameters"] = [{"name": "match", "in": "path", "required": True, "schema": {"type": "string"}}]
    return operation


def _json(kind: Any) -> dict[str, Any]:
    return {"application/json": {"schema": _shape(kind)}}


def _shape(kind: Any) -> dict[str, Any]:
    if kind is dict:
        return {"type": "object"}
    if kind is str:
        return {"type": "string"}
    if get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": _shape(get_args(kind)[1])}
    if get_args(kind):
        return {"type": "array", "items": _shape(get_args(kind)[0])}
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def _renamed(value: Any) -> Any:
    """References as OpenAPI writes them."""
    if isinstance(value, dict):
        return {name: _renamed(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each) for each in value]
    return value.replace("#/$defs/", "#/components/schemas/") if isinstance(value, str) else value


def schema_text() -> str:
    """The schema as the documents keep it."""
    return msgspec.json.format(msgspec.json.encode(schema_document(), order="sorted"), indent=1).decode() + "\n"
