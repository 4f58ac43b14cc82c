//! `ridotto explain`: names of every area, what has none, and lists; and `ridotto man`.

use super::case::Case;
use insta::assert_snapshot;

#[test]
fn a_name_of_two_areas() {
    let case = Case::empty();
    assert_snapshot!(case.run(&["explain", "average-risk"]).well().shown(), @r#"
    exit 0
    average-risk (model)

    The mean probability of being found, over all records, is at most `at-most`.
    - Formula: mean over records r of 1 / |C(r)| <= at-most
    - Guarantee: an intruder who tries to find everybody is right about that share of them
      at most.
    - Does not protect against: the intruder who looks for one person: a single record may
      stand alone. Add `k-anonymity`.
    - Parameters: `at-most`, a share: 0.2 is an average class of five.
    - Disclosure: identity.
    - Pros: costs little detail; a figure that a committee can set and compare.
    - Cons: a mean hides its extremes: one person in a thousand may be found for certain.
    - Use it when: an intruder gains only by finding many people; add a small k for the
      single person.
    - Do not use it when: one person who is found is one too many.
    - Also: mean-risk, marketer.

    Keys
      at-most  The greatest share allowed. Required.
      over     The quasi-identifiers that count; all when absent.
      every    Looks at every combination of so many quasi-identifiers.

    Example
      [[require]]
      model = "average-risk"
      at-most = 0.1

    Worked example, on the small table released
      released: The same eight stays, in the same order, as somebody released them: ages by
        decades, postcodes by their first four digits, sex hidden, and pay rounded to 500.
        Its classes are A (rows 1 to 3), B (rows 4 and 5) and C (rows 6 to 8).

      row  age    postcode  sex  disease  pay
      1    30-39  1220*     *    flu      2000
      2    30-39  1220*     *    asthma   2500
      3    30-39  1220*     *    flu      2500
      4    40-49  1230*     *    gout     3000
      5    40-49  1230*     *    cancer   3500
      6    50-59  1230*     *    cancer   4000
      7    50-59  1230*     *    cancer   3000
      8    50-59  1230*     *    cancer   4000

      A record in a class of three is found with probability 1/3, one in a class of two with
      1/2. The mean over all eight is `(3 * 1/3 + 2 * 1/2 + 3 * 1/3) / 8 = 0.375`; it is
      also the number of classes over that of records, `3/8 = 0.375`. The mean is 0.375, and
      single people have more: those of class B 0.5.

      [[require]]
      model = "average-risk"
      at-most = 0.4

      $ ridotto check released.csv --policy stays.toml
        average-risk 0.375 (holds, 0.4 allowed)

    Source: K. El Emam (2013), Guide to the de-identification of personal health information


    average-risk (measure)

    Average risk: The same chance, on average over records.
    - Formula: classes / records
    - Finding a person's record: Three attackers: the *prosecutor* knows that a person is in
      the file, the *journalist* does not and looks among the population, the *marketer*
      tries everybody. Look at the highest risk first: it is the person whom you will have
      to answer to. The journalist's figures need to be told of the population, and trust a
      model of it.
    - Also: mean-risk.

    Worked example, on the small tables stays and released
      stays: Eight stays in a hospital, as they are. An intruder may know `age`, `postcode`
        and `sex` of a person; nobody should learn `disease` and `pay`.
      released: The same eight stays, in the same order, as somebody released them: ages by
        decades, postcodes by their first four digits, sex hidden, and pay rounded to 500.
        Its classes are A (rows 1 to 3), B (rows 4 and 5) and C (rows 6 to 8).

      row  age  postcode  sex  disease  pay     row  age    postcode  sex  disease  pay
      1    31   12201     f    flu      2100    1    30-39  1220*     *    flu      2000
      2    34   12209     f    asthma   2400    2    30-39  1220*     *    asthma   2500
      3    38   12203     m    flu      2700    3    30-39  1220*     *    flu      2500
      4    45   12305     m    gout     3100    4    40-49  1230*     *    gout     3000
      5    47   12301     f    cancer   3400    5    40-49  1230*     *    cancer   3500
      6    52   12308     m    cancer   4100    6    50-59  1230*     *    cancer   4000
      7    55   12306     f    cancer   2900    7    50-59  1230*     *    cancer   3000
      8    58   12302     m    cancer   3900    8    50-59  1230*     *    cancer   4000

      Three classes of eight records: `3/8 = 0.375`, the mean of 1/3, 1/3, 1/3, 1/2, 1/2,
      1/3, 1/3 and 1/3. So 0.375.

      [[mask]]
      method = "round"
      attributes = ["pay"]
      to = 500

      $ ridotto anonymize stays.toml --keep-order --seed 1 --json
        "name": "average-risk", "concern": "risk", "before": 1, "after": 0.375

    Source: K. El Emam (2013), Guide to the de-identification of personal health information
    "#);
}

#[test]
fn a_concept_with_a_table() {
    assert_snapshot!(Case::empty().run(&["explain", "k"]).well().shown(), @r"
    exit 0
    k (concept)

    How many records must look alike: the k of `k-anonymity` and its relatives.
      what is at stake                                       k
      little: low sensitivity, recipients bound by contract  3 to 5
      the usual: medium sensitivity                          5 to 10
      much: high sensitivity, anybody may read the release   10 to 20
    - Meaning: an intruder who finds a person's class picks the right record with
      probability 1/k at most. k = 1 protects nobody; k as large as the file tells nothing.
    - Choosing: first say which risk can be borne, then take k = 1/risk; the table is a rule
      of thumb for those who cannot say. `ridotto inspect` draws what each k would cost,
      `ridotto explore` measures it.
    - Remember: k does not protect sensitive values. With a sensitive attribute take the
      upper half of the row, and add `l-diversity` or `t-closeness`.
    - Example: the small table `released` has classes of 3, 2 and 3 records. Its k is 2:
      whoever knows a person of class B guesses their record with probability 1/2 at most.


    k (key of the policy)

    How many records every combination of quasi-identifiers must have at least. In
    `[[require]]` k-anonymity, `[[require]]` p-sensitive, `[[require]]` alpha-k. For example
    `5`; required.
    How many people of the population every combination must fit at least. In `[[require]]`
    k-map. For example `5`; required.
    How many different values a class must have. In `[[require]]` ke-anonymity. For example
    `3`; required.
    The largest share of the cell that they may have. In `[[require]]` dominance. For
    example `0.85`; required.
    The least size of a group. In `[[mask]]` microaggregate. For example `5`; required.
    ");
}

#[test]
fn a_method_that_must_wait() {
    assert_snapshot!(Case::empty().run(&["explain", "pram"]).well().shown(), @r#"
    exit 0
    pram (masking step)

    Changes categories at random, with known probabilities (post-randomisation).
    - Formula: a category i becomes j with the probability P[i][j]
    - Promises: nobody is sure that a category is the true one; with the matrix, users can
      estimate true counts.
    - Does not promise: much where `retain` is high: then most values are true.
    - Pros: made for categories; the perturbation is known, and can be corrected for.
    - Cons: impossible combinations appear; small groups suffer; needs users who correct for
      it.
    - Use it when: categories are counted, by users who know how.
    - Do not use it when: single records must be true.
    - Also: post-randomisation, post-randomization, randomized-response.

    Keys
      attributes  The attributes whose values are changed. Required.
      retain      The probability with which a value stays; all others that it may become
                  are equally likely to follow, or with `invariant` such that frequencies
                  are kept. A category that more than half of the values have then stays
                  more often.
      matrix      For each value the probabilities of what it becomes; each row sums to 1.
                  They may be values that no record has, or a missing one. Instead of
                  `retain`.
      invariant   Whether the expected frequencies are those of the data. Default: false.
      publish     A file for the matrix, and for the frequencies that can be estimated with
                  it from the release.
      never       What a value never becomes.
      strata      Every combination of these attributes is masked by itself.

    Example
      [[mask]]
      method = "pram"
      attributes = ["status"]
      retain = 0.9

    Worked example, on the small table stays
      stays: Eight stays in a hospital, as they are. An intruder may know `age`, `postcode`
        and `sex` of a person; nobody should learn `disease` and `pay`.

      row  age  postcode  sex  disease  pay
      1    31   12201     f    flu      2100
      2    34   12209     f    asthma   2400
      3    38   12203     m    flu      2700
      4    45   12305     m    gout     3100
      5    47   12301     f    cancer   3400
      6    52   12308     m    cancer   4100
      7    55   12306     f    cancer   2900
      8    58   12302     m    cancer   3900

      Each f stays f with probability 0.8 and becomes m with `1 - 0.8 = 0.2`; m likewise. Of
      eight, `8 * 0.2 = 1.6` change on average; with this seed 2 cells did. Since the matrix
      is published, a reader can estimate the true numbers: 4.0 women were observed, and as
      many are estimated.

      [[mask]]
      method = "pram"
      attributes = ["sex"]
      retain = 0.8
      publish = "matrix.json"

      $ ridotto anonymize stays.toml --keep-order --seed 1
        masked first pram of sex (2 cells)
        "observed": [ 4.0,

    Source: J. M. Gouweleeuw, P. Kooiman, L. C. R. J. Willenborg, P.-P. de Wolf (1998), Post
      randomisation for statistical disclosure control
    "#);
}

#[test]
fn keys_values_measures_attacks_and_codes() {
    let case = Case::empty();
    assert_snapshot!(case.run(&["explain", "suppression"]).well().shown(), @r"
    exit 0
    suppression (key of the policy)

    At most this share of the records is suppressed, rounded down to whole records. Where
    attributes are generalised and cells suppressed: of so many records the levels may leave
    the class too small. In `[release]`. For example `0.02`; `0.0` when absent.
    ");
    assert_snapshot!(case.run(&["explain", "distance"]).well().shown(), @r#"
    exit 0
    distance (key of the policy)

    How the distance of two distributions is measured. In `[[require]]` t-closeness,
    `close`. For example `"ordered"`; `"equal"` when absent.

    Values
      "equal"             Any two values are equally far apart.
      "ordered"           Values are as far apart as their ranks.
      "hierarchical"      Values are as far apart as their nearest common ancestor in the
                          attribute's hierarchy is high.
      "continuous"        Numbers are as far apart as they are, relative to their range.
      "kullback-leibler"  The Kullback-Leibler divergence.
    "#);
    assert_snapshot!(case.run(&["explain", "recursive"]).well().shown(), @r"
    exit 0
    recursive (value in the policy)

    The most frequent one is less than c times as frequent as the rare ones together. A
    value of `kind` in `[[require]]` l-diversity.
    ");
    assert_snapshot!(case.run(&["explain", "Separation"]).well().shown(), @r"
    exit 0
    separation (measure)

    Separation: The share of all pairs of records that this attribute alone tells apart.
    - Formula: pairs of records with different values / pairs of records
    - What each quasi-identifier gives away: *Distinction* counts different values,
      *separation* counts pairs of records that are told apart; both are 0 for a constant
      and near 1 for a key. They say which attribute to generalise first. What an attribute
      adds depends on the others: two that say the same add little each.
    - Also: separation-ratio.

    Worked example, on the small tables stays and released
      stays: Eight stays in a hospital, as they are. An intruder may know `age`, `postcode`
        and `sex` of a person; nobody should learn `disease` and `pay`.
      released: The same eight stays, in the same order, as somebody released them: ages by
        decades, postcodes by their first four digits, sex hidden, and pay rounded to 500.
        Its classes are A (rows 1 to 3), B (rows 4 and 5) and C (rows 6 to 8).

      row  age  postcode  sex  disease  pay     row  age    postcode  sex  disease  pay
      1    31   12201     f    flu      2100    1    30-39  1220*     *    flu      2000
      2    34   12209     f    asthma   2400    2    30-39  1220*     *    asthma   2500
      3    38   12203     m    flu      2700    3    30-39  1220*     *    flu      2500
      4    45   12305     m    gout     3100    4    40-49  1230*     *    gout     3000
      5    47   12301     f    cancer   3400    5    40-49  1230*     *    cancer   3500
      6    52   12308     m    cancer   4100    6    50-59  1230*     *    cancer   4000
      7    55   12306     f    cancer   2900    7    50-59  1230*     *    cancer   3000
      8    58   12302     m    cancer   3900    8    50-59  1230*     *    cancer   4000

      There are `8 * 7 / 2 = 28` pairs of records. Decades part all but `3 + 1 + 3 = 7` of
      them: `(28 - 7) / 28 = 0.75`, so 0.75 after and 1 before.

      $ ridotto assess stays.csv released.csv --policy stays.toml --same-order -v
        separation of age 1 0.75

    Source: R. Motwani, Y. Xu (2007), Efficient algorithms for masking and finding
      quasi-identifiers
    ");
    assert_snapshot!(case.run(&["explain", "homogeneity"]).well().shown(), @r"
    exit 0
    homogeneity (attack)

    All records that fit a person have the same sensitive value, so it is known without
    knowing which record is whose. Disclosure: attribute.
    - Found: one value is left among the records that fit.
    - The intruder knows: people's quasi-identifiers, and that they are in the release.
    - Stopped or bounded by: l-diversity, p-sensitive, alpha-k, ke-anonymity, t-closeness,
      delta-disclosure, beta-likeness.
    - Also: homogeneity-attack.

    Worked example, on the small tables stays and released
      stays: Eight stays in a hospital, as they are. An intruder may know `age`, `postcode`
        and `sex` of a person; nobody should learn `disease` and `pay`.
      released: The same eight stays, in the same order, as somebody released them: ages by
        decades, postcodes by their first four digits, sex hidden, and pay rounded to 500.
        Its classes are A (rows 1 to 3), B (rows 4 and 5) and C (rows 6 to 8).

      row  age  postcode  sex  disease  pay     row  age    postcode  sex  disease  pay
      1    31   12201     f    flu      2100    1    30-39  1220*     *    flu      2000
      2    34   12209     f    asthma   2400    2    30-39  1220*     *    asthma   2500
      3    38   12203     m    flu      2700    3    30-39  1220*     *    flu      2500
      4    45   12305     m    gout     3100    4    40-49  1230*     *    gout     3000
      5    47   12301     f    cancer   3400    5    40-49  1230*     *    cancer   3500
      6    52   12308     m    cancer   4100    6    50-59  1230*     *    cancer   4000
      7    55   12306     f    cancer   2900    7    50-59  1230*     *    cancer   3000
      8    58   12302     m    cancer   3900    8    50-59  1230*     *    cancer   4000

      Whoever is between 50 and 59 and lives in 1230x is in class C, and all its three
      records have cancer. Nobody needs to be found for that: 3 people's disease is learnt,
      and it is right.

      $ ridotto attack stays.csv released.csv --policy stays.toml --same-order
        attack people claimed right wrong of mean surest gain
        homogeneity of disease learnt 3 3 0 8 0.75 1 0.25

    Source: A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam (2007),
      l-diversity: privacy beyond k-anonymity, doi:10.1145/1217299.1217302
    ");
    assert_snapshot!(case.run(&["explain", "policy::weak"]).well().shown(), @r"
    exit 0
    policy::weak (code)

    Warning: a requirement that holds formally and leaves a known attack open.
    - What to do: The message names the attack and what stops it.
    ");
}

#[test]
fn what_people_call_it() {
    let case = Case::empty();
    let name = |called: &str| {
        let told = case.run(&["explain", called, "--json"]).well().json();
        told["explanations"][0]["name"].as_str().unwrap().to_owned()
    };
    for (called, own) in [
        ("SUDA2", "special-uniques"),
        ("Fellegi Sunter", "linked-by-probability"),
        ("composition", "intersection"),
        ("tracker", "differencing"),
        ("(k,e)", "ke-anonymity"),
    ] {
        assert_eq!(name(called), own);
    }
    let nearly = case.run(&["explain", "felegi-sunter"]);
    assert!(nearly.stderr.contains("did you mean `fellegi-sunter`?"), "{}", nearly.stderr);
}

#[test]
fn names_that_are_not_there() {
    let case = Case::empty();
    assert_snapshot!(case.run(&["explain", "average-risks"]).shown(), @r"
    exit 2
    usage

      × there is nothing to explain under `average-risks`
      help: did you mean `average-risk`?
    ");
    assert_snapshot!(case.run(&["explain", "quasi-identifer"]).shown(), @r"
    exit 2
    usage

      × there is nothing to explain under `quasi-identifer`
      help: did you mean `quasi-identifier`?
    ");
    assert_snapshot!(case.run(&["explain", "sunshine"]).shown(), @r"
    exit 2
    usage

      × there is nothing to explain under `sunshine`
      help: `ridotto explain` alone lists all names
    ");
}

#[test]
fn all_names_by_area() {
    let case = Case::empty();
    let all = case.run(&["explain"]).well().stdout;
    let models = all.split("\n\n").find(|part| part.starts_with("Models")).unwrap();
    assert_snapshot!(models, @r"
    Models: what a release can be required to satisfy
      k-anonymity                 Every combination of quasi-identifier values that occurs
                                  at all occurs in at least `k` records.
      k-map                       Every combination belongs to at least `k` people of the
                                  *population* that the records are a sample of.
      average-risk                The mean probability of being found, over all records, is
                                  at most `at-most`.
      sample-uniqueness           At most the share `at-most` of the records is alone in its
                                  class.
      population-uniqueness       At most the share `at-most` of the records is, by an
                                  estimate, alone in the whole population.
      l-diversity                 Every class has at least `l` well represented values of
                                  the sensitive attribute.
      p-sensitive                 Every class has at least `k` records and at least `p`
                                  different values of the sensitive attribute.
      alpha-k                     Every class has at least `k` records, and no sensitive
                                  value a share above `alpha` in it.
      ke-anonymity                Every class has at least `k` different values of a numeric
                                  sensitive attribute, and the least and the greatest of
                                  them are at least `e` apart.
      t-closeness                 In every class the sensitive values are distributed nearly
                                  as in the whole file: the distance is at most `t`.
      delta-disclosure            In every class each sensitive value is about as likely as
                                  in the whole file: the logarithm of the factor stays below
                                  `delta`.
      beta-likeness               In no class does a sensitive value become much likelier
                                  than in the whole file: the gain is at most `beta`, as a
                                  share of its likelihood.
      delta-presence              Of the people of the population who look like a class, the
                                  share that is in the file lies between `at-least` and
                                  `at-most`.
      differential-privacy        The release would be nearly as likely without any one
                                  record.
      k-anonymity-with-wildcards  Every record fits at least `k` records of the release, if
                                  a suppressed or missing cell fits anything.
      minimum-frequency           A cell of a table, or a total of any level, is sensitive
                                  if it has contributors, and fewer than `n`.
      dominance                   A cell of amounts is sensitive if its `n` largest
                                  contributors together have more than the share `k` of it.
      p-percent                   A cell of amounts is sensitive if its second largest
                                  contributor, who takes their own part off the total, knows
                                  the largest to less than `p` per cent.
      pq                          A cell of amounts is sensitive if somebody who knew every
                                  contribution to `q` per cent before can learn the largest
                                  to less than `p` per cent.
      request                     A cell of amounts is sensitive if its largest contributor
                                  asks not to be told of; with `share`, if anybody who asks
                                  contributes more than that.
    ");
    let headings = all.split("\n\n").filter_map(|part| part.lines().next());
    assert_snapshot!(headings.collect::<Vec<_>>().join("\n"), @r"
    Concepts
    Models: what a release can be required to satisfy
    Algorithms: how it is searched for
    Objectives: what is made as small as possible
    Masking steps: what is done to values before the search
    Methods for tables: what is done to cells
    Pseudonyms: what stands for identifiers
    Hierarchies: how values become coarser
    Formats: how tables are read and written
    Measures of risk and utility
    Attacks
    Keys of the policy
    Values of keys
    Codes of errors and warnings
    `ridotto explain NAME` tells more.
    ");
}

#[test]
fn by_machine() {
    let case = Case::empty();
    let one = case.run(&["explain", "round", "--json"]).well().json();
    assert_eq!(one["name"], "round");
    let first = &one["explanations"][0];
    assert_eq!((&first["area"], &first["available"]), (&"mask".into(), &true.into()));
    assert_eq!(first["parameters"][0]["name"], "attributes");
    assert!(first["example"].as_str().unwrap().starts_with("[[mask]]"));
    let all = case.run(&["explain", "--json"]).well().json();
    assert!(all["names"].as_array().unwrap().len() > 300);
}

#[test]
fn manual_pages() {
    let case = Case::empty();
    let program = case.run(&["man"]).well().stdout;
    assert!(
        program.contains(".TH ridotto 1") && program.contains("ridotto\\-anonymize"),
        "{program}"
    );
    let verb = case.run(&["man", "anonymize"]).well().stdout;
    assert!(verb.contains(".TH ridotto-anonymize 1") && verb.contains("recoding"), "{verb}");
    assert_snapshot!(case.run(&["man", "anonymise"]).shown(), @r"
    exit 2
    usage

      × there is no verb `anonymise`
      help: did you mean `anonymize`?
    ");
}
