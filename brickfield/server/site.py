"""The pages: the built client, the same page for every address of ours, and a plain word when it is not built yet."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

SITE = Path(__file__).parent / "site"
# Addresses of pages; everything else is a file or nothing.
_PLAIN = "new|join|workshop|shipyard|brick-die|settings|credits"
PAGES = re.compile(rf"^/({_PLAIN}|rules(/[A-Za-z0-9_.-]+)?|(table|watch|replay)/[A-Za-z0-9_-]+)?$")
# Files with a hash in their name never change.
_HASHED = re.compile(r"-[A-Za-z0-9_-]{8}\.[a-z0-9]+$")
_KINDS = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}
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
        return _page(site, 200)
    file = _file(site, path)
    if file is None:
        # a lost person gets the page that says so and leads on; a program that asks for a file gets a plain word
        is_page = "text/html" in request.headers.get("accept", "") and not path.startswith("/api/")
        return _page(site, 404) if is_page else PlainTextResponse("There is nothing here.\n", 404)
    cache = "public, max-age=31536000, immutable" if _HASHED.search(file.name) else "no-cache"
    return FileResponse(file, media_type=_KINDS.get(file.suffix), headers={"Cache-Control": cache})


def _page(site: Path, status: int) -> Response:
    index = site / "index.html"
    if not index.is_file():
        return HTMLResponse(_MISSING, 503, headers={"Cache-Control": "no-store"})
    return FileResponse(index, status, headers={"Cache-Control": "no-cache"})


def _file(site: Path, path: str) -> Path | None:
    """The file behind an address; never one outside the site."""
    try:
        file = (site / path.lstrip("/")).resolve()
        inside = file.is_relative_to(site.resolve()) and file.is_file()
    except (OSError, ValueError):
        return None
    return file if inside else None
