"""Draws the figure of a run from its results.csv with matplotlib, to be changed at will.

    pip install matplotlib
    python docs/figures.py results/wilson-fig3-b2/results.csv figure.pdf [x]

x is `depth` (default), `nodes`, or a swept parameter such as `mix`.
"""

import csv
import sys
from collections import defaultdict

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

LOOKS = [
    ("#0072b2", "-", "o"),
    ("#d55e00", "--", "s"),
    ("#007a5a", ":", "^"),
    ("#a8447f", "-.", "D"),
    ("#7a5200", (0, (4, 2)), "v"),
    ("#2b6f93", (0, (1, 2)), "x"),
    ("#000000", (0, (12, 3)), "P"),
]


def main(path, out, along="depth"):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    curves = defaultdict(list)
    for row in rows:
        point = dict(field.split("=", 1) for field in row["point"].split())
        x = row[along] if along in ("depth", "nodes") else point.pop(along)
        label = ", ".join([row["series"], *(f"{key} {value}" for key, value in point.items())])
        low, high = row["low"] or row["value"], row["high"] or row["value"]
        curves[label].append((float(x), float(row["value"]), float(low), float(high)))
    figure, axes = plt.subplots(figsize=(4.6, 3.2), layout="constrained")
    for i, (label, points) in enumerate(curves.items()):
        points.sort()
        colour, dash, marker = LOOKS[i % len(LOOKS)]
        xs, ys, lows, highs = zip(*points)
        errors = [[y - low for y, low in zip(ys, lows)], [high - y for y, high in zip(ys, highs)]]
        axes.errorbar(
            xs, ys, yerr=errors, color=colour, linestyle=dash, marker=marker, markersize=4, capsize=2, label=label
        )
    axes.set_xlabel("nodes a search" if along == "nodes" else along)
    axes.set_ylabel(rows[0]["metric"].replace("-", " "))
    if along == "nodes":
        axes.set_xscale("log")
    if rows[0]["metric"] == "leaves":
        axes.set_yscale("log")
    axes.legend(fontsize="small", frameon=False)
    trials = f"{rows[0]['trials']} trials a point, seed {rows[0]['seed']}, 95% intervals" if rows[0]["trials"] else "exact"
    axes.set_title(f"{rows[0]['experiment']}: {trials}", fontsize="small", loc="left")
    figure.savefig(out)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
