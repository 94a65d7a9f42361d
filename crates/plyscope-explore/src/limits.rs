//! How much a page may ask for. The command has no such limits: whoever sits at it can stop it.

use crate::answer::Refusal;
use plyscope::name::{Name, Parameter};

/// Bytes of a request's body.
pub(crate) const BODY: usize = 1 << 20;
/// Steps that a page shows.
pub(crate) const STEPS: usize = 5000;
/// Leaves of a drawn game.
const LEAVES: f64 = 1_048_576.0;
/// A game whose leaves are drawn only where a search comes to them.
const LAZY: &str = "critical";
/// Sizes that parameters may have: tables in MiB, playouts for an estimate, nodes that a search holds.
const LARGEST: [(&str, f64); 4] = [("table", 16.0), ("n", 1000.0), ("memory", 1e6), ("nodes", 1e5)];

/// Refuses names whose parameters ask for much memory or time. `game` are the parameters of a game of this name, or none:
/// what is left out has its usual value.
pub(crate) fn check(name: &Name, game: &[Parameter]) -> Result<(), Refusal> {
    let number = |parameter: &str| {
        let usual = || game.iter().find(|known| known.name == parameter).map(|known| known.default);
        name.get(parameter).or_else(usual).and_then(|value| value.parse::<f64>().ok())
    };
    for (parameter, most) in LARGEST {
        if number(parameter).is_some_and(|value| value > most) {
            let why = format!("{}: here {parameter} is at most {most}; the command takes more", name.kind());
            return Err(Refusal::too_much(why));
        }
    }
    if let (Some(branching), Some(plies)) = (number("branching"), number("depth").or(number("height")))
        && name.kind() != LAZY
        && branching.powf(plies) > LEAVES
    {
        let why = format!(
            "{}: branching factor {branching} and depth {plies} make more than {LEAVES} leaves, which is too much for a \
             page; the command takes more",
            name.kind()
        );
        return Err(Refusal::too_much(why));
    }
    Ok(())
}

/// How much larger than its SVG a PNG can be: 2, and less where it would take too much memory.
#[cfg(feature = "png")]
pub(crate) fn png_scale(svg: &str) -> Result<f32, Refusal> {
    const PIXELS: f32 = 32e6;
    let side = |name: &str| -> Option<f32> {
        let start = svg.find(&format!(" {name}=\""))? + name.len() + 3;
        svg[start..].split('"').next()?.parse().ok()
    };
    let size = side("width").zip(side("height")).map(|(width, height)| width * height);
    let size = size.ok_or_else(|| Refusal::too_much("the picture has no size"))?;
    let scale = (PIXELS / size).sqrt().min(2.0);
    if scale < 0.5 {
        Err(Refusal::too_much("the picture is too large for PNG; take the SVG"))
    } else {
        Ok(scale)
    }
}

#[cfg(test)]
mod tests {
    use plyscope::catalogue::{Catalogue, Described};

    #[test]
    fn what_is_large_is_refused() {
        let catalogue = Catalogue::built_in();
        let check = |text: &str| {
            let kind = text.split('(').next();
            let game = catalogue.games().iter().find(|entry| Some(entry.name()) == kind);
            super::check(&text.parse().expect("a name"), game.map_or(&[], |entry| entry.parameters()))
        };
        for name in [
            "alpha-beta(table=65536)",
            "playouts(n=1000000)",
            "board-splitting(depth=25)",
            "strength-tree(height=13,branching=3)",
            "pruned(memory=4000000000)",
            // With their usual depth, and with the usual branching factor.
            "number-tree(branching=64)",
            "board-splitting(branching=5)",
            "winner-tree(depth=21)",
        ] {
            assert!(check(name).is_err(), "{name}");
        }
        for name in [
            "alpha-beta(table=16)",
            "board-splitting(depth=20)",
            "connect-four(height=30,width=9)",
            "tic-tac-trio(height=21)",
            "number-tree(branching=32)",
            "critical",
            "kalah",
        ] {
            assert!(check(name).is_ok(), "{name}");
        }
    }
}
