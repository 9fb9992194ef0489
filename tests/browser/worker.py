"""A worker process for the browser tests: it throws the dice its server throws, and knows the raid of the tests."""

from __future__ import annotations

from unittest import mock

from brickfield.games import find_game
from brickfield.server.bots import worker
from tests.browser.dice import same_dice
from tests.core.raid.contents import find_raid


def main() -> None:
    """Work."""
    same_dice()
    mock.patch.object(worker, "find_game", lambda name: find_game(name) or find_raid(name)).start()
    worker.main()


if __name__ == "__main__":
    main()
