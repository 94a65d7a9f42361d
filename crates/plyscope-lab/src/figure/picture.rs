//! SVG to pictures (PNG) and pages (PDF), with a font that we bring along: they look the same on every machine.

use crate::error::{Error, Result};
use std::path::Path;

/// The form of a figure's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics: pixels, three for each unit of the SVG.
    Png,
    /// Portable Document Format: one page, with fonts embedded.
    Pdf,
}

impl FileFormat {
    /// What a file is, by the end of its name.
    pub fn of(path: &Path) -> Result<Self> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        let format = match extension.as_deref() {
            Some("svg") => FileFormat::Svg,
            Some("png") => FileFormat::Png,
            Some("pdf") => FileFormat::Pdf,
            _ => {
                let why = "a figure's file ends with .svg, .png or .pdf";
                return Err(Error::Usage(format!("{}: {why}", path.display())));
            }
        };
        let missing = match format {
            FileFormat::Png if !cfg!(feature = "png") => "png",
            FileFormat::Pdf if !cfg!(feature = "pdf") => "pdf",
            _ => return Ok(format),
        };
        let why = format!("this build makes none; build with --features {missing}, or take .svg");
        Err(Error::Usage(format!("{}: {why}", path.display())))
    }

    /// The file's bytes.
    pub fn bytes(self, svg: &str) -> Result<Vec<u8>> {
        match self {
            FileFormat::Svg => Ok(svg.as_bytes().to_vec()),
            #[cfg(feature = "png")]
            FileFormat::Png => png(svg, 3.0),
            #[cfg(feature = "pdf")]
            FileFormat::Pdf => pdf(svg),
            #[cfg(not(all(feature = "png", feature = "pdf")))]
            _ => Err(wrong("this build does not make it")),
        }
    }
}

fn wrong(why: impl std::fmt::Display) -> Error {
    Error::Usage(format!("the figure could not be made a file: {why}"))
}

/// The SVG, read with our font.
#[cfg(any(feature = "png", feature = "pdf"))]
fn tree(svg: &str) -> Result<resvg::usvg::Tree> {
    use resvg::usvg;
    let mut options = usvg::Options { font_family: "DejaVu Sans".into(), ..usvg::Options::default() };
    let fonts = options.fontdb_mut();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    usvg::Tree::from_str(svg, &options).map_err(wrong)
}

/// The picture, `scale` times as large as the SVG says.
#[cfg(feature = "png")]
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>> {
    use resvg::tiny_skia;
    let tree = tree(svg)?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or_else(|| wrong("it has no size"))?;
    let pixels = tiny_skia::Pixmap::new(size.width(), size.height());
    let mut pixels = pixels.ok_or_else(|| wrong("it is too large"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(wrong)
}

/// The page, as large as the SVG says: a unit is 1/96 inch, as in SVG. The same bytes for the same SVG.
#[cfg(feature = "pdf")]
pub fn pdf(svg: &str) -> Result<Vec<u8>> {
    let page = svg2pdf::PageOptions { dpi: 96.0 };
    let pdf = svg2pdf::to_pdf(&tree(svg)?, svg2pdf::ConversionOptions::default(), page).map_err(wrong)?;
    super::page_order::ordered(&pdf).ok_or_else(|| wrong("its objects could not be put in order"))
}
