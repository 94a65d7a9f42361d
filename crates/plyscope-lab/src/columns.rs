//! Columns of text.

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
