//! Figures as a user makes them: drawn anew after a run, in three formats, with nothing cut off or overlapping.

use crate::support::{Ran, python, run, run_with_input, skipped};
use resvg::usvg;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-figures-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// The documents' experiment: thirty curves.
fn example() -> String {
    read(repository().join("docs/depth-and-error.toml"))
}

/// Runs the example with few trials; where its run is.
fn example_run(here: &Path) -> PathBuf {
    let (file, out) = (here.join("mine.toml"), here.display().to_string());
    std::fs::write(&file, example()).expect("a file");
    let Ran { status, stderr, .. } =
        run(&["run", &file.display().to_string(), "--trials", "64", "--quiet", "--out", &out]);
    assert_eq!(status, 0, "{stderr}");
    here.join("mine")
}

/// Draws the run with this `[figure]` instead of its own.
fn drawn(here: &Path, figure: &str, out: &str) -> Ran {
    let file = here.join("changed.toml");
    std::fs::write(&file, format!("{}\n{figure}", example())).expect("a file");
    let [dir, file, out] = [here.join("mine"), file, here.join(out)].map(|path| path.display().to_string());
    run(&["figure", &dir, "--file", &file, "--out", &out])
}

/// Every text of a drawing with the box that it really takes, by our font.
fn texts(svg: &str) -> (usvg::Size, Vec<(String, usvg::Rect)>) {
    let mut options = usvg::Options { font_family: "DejaVu Sans".into(), ..usvg::Options::default() };
    options.fontdb_mut().load_font_data(dejavu::sans::regular().to_vec());
    options.fontdb_mut().load_font_data(dejavu::sans::bold().to_vec());
    let tree = usvg::Tree::from_str(svg, &options).expect("it can be read");
    fn walk(group: &usvg::Group, found: &mut Vec<(String, usvg::Rect)>) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => walk(group, found),
                usvg::Node::Text(text) => {
                    let said = text.chunks().iter().map(|chunk| chunk.text()).collect::<String>();
                    found.push((said, text.abs_bounding_box()));
                }
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    walk(tree.root(), &mut found);
    (tree.size(), found)
}

/// No text leaves the drawing, no two texts lie on each other. (Boxes are as high as the font; glyphs seldom are.)
fn check_texts(name: &str, svg: &str) {
    let (size, found) = texts(svg);
    assert!(found.len() > 3, "{name}: {} texts", found.len());
    for (i, (text, a)) in found.iter().enumerate() {
        let inside =
            a.left() >= 0.0 && a.top() >= 0.0 && a.right() <= size.width() && a.bottom() <= size.height();
        assert!(inside, "{name}: {text:?} leaves the drawing: {a:?} in {size:?}");
        for (other, b) in &found[..i] {
            let wide = a.right().min(b.right()) - a.left().max(b.left());
            let high = a.bottom().min(b.bottom()) - a.top().max(b.top());
            assert!(wide < 0.5 || high < 3.5, "{name}: {text:?} lies on {other:?}");
        }
    }
}

/// Every figure of the repository, which another test keeps current.
#[test]
fn no_text_is_cut_or_hidden() {
    let mut checked = 0;
    for entry in std::fs::read_dir(repository().join("docs/figures")).expect("docs/figures is there") {
        let path = entry.expect("readable").path();
        let svg = read(&path);
        if path.extension() == Some("svg".as_ref()) {
            check_texts(&path.display().to_string(), &svg);
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn a_finished_run_is_drawn_anew() {
    let here = folder("anew");
    let dir = example_run(&here);
    let svg = read(dir.join("figure.svg"));
    check_texts("thirty curves", &svg);
    let said = |svg: &str| texts(svg).1.into_iter().map(|(text, _)| text).collect::<Vec<_>>();
    assert_eq!(said(&svg).iter().filter(|text| text.starts_with("error 0.")).count(), 10, "a panel each");
    for rule in ["minimax", "product", "emm"] {
        assert_eq!(said(&svg).iter().filter(|text| *text == rule).count(), 1, "one entry of the legend");
        assert_eq!(svg.matches(&format!("<title>{rule}</title>")).count(), 10, "a curve in every panel");
    }
    // The documents' figures, from the very blocks.
    let page = read(repository().join("docs/figures.md"));
    let blocks: Vec<&str> =
        page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().expect("it ends")).collect();
    assert_eq!(blocks.len(), 2);
    let before = contents(&dir);
    for (block, expected) in blocks.iter().zip([
        vec!["e = 0.05", "e = 0.35", "Minimax", "EMM", "search depth (plies)", "0.4", "1.0"],
        vec!["depth 1", "depth 6", "Product rule", "error of the evaluator", "0.02"],
    ]) {
        let Ran { status, stderr, .. } = drawn(&here, block, "changed.svg");
        assert_eq!(status, 0, "{stderr}");
        let svg = read(here.join("changed.svg"));
        check_texts(block, &svg);
        for text in expected {
            assert!(said(&svg).contains(&text.to_string()), "{text:?} is not in {:?}", said(&svg));
        }
        assert!(svg.contains("<desc>") && svg.contains("<title>"));
    }
    assert!(!said(&read(here.join("changed.svg"))).contains(&"minimax".to_string()), "it has another name");
    assert_eq!(contents(&dir), before, "nothing was run, nothing in the folder was touched");
    // Legends and layouts of all kinds.
    for figure in [
        "panels = \"none\"",
        "panels = \"error\"\nlegend = \"right\"\ncolumns = 1",
        "panels = [\"error\", \"series\"]\ncolumns = 6\nlegend = \"none\"",
        "panels = \"series\"\nat = { error = 0.1 }\nlegend = \"below\"",
        "at = { error = [0.1, 0.3] }\nlegend = \"bottom-left\"\ny-range = [0, 1]",
        "x = \"nodes\"\nat = { error = 0.1 }\nlegend = \"top-right\"\ny-range = [0.5, 1.2]",
        "x = \"error\"\ndepths = [1, 6]\nrelative-to = \"minimax\"\nx-scale = \"log\"\ny-scale = \"log\"",
    ] {
        let Ran { status, stderr, .. } = drawn(&here, &format!("[figure]\n{figure}\n"), "changed.svg");
        assert_eq!(status, 0, "{figure}: {stderr}");
        check_texts(figure, &read(here.join("changed.svg")));
    }
    // Another experiment is refused, and a mistake has its place.
    let game = here.join("game.toml");
    std::fs::write(&game, example().replace("depth=7", "depth=8")).expect("a file");
    let [dir, game, out] = [dir, game, here.join("no.svg")].map(|path| path.display().to_string());
    let ran = run(&["figure", &dir, "--file", &game, "--out", &out]);
    assert!(ran.status == 2 && ran.stderr.contains("it holds another run"), "{}", ran.stderr);
    let ran = drawn(&here, "[figure]\nlegend = \"nowhere\"\n", "no.svg");
    assert!(ran.status == 2 && ran.stderr.contains("changed.toml, line 21, column 10"), "{}", ran.stderr);
    for name in ["figure.gif", "figure"] {
        let ran = run(&["figure", &dir, "--out", name]);
        assert!(ran.status == 2 && ran.stderr.contains(".svg, .png or .pdf"), "{}", ran.stderr);
    }
    std::fs::remove_dir_all(here).expect("removed");
}

/// The bytes of every file of a folder.
fn contents(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            found.insert(path.clone(), std::fs::read(&path).expect("readable"));
        }
    }
    found
}

/// A PDF has one page as large as the drawing, and its fonts in it.
#[test]
fn a_pdf_has_its_fonts_and_its_size() {
    let here = folder("pdf");
    let dir = example_run(&here);
    let pdf = std::fs::read(dir.join("figure.pdf")).expect("a PDF");
    assert!(pdf.starts_with(b"%PDF-1."));
    let text = String::from_utf8_lossy(&pdf).into_owned();
    assert_eq!(text.matches("/FontFile2").count(), 2, "the plain and the bold font are embedded");
    assert!(text.contains("DejaVuSans") && text.contains("DejaVuSans-Bold") && text.contains("/ToUnicode"));
    assert_eq!(text.matches("/Type /Page\n").count(), 1, "one page");
    // A unit of SVG is 1/96 inch, one of PDF 1/72.
    let (size, _) = texts(&read(dir.join("figure.svg")));
    let page = text.split("/MediaBox [").nth(1).and_then(|rest| rest.split(']').next()).expect("a page");
    let page: Vec<f32> = page.split_whitespace().map(|number| number.parse().expect("a number")).collect();
    assert_eq!(page, [0.0, 0.0, size.width() * 0.75, size.height() * 0.75]);
    std::fs::remove_dir_all(here).expect("removed");
}

/// The same run gives the same PDF, in every process; its objects are where its table says.
#[test]
fn a_pdf_repeats() {
    let here = folder("pdf-repeats");
    let dir = example_run(&here);
    let first = std::fs::read(dir.join("figure.pdf")).expect("a PDF");
    for again in 0..6 {
        let path = here.join(format!("{again}.pdf"));
        let arguments = ["figure", &dir.display().to_string(), "--out", &path.display().to_string()];
        let ran = run(&arguments);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        assert!(std::fs::read(&path).expect("a PDF") == first, "{again}: other bytes");
    }
    let table = first.windows(6).rposition(|bytes| bytes == b"\nxref\n").expect("a table") + 1;
    let text = std::str::from_utf8(&first[table..]).expect("ASCII");
    let entries: Vec<&str> = text.lines().skip(2).take_while(|line| !line.starts_with("trailer")).collect();
    assert!(entries.len() > 10 && text.contains(&format!("startxref\n{table}\n")), "{text}");
    for (number, entry) in entries.iter().enumerate().skip(1) {
        let place: usize = entry[..10].parse().expect("a place");
        assert!(
            first[place..].starts_with(format!("{number} 0 obj\n").as_bytes()),
            "object {number}: {entry}"
        );
    }
    std::fs::remove_dir_all(here).expect("removed");
}

/// Ends of an axis between which nothing can be read are refused with their place, before anything runs.
#[test]
fn an_axis_has_ends_that_can_be_told_apart() {
    let question = include_str!("../../../../docs/own-question.toml");
    for ends in ["[0, 5e-324]", "[0, 1e-310]", "[1, 1.0000000000000002]", "[0, 1e300]", "[-1e308, 1e308]"] {
        let file = format!("{question}\n[figure]\ny-range = {ends}\n");
        let ran = run_with_input(&["run", "-", "--trials", "10", "--quiet"], file.as_bytes());
        assert_eq!(ran.status, 2, "{ends}: {}", ran.stderr);
        assert!(ran.stderr.contains("`y-range` is [low, high], low below high"), "{ends}: {}", ran.stderr);
    }
}

/// What no picture can hold is refused where it stands, not after the run.
#[test]
fn no_title_has_what_no_figure_can_hold() {
    let question = include_str!("../../../../docs/own-question.toml");
    for title in ["a\u{fffe}b", "a\\uFFFEb", "\u{ffff}", "\\U0000ffff"] {
        let file = question.replace("Does looking", title);
        let ran = run_with_input(&["run", "-", "--trials", "10", "--quiet"], file.as_bytes());
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{title}: {}", ran.stderr);
        assert!(ran.stderr.contains("line 1, column") && ran.stderr.contains("U+FFFE"), "{}", ran.stderr);
    }
}

/// docs/figures.py: a curve for every depth where x is something else, from left to right; an axis that is not there is
/// told without a traceback.
#[test]
fn the_script_for_matplotlib() {
    let Some(plain) = python("import csv") else {
        return skipped("docs/figures.py was not run: no Python was found", "apt install python3");
    };
    let here = folder("python");
    let csv = example_run(&here).join("results.csv");
    let script = repository().join("docs/figures.py");
    let python_run = |python: &str, arguments: &[&Path]| -> Output {
        Command::new(python).arg("-B").args(arguments).output().expect("Python starts")
    };
    let said =
        |ran: &Output| String::from_utf8_lossy(&[&ran.stdout[..], &ran.stderr[..]].concat()).into_owned();
    let probe = here.join("probe.py");
    std::fs::write(
        &probe,
        "import sys\nsys.path.insert(0, sys.argv[1])\nimport figures\n\
         for along in sys.argv[3:]:\n    found = figures.curves(figures.read(sys.argv[2]), along)\n    \
         good = all([x for x, *_ in c] == sorted({x for x, *_ in c}) for c in found.values())\n    \
         print(along, len(found), {len(c) for c in found.values()}, good)\n",
    )
    .expect("a file");
    let docs = repository().join("docs");
    let axes = ["error", "depth", "nodes"].map(Path::new);
    let ran = python_run(plain, &[&[probe.as_path(), &docs, &csv][..], &axes].concat());
    // 3 series, 10 errors, 6 depths.
    assert_eq!(said(&ran), "error 18 {10} True\ndepth 30 {6} True\nnodes 30 {6} True\n");
    let figure = here.join("figure.png");
    let ran = python_run(plain, &[&script, &csv, &figure, Path::new("eror")]);
    assert_eq!(said(&ran), "there is no axis 'eror'; there are: depth, nodes, error\n");
    assert!(!ran.status.success() && !figure.exists());
    match python("import matplotlib") {
        None => {
            skipped("docs/figures.py did not draw: no matplotlib was found", "apt install python3-matplotlib")
        }
        Some(python) => {
            for axis in axes {
                let ran = python_run(python, &[&script, &csv, &figure, axis]);
                assert!(ran.status.success(), "{}", said(&ran));
                assert!(std::fs::read(&figure).expect("a picture").starts_with(b"\x89PNG"));
            }
        }
    }
    std::fs::remove_dir_all(here).expect("removed");
}
