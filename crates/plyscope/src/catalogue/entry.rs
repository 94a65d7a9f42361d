//! One kind: what it is called, what it is, and how it is made.

#[cfg(doc)]
use super::Catalogue;
use crate::error::{Error, NONE, Result};
use crate::name::{Arguments, Given, Name, Parameter, Settings};
use std::ops::Deref;
use std::sync::Arc;

type Build<C, T> = Arc<dyn Fn(&Arguments<'_>, &C) -> Result<T> + Send + Sync>;

/// A kind of game, search or formula; made from its arguments and a context.
///
/// ```
/// use plyscope::catalogue::Entry;
/// let square: Entry<(), u32> = Entry::taking("square", "A number times itself.", |given| {
///     Ok(given.integer("of", "2", "a whole number from 0 to 9", 0..=9).pow(2))
/// });
/// assert_eq!(square.build(&"square(of=7)".parse()?, &())?, 49);
/// assert_eq!(square.build(&"square".parse()?, &())?, 4);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub struct Entry<C, T> {
    description: Description,
    build: Build<C, T>,
}

impl<C, T> Clone for Entry<C, T> {
    fn clone(&self) -> Self {
        Entry { description: self.description.clone(), build: self.build.clone() }
    }
}

impl<C, T> Entry<C, T> {
    /// A kind, as in `kind(parameter=value)`, a sentence about it, its parameters, and how it is made.
    pub fn new(
        name: &'static str,
        summary: &'static str,
        parameters: &[Parameter],
        build: impl Fn(&Arguments<'_>, &C) -> Result<T> + Send + Sync + 'static,
    ) -> Self {
        let parameters = parameters.to_vec();
        Entry {
            description: Description { name, summary, parameters, outside: Vec::new() },
            build: Arc::new(build),
        }
    }

    /// The same, which [reaches outside](Catalogue::reaches_outside) of this program whatever its parameters are.
    ///
    /// ```
    /// use plyscope::catalogue::{Catalogue, Entry, Outside};
    /// use plyscope::game::TicTacToe;
    /// use plyscope::player::AnyGame;
    /// let entry = Entry::new("remote", "A game somewhere else.", &[], |_, &()| Ok(AnyGame::new(TicTacToe::default())));
    /// let catalogue = Catalogue::built_in().with_game_entry(entry.reaching(Outside::Program));
    /// assert_eq!(catalogue.reaches_outside("remote"), Some(Outside::Program));
    /// assert_eq!(catalogue.reaches_outside("tic-tac-toe"), None);
    /// ```
    #[must_use]
    pub fn reaching(mut self, how: Outside) -> Self {
        self.description.outside.push((None, how));
        self
    }

    /// The same, which reaches outside where a parameter is not left as it is.
    #[must_use]
    pub fn reaching_by(mut self, parameter: &'static str, how: Outside) -> Self {
        self.description.outside.push((Some(parameter), how));
        self
    }

    /// A kind that its settings describe.
    pub fn of<S: Settings>(make: impl Fn(S) -> Result<T> + Send + Sync + 'static) -> Self {
        Entry::new(S::KIND, S::SUMMARY, &S::parameters(), move |arguments, _| make(S::build(arguments)?))
    }

    /// A kind that takes its parameters one by one, and makes something of them for a context.
    pub fn given<M: Fn(&C) -> Result<T>>(
        name: &'static str,
        summary: &'static str,
        take: impl Fn(&mut Given<'_>) -> Result<M> + Send + Sync + 'static,
    ) -> Self {
        Entry::new(name, summary, &Given::list(&take), move |arguments, context| {
            Given::read(arguments, &take)?(context)
        })
    }

    /// The same for what needs no context.
    pub fn taking(
        name: &'static str,
        summary: &'static str,
        take: impl Fn(&mut Given<'_>) -> Result<T> + Send + Sync + 'static,
    ) -> Self {
        Entry::new(name, summary, &Given::list(&take), move |arguments, _| Given::read(arguments, &take))
    }

    /// Makes one from a name of this kind.
    pub fn build(&self, name: &Name, context: &C) -> Result<T> {
        (self.build)(&Arguments::resolve(self.parameters(), name)?, context)
    }
}

/// What a list shows of a kind.
///
/// ```
/// use plyscope::catalogue::Description;
/// let (parameters, outside) = (Vec::new(), Vec::new());
/// let dice = Description { name: "dice", summary: "Two dice are thrown.", parameters, outside };
/// assert_eq!(dice.name, "dice");
/// ```
#[derive(Debug, Clone)]
pub struct Description {
    /// The kind, as in `kind(parameter=value)`.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// How it reaches outside of this program: always, or by a parameter that is not left as it is.
    pub outside: Vec<(Option<&'static str>, Outside)>,
}

impl Description {
    /// How something of this name reaches outside, if it does.
    pub(super) fn reaches_outside(&self, name: &Name) -> Option<Outside> {
        let usual =
            |of: &str| self.parameters.iter().find(|known| known.name == of).map(|known| known.default);
        let changed = |of: &str| name.get(of).is_some_and(|value| Some(value) != usual(of));
        let ways = self.outside.iter().filter(|(by, _)| by.is_none_or(changed));
        ways.map(|(_, how)| *how).next()
    }
}

/// What something does beyond this program's own memory. A page or a conversation from elsewhere cannot ask for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// It starts a program.
    Program,
    /// It reads or writes files.
    Files,
}

/// A kind that can be listed.
///
/// ```
/// use plyscope::catalogue::{Catalogue, Described};
/// let catalogue = Catalogue::built_in();
/// let kalah = catalogue.games().iter().find(|entry| entry.name() == "kalah").unwrap();
/// assert!(kalah.takes("pits") && !kalah.takes("colour"));
/// assert!(kalah.summary().ends_with('.'));
/// ```
pub trait Described {
    /// Its name, a sentence about it, and its parameters.
    fn description(&self) -> &Description;

    /// The kind, as in `kind(parameter=value)`.
    fn name(&self) -> &'static str {
        self.description().name
    }

    /// One sentence.
    fn summary(&self) -> &'static str {
        self.description().summary
    }

    /// Its parameters.
    fn parameters(&self) -> &[Parameter] {
        &self.description().parameters
    }

    /// Has it a parameter of this name?
    fn takes(&self, parameter: &str) -> bool {
        self.parameters().iter().any(|known| known.name == parameter)
    }
}

impl<C, T> Described for Entry<C, T> {
    fn description(&self) -> &Description {
        &self.description
    }
}

/// The kinds of one thing, by name. A user's own come before the built-in ones, and may hide one of the same name.
///
/// ```
/// use plyscope::catalogue::{Catalogue, Described};
/// let catalogue = Catalogue::built_in();
/// assert_eq!(catalogue.games().kind("pig")?.name(), "pig");
/// assert!(catalogue.games().kind("pigs").err().expect("unknown").to_string().contains("did you mean `pig`?"));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct Kinds<E> {
    /// What they are kinds of.
    what: &'static str,
    entries: Vec<E>,
}

impl<E: Described> Kinds<E> {
    pub(super) fn new(what: &'static str, entries: Vec<E>) -> Self {
        Kinds { what, entries }
    }

    /// One more, before the others.
    pub fn add(&mut self, entry: E) {
        self.entries.insert(0, entry);
    }

    /// Takes one out.
    pub(super) fn remove(&mut self, at: usize) -> E {
        self.entries.remove(at)
    }

    /// One more, after the others.
    pub(super) fn add_last(&mut self, entry: E) {
        self.entries.push(entry);
    }

    /// A kind by its name.
    pub fn kind(&self, kind: &str) -> Result<&E> {
        self.iter().find(|entry| entry.name() == kind).ok_or_else(|| {
            let mut known: Vec<&str> = Vec::new();
            for entry in &self.entries {
                if !known.contains(&entry.name()) {
                    known.push(entry.name());
                }
            }
            let known = if known.is_empty() { NONE.into() } else { known.join(", ") };
            Error::UnknownKind { what: self.what, name: kind.to_string(), known }
        })
    }

    /// A name with the kind that it is of.
    pub fn named(&self, text: &str) -> Result<(Name, &E)> {
        let name: Name = text.parse()?;
        let entry = self.kind(name.kind())?;
        Ok((name, entry))
    }
}

impl<E> Deref for Kinds<E> {
    type Target = [E];
    fn deref(&self) -> &[E] {
        &self.entries
    }
}

impl<'a, E> IntoIterator for &'a Kinds<E> {
    type Item = &'a E;
    type IntoIter = std::slice::Iter<'a, E>;
    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

impl<C, T> Kinds<Entry<C, T>> {
    /// Makes what a name says.
    pub fn build(&self, text: &str, context: &C) -> Result<T> {
        let (name, entry) = self.named(text)?;
        entry.build(&name, context)
    }
}
