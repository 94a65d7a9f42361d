"""The tutorial, a notebook, is run as it is written, and shows what it says."""

from conftest import ROOT, needs


def test_the_notebook(tmp_path):
    nbclient, nbformat = needs("nbclient", "nbclient"), needs("nbformat", "nbclient")
    needs("ipykernel", "ipykernel"), needs("pandas", "pandas")
    notebook = nbformat.read(ROOT / "docs" / "tutorial-python.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "it is kept without what it printed"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [set(output.get("data", {})) for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    # The tree, the paper's figure and that of Nim are drawn; a measurement and frames are pages.
    assert sum("image/svg+xml" in kinds for kinds in shown) == 3
    assert sum("text/html" in kinds for kinds in shown) == 3
