//! What a kind takes by name, declared once: list, help, ranges, builder and name are made from one declaration.

use super::{Arguments, Name, Parameter};
use crate::error::{Error, Result};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A kind that is made from a name's parameters alone.
///
/// ```
/// use plyscope::name::{Settings, Values};
///
/// #[derive(Debug, Clone, PartialEq)]
/// struct Dice {
///     faces: u32,
///     loaded: bool,
/// }
/// impl Default for Dice {
///     fn default() -> Self {
///         Dice { faces: 6, loaded: false }
///     }
/// }
/// impl Settings for Dice {
///     const KIND: &'static str = "dice";
///     const SUMMARY: &'static str = "Some dice are thrown.";
///     fn each(&mut self, values: &mut Values<'_>) {
///         values.integer("faces", "6", "a whole number from 2 to 100", &mut self.faces, 2..=100);
///         values.unusual().yes("loaded", "no", "yes or no", &mut self.loaded);
///     }
/// }
/// assert_eq!(Dice::named("dice")?, Dice::default());
/// assert_eq!(Dice::default().to_name().to_string(), "dice(faces=6)");
/// assert_eq!(Dice::named("dice(loaded=yes,faces=8)")?.to_name().to_string(), "dice(faces=8,loaded=yes)");
/// assert!(Dice::named("dice(faces=1)").unwrap_err().to_string().contains("from 2 to 100"));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Settings: Default + Clone {
    /// The kind, as in `kind(parameter=value)`.
    const KIND: &'static str;

    /// One sentence.
    const SUMMARY: &'static str;

    /// Declares every parameter with its field, in the order of names.
    fn each(&mut self, values: &mut Values<'_>);

    /// Refuses what does not go together.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// The kind of these settings, where a type has several.
    fn own_kind(&self) -> &'static str {
        Self::KIND
    }

    /// What can be set.
    fn parameters() -> Vec<Parameter> {
        Self::default().listed()
    }

    /// What can be set of this kind.
    fn listed(mut self) -> Vec<Parameter> {
        let mut values = Values::new(Way::List);
        self.each(&mut values);
        values.listed
    }

    /// Made from a name's parameters.
    fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Self::default().filled(arguments)
    }

    /// One of this kind, made from a name's parameters.
    fn filled(mut self, arguments: &Arguments<'_>) -> Result<Self> {
        let mut values = Values::new(Way::Read(arguments));
        self.each(&mut values);
        values.read?;
        self.check().map(|()| self)
    }

    /// Made from a name.
    fn named(text: &str) -> Result<Self> {
        let name: Name = text.parse()?;
        Self::build(&Arguments::resolve(&Self::parameters(), &name)?)
    }

    /// The name, with all parameters that are written.
    fn to_name(&self) -> Name {
        let mut values = Values::new(Way::Write);
        self.clone().each(&mut values);
        let written = values.written.into_iter();
        written.fold(Name::new(self.own_kind()), |name, (parameter, value)| name.with(parameter, value))
    }

    /// The error for parameters that do not go together.
    fn refuse(why: &str) -> Error {
        Error::Settings { kind: Self::KIND.into(), why: why.into() }
    }
}

/// A number within a range.
pub(crate) fn within<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|value| range.contains(value))
}

/// What is done with parameters.
enum Way<'a> {
    List,
    Read(&'a Arguments<'a>),
    Write,
}

/// Where [`Settings::each`] declares parameters: they are listed, read into fields, or written from them.
///
/// Every declaration gives the parameter's name, its default and what is allowed, both as a user reads them, and the field.
pub struct Values<'a> {
    way: Way<'a>,
    /// Does the next parameter matter, and is it written at its default too?
    matters: bool,
    always: bool,
    listed: Vec<Parameter>,
    read: Result<()>,
    written: Vec<(&'static str, String)>,
}

impl<'a> Values<'a> {
    fn new(way: Way<'a>) -> Self {
        Values { way, matters: true, always: true, listed: Vec::new(), read: Ok(()), written: Vec::new() }
    }

    /// The next parameter is written only where it is not at its default.
    pub fn unusual(&mut self) -> &mut Self {
        self.always = false;
        self
    }

    /// The next parameter is written only where it matters.
    pub fn when(&mut self, matters: bool) -> &mut Self {
        self.matters = matters;
        self
    }

    /// A parameter of any type, by how it is read and written.
    pub fn value<T>(
        &mut self,
        name: &'static str,
        default: &'static str,
        allowed: &'static str,
        field: &mut T,
        read: impl FnOnce(&str) -> Option<T>,
        write: impl FnOnce(&T) -> String,
    ) {
        let matters = std::mem::replace(&mut self.matters, true);
        let always = std::mem::replace(&mut self.always, true);
        match self.way {
            Way::List => {
                debug_assert_eq!(write(field), default, "the default of {name}");
                self.listed.push(Parameter { name, default, allowed });
            }
            Way::Read(arguments) => match read(arguments.text(name)) {
                Some(value) => *field = value,
                None if self.read.is_ok() => self.read = Err(arguments.refuse(name)),
                None => {}
            },
            Way::Write if matters => {
                let text = write(field);
                if always || text != default {
                    self.written.push((name, text));
                }
            }
            Way::Write => {}
        }
    }

    /// A whole number within a range.
    pub fn integer(
        &mut self,
        name: &'static str,
        default: &'static str,
        allowed: &'static str,
        field: &mut u32,
        range: RangeInclusive<u32>,
    ) {
        self.value(name, default, allowed, field, |text| within(text, range), u32::to_string);
    }

    /// A number within a range.
    pub fn number(
        &mut self,
        name: &'static str,
        default: &'static str,
        allowed: &'static str,
        field: &mut f64,
        range: RangeInclusive<f64>,
    ) {
        self.value(name, default, allowed, field, |text| within(text, range), f64::to_string);
    }

    /// `yes` or `no`.
    pub fn yes(
        &mut self,
        name: &'static str,
        default: &'static str,
        allowed: &'static str,
        field: &mut bool,
    ) {
        self.word(name, default, allowed, field, &[("yes", true), ("no", false)]);
    }

    /// One of some words.
    pub fn word<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        default: &'static str,
        allowed: &'static str,
        field: &mut T,
        words: &[(&'static str, T)],
    ) {
        let read = |text: &str| words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        let write = |value: &T| {
            let word = words.iter().find(|(_, known)| known == value);
            word.expect("every value has its word").0.to_string()
        };
        self.value(name, default, allowed, field, read, write);
    }

    /// A number within a range, or a word for none.
    pub fn number_or(
        &mut self,
        name: &'static str,
        word: &'static str,
        allowed: &'static str,
        field: &mut Option<f64>,
        range: RangeInclusive<f64>,
    ) {
        let read = |text: &str| match within(text, range) {
            None if text == word => Some(None),
            number => number.map(Some),
        };
        let write = |value: &Option<f64>| value.map_or(word.into(), |number| number.to_string());
        self.value(name, word, allowed, field, read, write);
    }

    /// What stands there.
    pub fn text(
        &mut self,
        name: &'static str,
        default: &'static str,
        allowed: &'static str,
        field: &mut String,
    ) {
        self.value(name, default, allowed, field, |text| Some(text.to_string()), String::clone);
    }

    /// What is made of the fields that were read so far; none where nothing is read, or something was refused.
    pub fn make<T>(&mut self, make: impl FnOnce() -> Result<T>) -> Option<T> {
        match self.way {
            Way::Read(_) if self.read.is_ok() => make().map_err(|error| self.read = Err(error)).ok(),
            _ => None,
        }
    }

    /// Settings are made anew of the fields that were read so far.
    pub fn remake<T>(&mut self, settings: &mut T, make: impl FnOnce(&T) -> Result<T>) {
        if let Some(made) = self.make(|| make(settings)) {
            *settings = made;
        }
    }

    /// A whole number from 1 up to a limit, or 0 for none.
    pub fn unless_zero(
        &mut self,
        name: &'static str,
        allowed: &'static str,
        field: &mut Option<u32>,
        most: u32,
    ) {
        let mut number = field.unwrap_or(0);
        self.integer(name, "0", allowed, &mut number, 0..=most);
        *field = Some(number).filter(|number| *number > 0);
    }
}

/// Where a kind that is no [`Settings`] takes its parameters one by one: each is declared where it is read.
///
/// ```
/// use plyscope::catalogue::Entry;
/// let square = Entry::given("square", "A number times itself.", |given| {
///     let of = given.integer("of", "2", "a whole number from 0 to 9", 0..=9);
///     Ok(move |(): &()| Ok(of.pow(2)))
/// });
/// assert_eq!(square.build(&"square(of=7)".parse()?, &())?, 49);
/// assert_eq!(square.build(&"square".parse()?, &())?, 4);
/// assert!(square.build(&"square(of=x)".parse()?, &()).is_err());
/// # Ok::<(), plyscope::Error>(())
/// ```
pub struct Given<'a> {
    /// None while parameters are listed; each then has its default.
    arguments: Option<&'a Arguments<'a>>,
    listed: Vec<Parameter>,
    read: Result<()>,
}

impl<'a> Given<'a> {
    /// What a function takes.
    pub fn list<T>(take: impl FnOnce(&mut Given<'_>) -> T) -> Vec<Parameter> {
        let mut given = Given { arguments: None, listed: Vec::new(), read: Ok(()) };
        let _made = take(&mut given);
        given.listed
    }

    /// What it makes of what is given.
    pub fn read<T>(
        arguments: &'a Arguments<'a>,
        take: impl FnOnce(&mut Given<'a>) -> Result<T>,
    ) -> Result<T> {
        let mut given = Given { arguments: Some(arguments), listed: Vec::new(), read: Ok(()) };
        let made = take(&mut given);
        given.read.and(made)
    }

    /// What it makes of a name.
    pub fn named<T>(name: &Name, take: impl Fn(&mut Given<'_>) -> Result<T>) -> Result<T> {
        Given::read(&Arguments::resolve(&Given::list(&take), name)?, take)
    }

    /// A parameter of any type, by how it is read.
    pub fn value<T>(
        &mut self,
        name: &'static str,
        default: &'static str,
        allowed: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> T {
        self.listed.push(Parameter { name, default, allowed });
        let given = self.arguments.map(|arguments| read(arguments.text(name)).ok_or(arguments));
        match given {
            Some(Ok(value)) => return value,
            Some(Err(arguments)) if self.read.is_ok() => self.read = Err(arguments.refuse(name)),
            _ => {}
        }
        read(default).expect("a default is allowed")
    }

    /// A whole number within a range.
    pub fn integer(
        &mut self,
        name: &'static str,
        default: &'static str,
        allowed: &'static str,
        range: RangeInclusive<u32>,
    ) -> u32 {
        self.value(name, default, allowed, |text| within(text, range.clone()))
    }

    /// A number within a range.
    pub fn number(
        &mut self,
        name: &'static str,
        default: &'static str,
        allowed: &'static str,
        range: RangeInclusive<f64>,
    ) -> f64 {
        self.value(name, default, allowed, |text| within(text, range.clone()))
    }

    /// A number within a range, or a word for none, which is the default.
    pub fn number_or(
        &mut self,
        name: &'static str,
        word: &'static str,
        allowed: &'static str,
        range: RangeInclusive<f64>,
    ) -> Option<f64> {
        self.value(name, word, allowed, |text| match within(text, range.clone()) {
            None if text == word => Some(None),
            number => number.map(Some),
        })
    }

    /// One of some words, the first of which is the default.
    pub fn word<T: Copy>(
        &mut self,
        name: &'static str,
        allowed: &'static str,
        words: &[(&'static str, T)],
    ) -> T {
        let read = |text: &str| words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        self.value(name, words[0].0, allowed, read)
    }

    /// What stands there.
    pub fn text(&mut self, name: &'static str, default: &'static str, allowed: &'static str) -> String {
        self.value(name, default, allowed, |text| Some(text.to_string()))
    }

    /// All that a kind with settings takes.
    pub fn settings<S: Settings>(&mut self) -> Result<S> {
        self.listed.extend(S::parameters());
        self.arguments.map_or_else(|| Ok(S::default()), S::build)
    }

    /// The error for what is given of a parameter; where nothing is, for its default.
    pub fn refuse(&self, name: &str) -> Error {
        match self.arguments {
            Some(arguments) => arguments.refuse(name),
            None => Error::Undefined(format!("the default of {name}")),
        }
    }
}
