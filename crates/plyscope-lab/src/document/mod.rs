//! Documents as blocks: what is said and in which order, whatever it is written in. There is a writer each for terminals, for
//! browsers and for Markdown; reports and measurements say everything once, in blocks.

mod html;
mod markdown;
mod text;

pub(crate) use html::{badge, html};
pub(crate) use markdown::markdown;
pub(crate) use text::text;

/// How words are set.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Style {
    /// As they are; names between backquotes are set as such.
    Plain,
    Strong,
    Emphasis,
    Code,
    /// On a line of their own, below what stands before them in the cell.
    Below,
    /// The same for a remark.
    Remark,
    /// Where the line ends in Markdown.
    LineEnd,
    /// For browsers only, with less weight.
    Detail,
    /// A link.
    To(String),
    /// A verdict, by its name.
    Badge,
}

/// Words in one style.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Span {
    pub(crate) style: Style,
    pub(crate) text: String,
}

/// What stands in a line or a cell.
pub(crate) type Words = Vec<Span>;

/// Words in a style.
pub(crate) fn span(style: Style, text: impl Into<String>) -> Span {
    Span { style, text: text.into() }
}

/// Words as they are.
pub(crate) fn plain(text: impl Into<String>) -> Span {
    span(Style::Plain, text)
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Block {
    /// The sentence that a document begins with.
    Title(Words),
    Section(Section),
    /// With a class for browsers.
    Paragraph(&'static str, Words),
    List(Vec<Words>),
    /// Commands.
    Code(String),
    Table(Table),
    Images(Vec<Image>),
    /// Folded away until it is wanted; a terminal leaves it out.
    Fold(Fold),
    /// Set together in browsers, by their class.
    Group(&'static str, Vec<Block>),
    /// For browsers only: pictures, and what a terminal has no room for.
    Wide(Vec<Block>),
    /// A picture as markup.
    Drawn(String),
}

/// A paragraph of plain words.
pub(crate) fn paragraph(text: impl Into<String>) -> Block {
    Block::Paragraph("", vec![plain(text)])
}

/// Blocks with a heading.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Section {
    /// 1 for a part of the document, 2 for a part of that.
    pub(crate) level: u8,
    /// What it is in a browser.
    pub(crate) class: &'static str,
    /// Its place in links; none if empty.
    pub(crate) id: String,
    pub(crate) title: Words,
    /// What a terminal shows in place of the title; where there is nothing, the blocks are not indented either.
    pub(crate) lead: String,
    pub(crate) blocks: Vec<Block>,
}

impl Section {
    /// A part of a document that no link leads to.
    pub(crate) fn titled(title: impl Into<String>, lead: impl Into<String>, blocks: Vec<Block>) -> Block {
        let title = vec![plain(title)];
        Block::Section(Section { level: 1, title, lead: lead.into(), blocks, ..Section::default() })
    }
}

/// Rows of cells below a head.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Table {
    pub(crate) class: &'static str,
    pub(crate) id: String,
    /// What it is called; one that has a name can be scrolled in a browser with the keys.
    pub(crate) label: String,
    pub(crate) head: Vec<String>,
    /// Rows that belong together.
    pub(crate) groups: Vec<Vec<Row>>,
}

/// A row; the first cell says what it is.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Row {
    pub(crate) id: String,
    /// The verdict of a claim, and whether the sentence is ours.
    pub(crate) claim: Option<(&'static str, bool)>,
    /// Is it a heading of those below it?
    pub(crate) heads: bool,
    pub(crate) cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Cell {
    pub(crate) class: &'static str,
    /// From -1 to 1: how much colour, and which.
    pub(crate) tint: f64,
    pub(crate) words: Words,
}

impl From<Words> for Cell {
    fn from(words: Words) -> Self {
        Cell { words, ..Cell::default() }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        vec![plain(text)].into()
    }
}

impl<C: Into<Cell>> FromIterator<C> for Row {
    fn from_iter<I: IntoIterator<Item = C>>(cells: I) -> Self {
        Row { cells: cells.into_iter().map(Into::into).collect(), ..Row::default() }
    }
}

impl Table {
    /// Without the columns whose cells below the head all say nothing.
    pub(crate) fn telling(mut self, says_nothing: impl Fn(&str) -> bool) -> Self {
        let silent = |row: &Row, column: usize| {
            let words = row.cells.get(column).and_then(|cell| cell.words.first());
            words.is_some_and(|span| says_nothing(&span.text))
        };
        let rows = || self.groups.iter().flatten();
        let kept: Vec<bool> = (0..self.head.len())
            .map(|column| rows().count() == 0 || !rows().all(|row| silent(row, column)))
            .collect();
        let mut column = kept.iter();
        self.head.retain(|_| column.next() == Some(&true));
        for row in self.groups.iter_mut().flatten() {
            let mut column = kept.iter();
            row.cells.retain(|_| column.next() == Some(&true));
        }
        self
    }
}

/// A figure, or a picture of a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Image {
    pub(crate) svg: String,
    /// The name of its file, without the ending.
    pub(crate) file: String,
    pub(crate) title: String,
    pub(crate) caption: String,
}

/// Folded blocks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fold {
    pub(crate) class: &'static str,
    pub(crate) open: bool,
    pub(crate) summary: Words,
    pub(crate) blocks: Vec<Block>,
}
