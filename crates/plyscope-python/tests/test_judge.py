"""Logs are judged from Python as the command judges them."""

import json

import plyscope as ply
import pytest

ROWS = [
    {"item": f"q{i}", "effort": n, "choice": "AB"[i * n % 2], "correct": (i * n) % 3 > 0, "group:kind": "xy"[i % 2]}
    for i in range(120)
    for n in (1, 4, 16)
]


def test_frames_dicts_and_files_are_the_same(tmp_path):
    found = ply.judge(ROWS, unit="samples").to_dict()["measurement"]
    assert found["trials"] == 120 and found["game"] == "the frame"
    file = tmp_path / "log.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in ROWS))
    of_file = ply.judge(file, unit="samples").to_dict()["measurement"]
    assert of_file["players"][0]["efforts"] == found["players"][0]["efforts"]
    pandas = pytest.importorskip("pandas")
    frame = ply.judge(pandas.DataFrame(ROWS), unit="samples").to_dict()["measurement"]
    assert frame["players"] == found["players"]


def test_every_form_of_it():
    found = ply.judge(ROWS, unit="samples")
    assert found.figure().svg.startswith("<svg") and "120 items" in str(found) and "<html" in found.page()
    with pytest.raises(ply.InputError, match="is no experiment"):
        found.results


def test_what_is_wrong_is_said():
    with pytest.raises(ply.InputError, match="the frame, line 1: there is no `item`"):
        ply.judge([{"effort": 1}])
    with pytest.raises(ply.InputError, match="not `bananas`"):
        ply.judge(ROWS, unit="bananas")
