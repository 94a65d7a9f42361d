//! What happens in a search, moment by moment: for stepping through it.

use super::watch::Bound;

/// More than so many moments nobody steps through.
pub(crate) const MOST_MOMENTS: usize = 50_000;

/// Something that a search did; which node it is about follows from the moments before.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{AlphaBeta, Budget, Moment, Recorder, Search, ToTheEnd};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let (end, all, mut seen) = (ToTheEnd::new(&tree, Minimax)?, Budget::unlimited(), Recorder::new());
/// let _ = AlphaBeta::default().search_watched(&tree, &0, &end, &all, &mut seen)?;
/// let moments = seen.moments().expect("they are few");
/// // With 3 in hand after the first move, the second is given up after its first answer.
/// let cut = moments.iter().position(|moment| matches!(moment, Moment::Cut(_))).expect("two leaves are cut");
/// let window = moments[..cut].iter().rev().find(|moment| matches!(moment, Moment::Window { .. }));
/// assert_eq!(window, Some(&Moment::Window { first: Some(3.0), second: Some(2.0) }));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Moment<V> {
    /// It goes down to the child of this number; the root is entered first, as 0.
    Enter(usize),
    /// At the node where it is, the players are sure of this much: alpha and beta.
    Window {
        /// The first player has this or more.
        first: Option<V>,
        /// The second player has this or less.
        second: Option<V>,
    },
    /// It comes back from the node that was entered last.
    Leave {
        /// The value that rises.
        value: V,
        /// Is it exact?
        bound: Bound,
    },
    /// It will not look at the child of this number.
    Cut(usize),
    /// It found out what a node can be worth.
    Learn {
        /// The way to the node.
        path: Vec<usize>,
        /// At least this.
        low: V,
        /// At most this.
        high: V,
        /// Was the node looked at for the first time?
        new: bool,
    },
}

impl<V> Moment<V> {
    /// The same with another kind of values.
    pub fn map<W>(self, change: &impl Fn(V) -> W) -> Moment<W> {
        match self {
            Moment::Enter(child) => Moment::Enter(child),
            Moment::Window { first, second } => {
                Moment::Window { first: first.map(change), second: second.map(change) }
            }
            Moment::Leave { value, bound } => Moment::Leave { value: change(value), bound },
            Moment::Cut(child) => Moment::Cut(child),
            Moment::Learn { path, low, high, new } => {
                Moment::Learn { path, low: change(low), high: change(high), new }
            }
        }
    }
}
