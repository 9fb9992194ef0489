"""The pages: the built client, the same page for every address of ours, and a plain word when it is not built yet.

Compressed copies lie beside the files since they were built; nothing is compressed here. A browser that has a file
already is told so by its tag.
"""

from __future__ import annotations

import re
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

from brickfield.server.web.headers import POCKET_POLICY

SITE = Path(__file__).parent.parent / "site"
# The edition that needs no server, as a folder beside the pages or as `make pocket` leaves it in a checkout.
POCKETS = (Path(__file__).parent.parent / "pocket_site", Path(__file__).parents[3] / "dist" / "pocket")
# Addresses of pages; everything else is a file or nothing.
_PLAIN = "new|join|companion|workshop|shipyard|barracks|editor|brick-die|aids|settings|credits"
PAGES = re.compile(
    rf"^/({_PLAIN}|(rules|armies)(/[A-Za-z0-9_.-]+)?|bricks(/[a-z0-9_]+)?(/[a-z0-9_]+)?|(table|watch|replay)/[A-Za-z0-9_-]+)?$"
)
# Files with a hash in their name never change.
_HASHED = re.compile(r"-[A-Za-z0-9_-]{8}\.[a-z0-9]+$")
_KINDS = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}
_TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
# Encodings and the endings of the copies, the best first.
_FORMS = {"br": ".br", "gzip": ".gz"}
_MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Brickfield</title>
<h1>The pages are not built yet</h1>
<p>The server runs, but its pages have not been built. Run <code>make play</code>, or in the folder
<code>client</code>: <code>npm ci</code> and <code>npm run build</code>. Then load this page again.</p>
</html>
"""


def serve_site(request: Request, site: Path = SITE) -> Response:
    """A page or a file of the site."""
    path = request.url.path
    if PAGES.match(path):
        return _page(request, site, 200)
    file = _file(site, path)
    if file is None:
        # a lost person gets the page that says so and leads on; a program that asks for a file gets a plain word
        is_page = "text/html" in request.headers.get("accept", "") and not path.startswith("/api/")
        return _page(request, site, 404) if is_page else PlainTextResponse("There is nothing here.\n", 404)
    cache = "public, max-age=31536000, immutable" if _HASHED.search(file.name) else "no-cache"
    return _sent(request, file, 200, cache)


def pocket_folder() -> Path | None:
    """The folder of the edition that needs no server; None where it was not built."""
    return next((folder for folder in POCKETS if (folder / "sw.js").is_file()), None)


def serve_pocket(request: Request, folder: Path | None) -> Response:
    """A file of the edition that needs no server; it compiles its referee, which the pages of a server may not."""
    path = request.path_params["path"] or "index.html"
    file = _file(folder, path) if folder is not None else None
    if file is None:
        return PlainTextResponse("There is nothing here.\n", 404)
    response = _sent(request, file, 200, "no-cache")
    response.headers["Content-Security-Policy"] = POCKET_POLICY
    return response


def _page(request: Request, site: Path, status: int) -> Response:
    index = site / "index.html"
    if not index.is_file():
        return HTMLResponse(_MISSING, 503, headers={"Cache-Control": "no-store"})
    return _sent(request, index, status, "no-cache")


def _sent(request: Request, file: Path, status: int, cache: str) -> Response:
    """A file in the smallest form the browser takes, or only the word that it has it already."""
    encoding, form = _form(file, request.headers.get("accept-encoding", ""))
    found = form.stat()
    headers = {"Cache-Control": cache, "ETag": f'"{found.st_mtime_ns:x}-{found.st_size:x}{encoding[:1]}"'}
    kind = _KINDS.get(file.suffix) or guess_type(file.name)[0] or "application/octet-stream"
    if kind.startswith(_TEXTS):
        headers["Vary"] = "Accept-Encoding"
    if encoding:
        headers["Content-Encoding"] = encoding
    if status == 200 and _has(request.headers.get("if-none-match", ""), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return FileResponse(form, status, headers=headers, media_type=kind, stat_result=found)


def _form(file: Path, accepted: str) -> tuple[str, Path]:
    """The best encoding a browser accepts that was made when the site was built; none: the file as it is."""
    words = [word.replace(" ", "").lower().partition(";q=") for word in accepted.split(",")]
    wanted = {name for name, _, weight in words if not re.fullmatch(r"0(\.0*)?", weight)}
    for encoding, ending in _FORMS.items():
        form = file.with_name(file.name + ending)
        if encoding in wanted and form.is_file() and (_HASHED.search(file.name) or _fresh(form, file)):
            return encoding, form
    return "", file


def _fresh(form: Path, file: Path) -> bool:
    """Whether a file has not been changed since its copy was made."""
    return form.stat().st_mtime_ns >= file.stat().st_mtime_ns


def _has(tags: str, tag: str) -> bool:
    return tags.strip() == "*" or tag in [each.strip().removeprefix("W/") for each in tags.split(",")]


def _file(site: Path, path: str) -> Path | None:
    """The file behind an address; never one outside the site."""
    try:
        file = (site / path.lstrip("/")).resolve()
        inside = file.is_relative_to(site.resolve()) and file.is_file() and file.suffix not in _FORMS.values()
    except (OSError, ValueError):
        return None
    return file if inside else None
