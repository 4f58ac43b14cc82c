//! Colours, by what they mean, for a light and a dark ground.
//!
//! They follow the set of Okabe and Ito, which people with any of the usual kinds of colour vision
//! can tell apart, made darker or lighter until everything that must be seen has enough contrast:
//! 4.5 to 1 for text and 3 to 1 for shapes, as WCAG 2.2 asks.
//!
//! M. Okabe, K. Ito (2008): Color Universal Design.

/// The colours of a page on one ground, as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The page.
    pub ground: &'static str,
    /// Boxes that stand out a little.
    pub raised: &'static str,
    /// Text.
    pub ink: &'static str,
    /// Text of less weight.
    pub muted: &'static str,
    /// Lines that only guide the eye.
    pub faint: &'static str,
    /// The first series, and "after".
    pub first: &'static str,
    /// The second series, and "before".
    pub second: &'static str,
    /// The third series.
    pub third: &'static str,
    /// What holds.
    pub good: &'static str,
    /// What does not.
    pub bad: &'static str,
}

/// On white.
pub const LIGHT: Palette = Palette {
    ground: "#ffffff",
    raised: "#f5f6f8",
    ink: "#1a2230",
    muted: "#566072",
    faint: "#dde1e7",
    first: "#0067a5",
    second: "#b85400",
    third: "#8a4f7d",
    good: "#00704f",
    bad: "#b3261e",
};

/// On nearly black.
pub const DARK: Palette = Palette {
    ground: "#12161d",
    raised: "#1b212b",
    ink: "#e8ebf0",
    muted: "#a2adbd",
    faint: "#333c4a",
    first: "#56b4e9",
    second: "#f0a04b",
    third: "#d79ac6",
    good: "#4cc7a0",
    bad: "#ff8a80",
};

impl Palette {
    /// The names of the style sheet's variables, and their colours.
    pub fn variables(&self) -> [(&'static str, &'static str); 10] {
        [
            ("ground", self.ground),
            ("raised", self.raised),
            ("ink", self.ink),
            ("muted", self.muted),
            ("faint", self.faint),
            ("first", self.first),
            ("second", self.second),
            ("third", self.third),
            ("good", self.good),
            ("bad", self.bad),
        ]
    }

    fn declarations(&self) -> String {
        self.variables().map(|(name, colour)| format!("--{name}:{colour};")).concat()
    }
}

/// The contrast of two colours, from 1 to 21, as WCAG 2.2 defines it; `None` if one is no colour.
pub fn contrast(one: &str, other: &str) -> Option<f64> {
    let (one, other) = (luminance(one)?, luminance(other)?);
    Some((one.max(other) + 0.05) / (one.min(other) + 0.05))
}

fn luminance(colour: &str) -> Option<f64> {
    let bytes: [u8; 3] = crate::fingerprint::bytes_of(colour.strip_prefix('#')?)?;
    let [red, green, blue] = bytes.map(|byte| {
        let part = f64::from(byte) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue)
}

/// The style sheet of pictures: the variables on `root`, for both grounds and for paper, and what
/// each class looks like.
pub(crate) fn style_sheet(root: &str) -> String {
    let (light, dark) = (LIGHT.declarations(), DARK.declarations());
    format!(
        "{root}{{{light}color-scheme:light}}\
         @media screen and (prefers-color-scheme:dark){{{root}{{{dark}color-scheme:dark}}}}{}",
        include_str!("chart.css").replace('\n', "")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((contrast("#000000", "#ffffff").unwrap() - 21.0).abs() < 1e-9);
        // A grey that is often quoted as just enough for text.
        assert!((contrast("#767676", "#ffffff").unwrap() - 4.54).abs() < 0.01);
        assert_eq!(contrast("red", "#ffffff"), None);
    }

    #[test]
    fn everything_can_be_seen() {
        for palette in [LIGHT, DARK] {
            for ground in [palette.ground, palette.raised] {
                for text in [palette.ink, palette.muted, palette.good, palette.bad, palette.first] {
                    assert!(contrast(text, ground).unwrap() >= 4.5, "{text} as text on {ground}");
                }
                for shape in [palette.first, palette.second, palette.third] {
                    assert!(contrast(shape, ground).unwrap() >= 3.0, "{shape} on {ground}");
                }
            }
        }
    }

    /// What a colour looks like to a person without one kind of cone, by the matrices of Machado,
    /// Oliveira and Fernandes (2009), doi:10.1109/TVCG.2009.113, at full severity, in linear light.
    fn seen(colour: &str, matrix: [[f64; 3]; 3]) -> [f64; 3] {
        let bytes: [u8; 3] = crate::fingerprint::bytes_of(&colour[1..]).unwrap();
        let light = bytes.map(|byte| (f64::from(byte) / 255.0).powf(2.2));
        let mixed =
            matrix.map(|row| row.iter().zip(light).map(|(part, light)| part * light).sum::<f64>());
        mixed.map(|light: f64| light.clamp(0.0, 1.0).powf(1.0 / 2.2))
    }

    #[test]
    fn series_differ_for_every_kind_of_colour_vision() {
        let protan = [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ];
        let deutan = [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ];
        let tritan = [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ];
        for palette in [LIGHT, DARK] {
            for matrix in [protan, deutan, tritan] {
                let pairs = [(palette.first, palette.second), (palette.good, palette.bad)];
                for (one, other) in pairs {
                    let (a, b) = (seen(one, matrix), seen(other, matrix));
                    let apart = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    assert!(apart > 0.15, "{one} and {other} are {apart:.2} apart");
                }
            }
        }
    }
}
