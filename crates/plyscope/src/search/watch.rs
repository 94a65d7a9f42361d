//! Watching a search node by node, or moment by moment: for drawing trees, for stepping through a search, and for teaching.

use crate::game::Player;

/// How a value stands to a node's true backed-up value, in the first player's view.
///
/// ```
/// use plyscope::search::Bound;
/// use plyscope::value::Player;
/// // What is better for the second player is less.
/// assert_eq!(Bound::for_player(Player::FIRST), Bound::AtLeast);
/// assert_eq!(Bound::for_player(Player::SECOND), Bound::AtMost);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is this or more.
    AtLeast,
    /// The value is this or less.
    AtMost,
}

impl Bound {
    /// This or better for a player.
    pub fn for_player(player: Player) -> Self {
        if player == Player::FIRST { Bound::AtLeast } else { Bound::AtMost }
    }
}

/// What became of a node.
///
/// ```
/// use plyscope::search::{Bound, Recorder, Visit, Watch};
/// let mut recorder = Recorder::new();
/// recorder.enter(0);
/// recorder.leave(Visit::leaf(3.0, true));
/// let root = recorder.finish().expect("entered and left").visit.expect("seen");
/// assert_eq!((root.value, root.bound), (3.0, Bound::Exact));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Visit<V> {
    /// The value that rises.
    pub value: V,
    /// What the children made of it, before the node's own estimate was weighed; none at a leaf.
    pub aggregate: Option<V>,
    /// The node's own estimate, where the rule used one.
    pub own: Option<V>,
    /// Was the game over here?
    pub terminal: bool,
    /// Is the value exact, or was it enough to bound it?
    pub bound: Bound,
}

impl<V> Visit<V> {
    /// A node that was not looked beyond, or of which only the value is told.
    pub fn leaf(value: V, terminal: bool) -> Self {
        Visit { value, aggregate: None, own: None, terminal, bound: Bound::Exact }
    }
}

/// Is told of every node, in the order of the visit.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, FullWidth, Search, ToTheEnd, Visit, Watch};
///
/// /// Counts nodes.
/// struct Counter(u32);
///
/// impl<V> Watch<V> for Counter {
///     fn enter(&mut self, _: usize) {
///         self.0 += 1;
///     }
///     fn leave(&mut self, _: Visit<V>) {}
///     fn cut(&mut self, _: usize) {}
/// }
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let (end, all, mut seen) = (ToTheEnd::new(&tree, Minimax)?, Budget::unlimited(), Counter(0));
/// let _ = FullWidth::default().search_watched(&tree, &0, &end, &all, &mut seen)?;
/// assert_eq!(seen.0, 1 + 3 + 9);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Watch<V> {
    /// Does anybody watch? If not, a search need not remember what it would tell afterwards.
    fn is_there(&self) -> bool {
        true
    }
    /// The search goes down to the child of this number (the root is entered first, as 0).
    fn enter(&mut self, child: usize);
    /// It comes back from the node entered last that was not left yet.
    fn leave(&mut self, visit: Visit<V>);
    /// It will not look at the child of this number.
    fn cut(&mut self, child: usize);
    /// It starts again from the root, deeper: what was seen so far is no more.
    fn restart(&mut self) {}
    /// What the players are sure of at the node where the search is: the first player of this or more (alpha), the second
    /// of this or less (beta); none where they are sure of nothing. Told by alpha-beta, and again when it changes.
    fn window(&mut self, _first: Option<V>, _second: Option<V>) {}
    /// A search that goes back and forth found out that a node is worth from `low` to `high`; `new` when it looked at the
    /// node for the first time. The node is told by the way to it. All this is told in order, before the visits.
    fn learn(&mut self, _path: &[usize], _low: V, _high: V, _new: bool) {}
}

/// No watch.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, FullWidth, Search, ToTheEnd, Unwatched};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let (end, all) = (ToTheEnd::new(&tree, Minimax)?, Budget::unlimited());
/// let unseen = FullWidth::default().search_watched(&tree, &0, &end, &all, &mut Unwatched)?;
/// assert_eq!(unseen, FullWidth::default().search(&tree, &0, &end, &all)?);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl<V> Watch<V> for Unwatched {
    fn is_there(&self) -> bool {
        false
    }
    fn enter(&mut self, _: usize) {}
    fn leave(&mut self, _: Visit<V>) {}
    fn cut(&mut self, _: usize) {}
}

/// The searched tree, as it was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace<V> {
    /// Which child of its parent it is.
    pub child: usize,
    /// What became of it; none if it was not looked at.
    pub visit: Option<Visit<V>>,
    /// The nodes below, by their numbers.
    pub children: Vec<Trace<V>>,
}

impl<V> Trace<V> {
    fn new(child: usize) -> Self {
        Trace { child, visit: None, children: Vec::new() }
    }

    /// Puts a child at its place, instead of what was there.
    fn put(&mut self, child: Trace<V>) {
        match self.children.binary_search_by_key(&child.child, |known| known.child) {
            Ok(at) => self.children[at] = child,
            Err(at) => self.children.insert(at, child),
        }
    }

    /// A root of which nothing was seen: a search that gave up.
    pub fn unseen() -> Self {
        Trace::new(0)
    }

    /// The same tree with other values.
    pub fn map<W>(self, change: &impl Fn(V) -> W) -> Trace<W> {
        let visit = self.visit.map(|visit| Visit {
            value: change(visit.value),
            aggregate: visit.aggregate.map(change),
            own: visit.own.map(change),
            terminal: visit.terminal,
            bound: visit.bound,
        });
        Trace {
            child: self.child,
            visit,
            children: self.children.into_iter().map(|child| child.map(change)).collect(),
        }
    }
}

/// Records a [`Trace`], and the [`Moment`]s of the search unless there are too many to step through.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{AlphaBeta, Budget, Recorder, Search, ToTheEnd};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let (end, all, mut seen) = (ToTheEnd::new(&tree, Minimax)?, Budget::unlimited(), Recorder::new());
/// let _ = AlphaBeta::default().search_watched(&tree, &0, &end, &all, &mut seen)?;
/// let root = seen.finish().expect("it was watched to the end");
/// assert_eq!(root.visit.unwrap().value, 3.0);
/// // After the answer 2 the second move is worse than the first: 4 and 6 are not looked at.
/// let unseen = root.children[1].children.iter().filter(|leaf| leaf.visit.is_none());
/// assert_eq!(unseen.count(), 2);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Recorder<V> {
    open: Vec<Trace<V>>,
    root: Option<Trace<V>>,
    moments: Vec<Moment<V>>,
    /// Were there more moments than are kept?
    too_many: bool,
}

impl<V> Recorder<V> {
    /// Nothing seen yet.
    pub fn new() -> Self {
        Recorder { open: Vec::new(), root: None, moments: Vec::new(), too_many: false }
    }

    /// What happened, in order, since the search last started; none where it was too much to step through.
    pub fn moments(&mut self) -> Option<Vec<Moment<V>>> {
        (!self.too_many).then(|| std::mem::take(&mut self.moments))
    }

    fn note(&mut self, moment: impl FnOnce() -> Moment<V>) {
        if self.moments.len() < MOST_MOMENTS && !self.too_many {
            self.moments.push(moment());
        } else {
            (self.too_many, self.moments) = (true, Vec::new());
        }
    }

    /// What was seen, if a whole search was watched.
    pub fn finish(self) -> Option<Trace<V>> {
        self.root
    }
}

impl<V> Default for Recorder<V> {
    fn default() -> Self {
        Recorder::new()
    }
}

impl<V: Copy> Watch<V> for Recorder<V> {
    fn enter(&mut self, child: usize) {
        self.note(|| Moment::Enter(child));
        self.open.push(Trace::new(child));
    }
    fn leave(&mut self, visit: Visit<V>) {
        self.note(|| Moment::Leave { value: visit.value, bound: visit.bound });
        if let Some(mut trace) = self.open.pop() {
            trace.visit = Some(visit);
            match self.open.last_mut() {
                // Looked at again, the last look counts.
                Some(parent) => parent.put(trace),
                None => self.root = Some(trace),
            }
        }
    }
    fn cut(&mut self, child: usize) {
        self.note(|| Moment::Cut(child));
        if let Some(parent) = self.open.last_mut() {
            parent.put(Trace::new(child));
        }
    }
    fn restart(&mut self) {
        *self = Recorder::new();
    }
    fn window(&mut self, first: Option<V>, second: Option<V>) {
        self.note(|| Moment::Window { first, second });
    }
    fn learn(&mut self, path: &[usize], low: V, high: V, new: bool) {
        self.note(|| Moment::Learn { path: path.to_vec(), low, high, new });
    }
}

/// No reader steps through more moments than this.
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
