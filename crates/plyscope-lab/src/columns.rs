//! Columns of text, and times for people to read.

/// Rows of cells, columns as wide as they need to be and separated by two spaces.
///
/// ```
/// let rows = [vec!["a".to_string(), "1".to_string()], vec!["bcd".to_string(), "2".to_string()]];
/// assert_eq!(plyscope_lab::columns::columns(&rows), "a    1\nbcd  2\n");
/// ```
pub fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| Some(row.get(column)?.chars().count())).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// A time, rounded up.
///
/// ```
/// assert_eq!(plyscope_lab::columns::duration(7200.0), "2 h");
/// ```
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{:.0} s", s.ceil()),
        s if s < 6000.0 => format!("{:.0} min", (s / 60.0).ceil()),
        s if s < 100.0 * 3600.0 => format!("{:.0} h", (s / 3600.0).ceil()),
        s => format!("{:.0} days", (s / 86400.0).ceil()),
    }
}
