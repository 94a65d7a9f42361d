"""Draws the figure of a run from its results.csv with matplotlib, to be changed at will.

    pip install matplotlib
    python docs/figures.py results/wilson-fig3-b2/results.csv figure.pdf [x]

x is `depth` (default), `nodes`, or a swept parameter such as `mix`. What is not on the axis tells curves apart.
"""

import csv
import sys

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8b5019", "#4c26d6", "#000000", "#f0335b"]
MARKERS = ["o", "s", "^", "D", "v", "x", "P", "*"]
DASHES = ["-", "--", ":", "-.", (0, (4, 2)), (0, (1, 2)), (0, (12, 3)), (0, (5, 2, 1, 2, 1, 2))]


def read(path):
    """The rows, each with the swept parameters as columns of its own."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if not rows:
        sys.exit(f"{path} has no rows")
    for row in rows:
        row["swept"] = dict(field.split("=", 1) for field in row["point"].split())
    return rows


def curves(rows, along="depth"):
    """Points (x, value, low, high) by label, from left to right."""
    known = [name for name in ("depth", "nodes") if any(row[name] for row in rows)] + list(rows[0]["swept"])
    if along not in known:
        sys.exit(f"there is no axis {along!r}; there are: {', '.join(known) or 'none'}")
    several = len({row["depth"] for row in rows}) > 1
    found = {}
    for row in rows:
        x = row[along] if along in ("depth", "nodes") else row["swept"][along]
        if not x:
            continue
        parts = [row["series"]]
        parts += [f"{key} {value}" for key, value in row["swept"].items() if key != along]
        # Along nodes a curve goes from depth to depth; along anything else every depth is a curve of its own.
        if several and along not in ("depth", "nodes"):
            parts.append(f"depth {row['depth']}")
        low, high = row["low"] or row["value"], row["high"] or row["value"]
        found.setdefault(", ".join(parts), []).append((x, float(row["value"]), float(low), float(high)))
    for label, points in found.items():
        if len({x for x, *_ in points}) < len(points):
            sys.exit(f"{label} has several values at one {along}, and results.csv does not say what tells them apart")
    try:
        found = {label: [(float(x), *rest) for x, *rest in points] for label, points in found.items()}
    except ValueError:
        return found  # words stand in the file's order
    for points in found.values():
        points.sort()
    return found


def draw(rows, found, out, along):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    many = len(found) > 8
    figure, axes = plt.subplots(figsize=(7.0 if many else 4.6, 3.2), layout="constrained")
    for i, (label, points) in enumerate(found.items()):
        # No two of 64 curves share colour and marker.
        colour, marker, dash = COLOURS[i % 8], MARKERS[(i + i // 8) % 8], DASHES[(i + i // 64) % 8]
        xs, ys, lows, highs = zip(*points)
        errors = [[y - low for y, low in zip(ys, lows)], [high - y for y, high in zip(ys, highs)]]
        axes.errorbar(
            xs, ys, yerr=errors, color=colour, linestyle=dash, marker=marker, markersize=4, capsize=2, label=label
        )
    axes.set_xlabel({"depth": "search depth", "nodes": "nodes per search"}.get(along, along))
    axes.set_ylabel(rows[0]["metric"].replace("-", " "))
    if along == "nodes":
        axes.set_xscale("log")
    if rows[0]["metric"] in ("leaves", "nodes"):
        axes.set_yscale("log")
    if many:
        axes.legend(fontsize="x-small", frameon=False, loc="center left", bbox_to_anchor=(1, 0.5), ncols=1 + len(found) // 20)
    else:
        axes.legend(fontsize="small", frameon=False)
    trials = f"{rows[0]['trials']} trials per point, seed {rows[0]['seed']}, 95% intervals" if rows[0]["trials"] else "exact"
    axes.set_title(f"{rows[0]['experiment']}: {trials}", fontsize="small", loc="left")
    figure.savefig(out)


def main(path, out, along="depth"):
    rows = read(path)
    draw(rows, curves(rows, along), out, along)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
