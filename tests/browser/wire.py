"""The line between a window and the server, held by the test: it listens, goes silent, or is cut and mended."""

from __future__ import annotations

import json
import re
from typing import Any, Literal

import pytest
from playwright.sync_api import WebSocketRoute

from tests.browser.window import Window


class Wire:
    """All sockets of a window. `open` passes everything, `mute` swallows what comes down, `cut` lets nothing pass."""

    def __init__(self, window: Window) -> None:
        if not window.has_line:
            pytest.skip("there is no line that could be cut")
        self.mode: Literal["open", "mute", "cut"] = "open"
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self._ends: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        window.page.route_web_socket(re.compile(r"/ws(\?|$)"), self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        if self.mode == "cut":
            page.close(code=1001, reason="cut")
            return
        server = page.connect_to_server()
        self._ends.append((page, server))
        page.on_message(lambda message: self._up(server, message))
        server.on_message(lambda message: self._down(page, message))

    def _up(self, server: WebSocketRoute, message: str | bytes) -> None:
        self.sent.append(json.loads(message))
        if self.mode != "cut":
            server.send(message)

    def _down(self, page: WebSocketRoute, message: str | bytes) -> None:
        if self.mode == "open":
            self.heard.append(json.loads(message))
            page.send(message)

    def cut(self) -> None:
        """The network is gone: sockets close and new ones do not come about."""
        self.mode = "cut"
        for page, server in self._ends:
            server.close()
            page.close(code=1001, reason="cut")
        self._ends.clear()

    def mend(self) -> None:
        """The network is back."""
        self.mode = "open"

    def commands(self) -> list[dict[str, Any]]:
        """The answers this window sent, each time it sent them."""
        return [message for message in self.sent if message["type"] == "command"]
