//! How much a page may ask for. The command has no such limits: whoever sits at it can stop it.

use crate::answer::Refusal;
use plyscope::name::Name;

/// Bytes of a request's body.
pub(crate) const BODY: usize = 1 << 20;
/// Steps that a page shows.
pub(crate) const STEPS: usize = 5000;
/// Leaves of a drawn game.
const LEAVES: f64 = 1_048_576.0;
/// Sizes that parameters may have: tables in MiB, playouts for an estimate, nodes that a search holds.
const LARGEST: [(&str, f64); 4] = [("table", 16.0), ("n", 1000.0), ("memory", 1e6), ("nodes", 1e5)];

/// Refuses names whose parameters ask for much memory or time.
pub(crate) fn check(text: &str) -> Result<(), Refusal> {
    // What cannot be read is told by who reads it.
    let Ok(name) = text.parse::<Name>() else { return Ok(()) };
    let number = |parameter: &str| name.get(parameter).and_then(|value| value.parse::<f64>().ok());
    for (parameter, most) in LARGEST {
        if number(parameter).is_some_and(|value| value > most) {
            let why = format!("{}: here {parameter} is at most {most}; the command takes more", name.kind());
            return Err(Refusal::too_much(why));
        }
    }
    let branching = number("branching").unwrap_or(2.0).max(1.0);
    if let Some(plies) = number("depth").or(number("height")).filter(|_| !name.kind().starts_with("connect"))
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
    use super::*;

    #[test]
    fn what_is_large_is_refused() {
        for name in [
            "alpha-beta(table=65536)",
            "playouts(n=1000000)",
            "board-splitting(depth=25)",
            "strength-tree(height=13,branching=3)",
            "pruned(memory=4000000000)",
        ] {
            assert!(check(name).is_err(), "{name}");
        }
        for name in [
            "alpha-beta(table=16)",
            "board-splitting(depth=20)",
            "connect-four(height=30,width=9)",
            "x(",
            "kalah",
        ] {
            assert!(check(name).is_ok(), "{name}");
        }
    }
}
