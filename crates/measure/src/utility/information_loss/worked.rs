//! The worked examples of the table: two columns of six numbers, before and after noise.

use ridotto_catalogue::Worked;

macro_rules! values_moved {
    () => {
        "x moved by 3, 4, 4, 0, 3 and 3, y by 3, 6, 1, 1, 6 and 3. "
    };
}

/// The numbers themselves.
pub(super) const VALUES: [Worked; 3] = [
    Worked::perturbed(
        concat!(
            values_moved!(),
            "`(9 + 16 + 16 + 0 + 9 + 9 + 9 + 36 + 1 + 1 + 36 + 9) / 12 = 12.58`, so **12.58**."
        ),
        &["values-mean-square 0 12.58"],
    ),
    Worked::perturbed(
        concat!(
            values_moved!(),
            "`(3 + 4 + 4 + 0 + 3 + 3 + 3 + 6 + 1 + 1 + 6 + 3) / 12 = 3.083`, so **3.083**."
        ),
        &["values-mean-absolute 0 3.083"],
    ),
    Worked::perturbed(
        concat!(
            values_moved!(),
            "Each as a share of what it was: `(3/5 + 4/3 + 4/19 + 0 + 3/13 + 3/6 + 3/11 + 6/9 + 1/13 + 1/6 + 6/11 + 3/7) / 12 = 0.4193`, so **0.4193**. The 0 that stayed 0 counts nothing."
        ),
        &["values-variation 0 0.4193"],
    ),
];

macro_rules! means_moved {
    () => {
        "The mean of x went from `46/6 = 7.667` to `45/6 = 7.5`, that of y from `57/6 = 9.5` to `53/6 = 8.833`. "
    };
}

/// Their means.
pub(super) const MEANS: [Worked; 3] = [
    Worked::perturbed(
        concat!(
            means_moved!(),
            "`((46/6 - 45/6)^2 + (57/6 - 53/6)^2) / 2 = 0.2361`, so **0.2361**."
        ),
        &["means-mean-square 0 0.2361"],
    ),
    Worked::perturbed(
        concat!(means_moved!(), "`(|46/6 - 45/6| + |57/6 - 53/6|) / 2 = 0.4167`, so **0.4167**."),
        &["means-mean-absolute 0 0.4167"],
    ),
    Worked::perturbed(
        concat!(
            means_moved!(),
            "`(|46 - 45| / 46 + |57 - 53| / 57) / 2 = 0.04596`, so **0.04596**."
        ),
        &["means-variation 0 0.04596"],
    ),
];

macro_rules! covariances_moved {
    () => {
        "The variance of x went from 49.467 to 70.7, that of y from 7.1 to 21.367, their covariance from 15.4 to 10.7. "
    };
}

/// Variances and the covariance.
pub(super) const COVARIANCES: [Worked; 3] = [
    Worked::perturbed(
        concat!(
            covariances_moved!(),
            "`((49.467 - 70.7)^2 + (15.4 - 10.7)^2 + (7.1 - 21.367)^2) / 3 = 225.5`, so **225.5**."
        ),
        &["covariances-mean-square 0 225.5"],
    ),
    Worked::perturbed(
        concat!(
            covariances_moved!(),
            "`(|49.467 - 70.7| + |15.4 - 10.7| + |7.1 - 21.367|) / 3 = 13.4`, so **13.4**."
        ),
        &["covariances-mean-absolute 0 13.4"],
    ),
    Worked::perturbed(
        concat!(
            covariances_moved!(),
            "`(|49.467 - 70.7| / 49.467 + |15.4 - 10.7| / 15.4 + |7.1 - 21.367| / 7.1) / 3 = 0.9146`, so **0.9146**."
        ),
        &["covariances-variation 0 0.9146"],
    ),
];

macro_rules! variances_moved {
    () => {
        "The variance of x went from 49.467 to 70.7, that of y from 7.1 to 21.367. "
    };
}

/// Variances alone.
pub(super) const VARIANCES: [Worked; 3] = [
    Worked::perturbed(
        concat!(
            variances_moved!(),
            "`((49.467 - 70.7)^2 + (7.1 - 21.367)^2) / 2 = 327.2`, so **327.2**."
        ),
        &["variances-mean-square 0 327.2"],
    ),
    Worked::perturbed(
        concat!(
            variances_moved!(),
            "`(|49.467 - 70.7| + |7.1 - 21.367|) / 2 = 17.75`, so **17.75**."
        ),
        &["variances-mean-absolute 0 17.75"],
    ),
    Worked::perturbed(
        concat!(
            variances_moved!(),
            "`(|49.467 - 70.7| / 49.467 + |7.1 - 21.367| / 7.1) / 2 = 1.219`, so **1.219**."
        ),
        &["variances-variation 0 1.219"],
    ),
];

macro_rules! correlations_moved {
    () => {
        "The correlation of x and y went from `15.4 / sqrt(49.467 * 7.1) = 0.8217` to `10.7 / sqrt(70.7 * 21.367) = 0.2753`. "
    };
}

/// The correlation.
pub(super) const CORRELATIONS: [Worked; 3] = [
    Worked::perturbed(
        concat!(correlations_moved!(), "`(0.8217 - 0.2753)^2 = 0.2986`, so **0.2986**."),
        &["correlations-mean-square 0 0.2986"],
    ),
    Worked::perturbed(
        concat!(correlations_moved!(), "`|0.8217 - 0.2753| = 0.5464`, so **0.5464**."),
        &["correlations-mean-absolute 0 0.5464"],
    ),
    Worked::perturbed(
        concat!(correlations_moved!(), "`|0.8217 - 0.2753| / 0.8217 = 0.665`, so **0.665**."),
        &["correlations-variation 0 0.665"],
    ),
];

macro_rules! loadings_moved {
    () => {
        "Of two attributes with the correlation r, each has the correlation sqrt((1 + r) / 2) with the first principal component and sqrt((1 - r) / 2) with the second. With r from 0.8217 to 0.2753: from 0.9544 to 0.7985, and from 0.2986 to 0.602. The components weigh `(1 + 0.8217) / 2 = 0.9109` and 0.0891. "
    };
}

/// Correlations with the components.
pub(super) const LOADINGS: [Worked; 3] = [
    Worked::perturbed(
        concat!(
            loadings_moved!(),
            "`(2 * 0.9109 * (0.9544 - 0.7985)^2 + 2 * 0.0891 * (0.2986 - 0.602)^2) / 4 = 0.01517`, so **0.01517**."
        ),
        &["loadings-mean-square 0 0.01517"],
    ),
    Worked::perturbed(
        concat!(
            loadings_moved!(),
            "`(2 * 0.9109 * |0.9544 - 0.7985| + 2 * 0.0891 * |0.2986 - 0.602|) / 4 = 0.0845`: **0.08451**."
        ),
        &["loadings-mean-absolute 0 0.08451"],
    ),
    Worked::perturbed(
        concat!(
            loadings_moved!(),
            "`(2 * 0.9109 * |0.9544 - 0.7985| / 0.9544 + 2 * 0.0891 * |0.2986 - 0.602| / 0.2986) / 4 = 0.1197`, so **0.1197**."
        ),
        &["loadings-variation 0 0.1197"],
    ),
];

macro_rules! commonalities_moved {
    () => {
        "The commonality of an attribute is its squared correlation with the first component: with r from 0.8217 to 0.2753 it went from `(1 + 0.8217) / 2 = 0.9109` to `(1 + 0.2753) / 2 = 0.6377`, for x and y alike. "
    };
}

/// Commonalities of the first component.
pub(super) const COMMONALITIES: [Worked; 3] = [
    Worked::perturbed(
        concat!(commonalities_moved!(), "`(0.9109 - 0.6377)^2 = 0.0746`: **0.07465**."),
        &["commonalities-mean-square 0 0.07465"],
    ),
    Worked::perturbed(
        concat!(commonalities_moved!(), "`|0.9109 - 0.6377| = 0.2732`, so **0.2732**."),
        &["commonalities-mean-absolute 0 0.2732"],
    ),
    Worked::perturbed(
        concat!(commonalities_moved!(), "`|0.9109 - 0.6377| / 0.9109 = 0.3`, so **0.3**."),
        &["commonalities-variation 0 0.3"],
    ),
];

macro_rules! scores_moved {
    () => {
        "With two attributes the components are always their sum and their difference, each with the coefficients `1 / sqrt(2) = 0.7071`, whatever the correlation is. Nothing moved: **0**. With three attributes or more, coefficients move."
    };
}

/// Coefficients of the components.
pub(super) const SCORES: [Worked; 3] = [
    Worked::perturbed(scores_moved!(), &["scores-mean-square 0 0"]),
    Worked::perturbed(scores_moved!(), &["scores-mean-absolute 0 0"]),
    Worked::perturbed(scores_moved!(), &["scores-variation 0 0"]),
];
