"""Frames, figures and pages."""

import xml.etree.ElementTree as xml

import pytest
from conftest import needs

import plyscope as ply


@pytest.fixture(scope="module")
def measured():
    return ply.measure("tic-tac-toe", evaluator="lines", depths=range(1, 4), trials=60)


@pytest.fixture(scope="module")
def reproduced():
    return ply.reproduce("wilson/fig3-b2", trials=512)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames(measured, reproduced, library):
    module = needs(library, library)
    frame = measured.frame(library)
    assert isinstance(frame, module.DataFrame)
    assert list(frame["depth"]) == [1, 2, 3]
    efforts = measured.to_dict()["measurement"]["players"][0]["efforts"]
    assert list(frame["accuracy.low"]) == [effort["accuracy"]["low"] for effort in efforts]
    rows = reproduced.to_dict()["experiments"][0]["results"]
    assert list(reproduced.frame(library)["value"]) == [row["value"] for row in rows]


def test_figures(measured, reproduced, tmp_path):
    for figure in [measured.figure(), reproduced.figure(), ply.tree("((3 12) (2 4))").figure()]:
        assert xml.fromstring(figure._repr_svg_()).tag.endswith("svg")
    figure = reproduced.figure("wilson/fig3-b2")
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}
    for form, start in starts.items():
        figure.save(tmp_path / f"figure.{form}")
        assert (tmp_path / f"figure.{form}").read_bytes().startswith(start)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["figure.pdf", "figure.png", "figure.svg"]
    with pytest.raises(ply.InputError, match="ends with .svg, .png or .pdf"):
        figure.save(tmp_path / "figure.gif")


def test_notebooks_are_shown_something(measured, reproduced):
    for shown in [measured, reproduced]:
        page = shown._repr_html_()
        assert "<svg" in page and "<pre>" in page and "<script" not in page
    assert "<html" in measured.page()
    assert "&lt;" in ply.Claim("id", "a < b", None, "supported", "e", "x")._repr_html_()


def test_claims(reproduced):
    claims = reproduced.to_dict()["experiments"][0]["claims"]
    assert [claim.verdict for claim in reproduced.claims] == [claim["verdict"] for claim in claims] and claims


def test_which_figure(reproduced):
    both = ply.reproduce("wilson/fig3-b2", "wilson/fig3-b3", trials=64)
    with pytest.raises(ply.InputError, match="say of which experiment"):
        both.figure()
    assert set(both.figures()) == {"wilson/fig3-b2", "wilson/fig3-b3"}
