"""Counters of the server as Prometheus text. Labels are closed lists: no id, no name, no secret is ever one."""

from __future__ import annotations

from collections import defaultdict

_BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    """Counts, levels and times."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = defaultdict(int)
        self._levels: dict[str, float] = {}
        self._times: dict[str, list[float]] = {}

    def count(self, name: str, label: str = "") -> None:
        """One more of these."""
        self._counts[name, label] += 1

    def level(self, name: str, value: float) -> None:
        """So many now."""
        self._levels[name] = value

    def observe(self, name: str, seconds: float) -> None:
        """It took so long: one more in every bucket it fits in, then the sum and the number."""
        row = self._times.setdefault(name, [0.0] * (len(_BOUNDS) + 2))
        for place, bound in enumerate(_BOUNDS):
            row[place] += seconds <= bound
        row[-2] += seconds
        row[-1] += 1

    def text(self) -> str:
        """All of it."""
        lines = []
        for (name, label), value in sorted(self._counts.items()):
            shown = f'{{result="{label}"}}' if label else ""
            lines.append(f"brickfield_{name}_total{shown} {value}")
        lines.extend(f"brickfield_{name} {value:g}" for name, value in sorted(self._levels.items()))
        for name, row in sorted(self._times.items()):
            lines.extend(
                f'brickfield_{name}_bucket{{le="{bound:g}"}} {row[place]:g}' for place, bound in enumerate(_BOUNDS)
            )
            lines.append(f'brickfield_{name}_bucket{{le="+Inf"}} {row[-1]:g}')
            lines.extend([f"brickfield_{name}_sum {row[-2]:.6f}", f"brickfield_{name}_count {row[-1]:g}"])
        return "\n".join(lines) + "\n"


METRICS = Metrics()
