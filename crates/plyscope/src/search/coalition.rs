//! Searches of games of several players that see one player against all the others.
//!
//! *Paranoid* (Sturtevant & Korf 2000): all others play against the player at the root, and nothing else matters to them.
//! *Best reply* (Schadd & Winands 2011): of all others only one answers with a move of choice, whichever hurts the player at
//! the root most; the rest do what looks best for themselves by static estimate. (In the paper they pass. Most games have no
//! pass, so we take the later variant in which they make the move that is ordered first.)
//!
//! Both compare values by the number of the player at the root alone. They are the plain algorithms: nothing is cut.

use super::depth_first::{Keep, Walk};
use super::{Abilities, Frontier, Report, Rules, Search, SearchInfo, Task, Watch};
use crate::error::Result;
use crate::game::Game;
use crate::name::Name;

/// How the others are seen.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::MaxN;
/// use plyscope::search::{Budget, Coalition, FullWidth, Search, ToTheEnd};
/// // The second player likes [0 5 0] better, the others together would leave the first player nothing.
/// let tree: TextTree = "(([3 4 0] [0 1 5]) ([1 1 1] [1 1 1]))".parse()?;
/// let end = ToTheEnd::new(&tree, MaxN)?;
/// let all = Budget::unlimited();
/// assert_eq!(FullWidth::default().search(&tree, &0, &end, &all)?.choice, 0);
/// assert_eq!(Coalition::Paranoid.search(&tree, &0, &end, &all)?.choice, 1);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coalition {
    /// All play against the player at the root.
    Paranoid,
    /// One of them does, whichever hurts most.
    BestReply,
}

impl SearchInfo for Coalition {
    fn name(&self) -> Name {
        Name::new(match self {
            Coalition::Paranoid => "paranoid",
            Coalition::BestReply => "best-reply",
        })
    }

    fn abilities(&self) -> Abilities {
        Abilities { rules: Rules::Each, deepening: false, chance: false }
    }
}

impl<G: Game, F: Frontier<G> + ?Sized> Search<G, F> for Coalition {
    fn run<W: Watch<F::Value> + ?Sized>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Result<Report<F::Value>> {
        Walk::new(task, Keep::Against(*self), watch).run(task.position)
    }
}
