"""A line chart as a small SVG file, the same bytes for the same numbers."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

_WIDTH, _HEIGHT = 640, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 20, 50, 60


def line_chart(values: Sequence[float], title: str, x_label: str, y_label: str) -> str:
    """A chart of values over 0, 1, 2, ... with axes from zero."""
    highest = _round_up(max(values))
    last = max(len(values) - 1, 1)

    def x(index: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * index / last

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * value / highest

    points = " ".join(f"{x(k):.2f},{y(value):.2f}" for k, value in enumerate(values))
    dots = "".join(
        f'<circle cx="{x(k):.2f}" cy="{y(value):.2f}" r="3">'
        f"<title>{k}: {value:.6g}</title></circle>\n"
        for k, value in enumerate(values)
    )
    ticks = "".join(
        f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(t):.2f}" y2="{y(t):.2f}"/>\n'
        f'<text x="{_LEFT - 8}" y="{y(t) + 4:.2f}" text-anchor="end">{t:g}</text>\n'
        for t in (highest * k / 4 for k in range(5))
    )
    stride = max(1, last // 10)
    ticks += "".join(
        f'<text x="{x(k):.2f}" y="{_HEIGHT - _BOTTOM + 20}" text-anchor="middle">{k}</text>\n'
        for k in range(0, last + 1, stride)
    )
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    centre = (_TOP + _HEIGHT - _BOTTOM) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="13">\n'
        "<style>line{stroke:#ddd} polyline{fill:none;stroke:#1f6fb2;stroke-width:2} "
        "circle{fill:#1f6fb2}</style>\n"
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>\n'
        f'<text x="{middle}" y="28" text-anchor="middle" font-size="16">{escape(title)}</text>\n'
        f'{ticks}<polyline points="{points}"/>\n{dots}'
        f'<text x="{middle}" y="{_HEIGHT - 15}" text-anchor="middle">{escape(x_label)}</text>\n'
        f'<text transform="translate(20 {centre}) rotate(-90)" text-anchor="middle">'
        f"{escape(y_label)}</text>\n</svg>\n"
    )


def _round_up(value: float) -> float:
    """The next of 1, 2, 4, 5 or 10 times a power of ten, at least as large as the value."""
    power = 1.0
    while power * 10 <= value:
        power *= 10
    while power > value > 0:
        power /= 10
    return next(power * factor for factor in (1, 2, 4, 5, 10) if power * factor >= value)
