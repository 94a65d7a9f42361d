//! SVG to PNG, with a font that we bring along: the same picture on every machine.

use crate::error::{Error, Result};
use resvg::{tiny_skia, usvg};

/// The picture, so many times as large as the SVG says.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>> {
    let wrong = |why: String| Error::Usage(format!("the figure could not be made a picture: {why}"));
    let mut options = usvg::Options { font_family: "DejaVu Sans".into(), ..usvg::Options::default() };
    let fonts = options.fontdb_mut();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| wrong(error.to_string()))?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or_else(|| wrong("it has no size".into()))?;
    let pixels = tiny_skia::Pixmap::new(size.width(), size.height());
    let mut pixels = pixels.ok_or_else(|| wrong("it is too large".into()))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| wrong(error.to_string()))
}
