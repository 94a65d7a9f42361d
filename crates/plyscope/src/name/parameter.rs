//! Parameters that describe themselves: help, lists and error messages are made from them.

use super::Name;
use crate::error::{Error, Result};

/// One parameter of a kind.
///
/// ```
/// use plyscope::name::{Arguments, Name, Parameter};
/// const PITS: Parameter = Parameter { name: "pits", default: "6", allowed: "a whole number from 1 to 12" };
/// let name: Name = "kalah(pits=13)".parse()?;
/// let why = Arguments::resolve(&[PITS], &name)?.refuse("pits").to_string();
/// assert!(why.contains("pits=13 is not allowed; allowed: a whole number from 1 to 12"));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is when it is not given, as it would be written.
    pub default: &'static str,
    /// What is allowed, for people.
    pub allowed: &'static str,
}

/// A name's values, checked against the parameters of its kind; defaults filled in.
///
/// ```
/// use plyscope::name::{Arguments, Name, Parameter};
/// let parameters = [
///     Parameter { name: "pits", default: "6", allowed: "a whole number" },
///     Parameter { name: "seeds", default: "4", allowed: "a whole number" },
/// ];
/// let name: Name = "kalah(pits=3)".parse()?;
/// let arguments = Arguments::resolve(&parameters, &name)?;
/// assert_eq!((arguments.text("pits"), arguments.text("seeds")), ("3", "4"));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Arguments<'a> {
    kind: &'a str,
    values: Vec<(Parameter, &'a str)>,
}

impl<'a> Arguments<'a> {
    /// Fills in defaults, and refuses parameters that the kind does not have.
    pub fn resolve(parameters: &[Parameter], name: &'a Name) -> Result<Self> {
        for (given, _) in name.parameters() {
            if !parameters.iter().any(|parameter| parameter.name == given) {
                let known: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
                return Err(Error::UnknownParameter {
                    kind: name.kind().to_string(),
                    parameter: given.to_string(),
                    known: if known.is_empty() { crate::error::NONE.into() } else { known.join(", ") },
                });
            }
        }
        let values = parameters.iter().map(|p| (*p, name.get(p.name).unwrap_or(p.default))).collect();
        Ok(Arguments { kind: name.kind(), values })
    }

    fn find(&self, parameter: &str) -> (Parameter, &'a str) {
        *self
            .values
            .iter()
            .find(|(known, _)| known.name == parameter)
            .expect("a kind asks only for parameters that it declares")
    }

    /// The value as text, if the kind has such a parameter at all.
    pub fn declared(&self, parameter: &str) -> Option<&'a str> {
        self.values.iter().find(|(known, _)| known.name == parameter).map(|(_, value)| *value)
    }

    /// The value as text.
    pub fn text(&self, parameter: &str) -> &'a str {
        self.find(parameter).1
    }

    /// The error for this parameter's value.
    pub fn refuse(&self, parameter: &str) -> Error {
        let (known, value) = self.find(parameter);
        Error::Parameter {
            kind: self.kind.to_string(),
            parameter: parameter.to_string(),
            value: value.to_string(),
            allowed: known.allowed.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Given;

    const PARAMETERS: &[Parameter] = &[
        Parameter { name: "depth", default: "10", allowed: "1 to 30" },
        Parameter { name: "p", default: "0.5", allowed: "0 to 1" },
    ];

    #[test]
    fn defaults_are_filled_in() {
        let name = "g(depth=3)".parse().unwrap();
        let arguments = Arguments::resolve(PARAMETERS, &name).unwrap();
        assert_eq!((arguments.text("depth"), arguments.text("p")), ("3", "0.5"));
    }

    #[test]
    fn errors_name_the_mistake_and_the_range() {
        let name = "g(p=NaN)".parse().unwrap();
        let message = Given::named(&name, |given| Ok(given.number("p", "0.5", "0 to 1", 0.0..=1.0)));
        assert_eq!(message.unwrap_err().to_string(), "`g`: p=NaN is not allowed; allowed: 0 to 1");
        let name = "g(dept=3)".parse().unwrap();
        let message = Arguments::resolve(PARAMETERS, &name).unwrap_err().to_string();
        assert_eq!(message, "`g` has no parameter `dept`, did you mean `depth`?; it has: depth, p");
    }
}
