//! The same decision on new data: a plan whose decision was made before.

mod beyond;
mod built;
mod held;
mod placed;
mod regions;
mod shown;

use crate::bind::{
    self, BoundColumn, Method, Plan, Portfolio, RequirementContext, names_of, wanted,
};
use crate::data::Data;
use crate::decision::{Beside, Decision, Found, Recoded, Restored};
use crate::guarantee::required_level;
use crate::requirement::{ModelColumn, Requirement};
use crate::saved::{SavedColumn, SavedRecoding};
use crate::shortfall::{Shortfall, Tried};
use crate::steps;
use crate::weights::Weight;
use ridotto_core::class::{Tally, mark_rows};
use ridotto_core::hierarchy::TOP;
use ridotto_core::objective::{Aggregate, Objective};
use ridotto_core::{ClassTable, Code, CodeColumn, Codes, Hierarchy, Kind};
use ridotto_io::{Column, ReadAs, Table};
use ridotto_micro::algorithm::Algorithm;
use ridotto_micro::evaluate;
use ridotto_policy::Policy;
use ridotto_policy::language::Role;
use ridotto_release::Error;
use ridotto_release::{Instead, Opened, Rows, Run, Siblings, StepsOf, years};
use ridotto_report::{Levels, ObjectiveReport, ReleaseReport, Report};
use ridotto_verify::Verified;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

impl Plan {
    /// A plan that makes a saved decision again. Files that its policy names are beside it.
    pub fn restore(
        saved: Arc<SavedRecoding>,
        policy: &Arc<Policy>,
        (recoding, instead): (&Path, &Instead),
        inputs: &Opened,
        siblings: &Siblings,
    ) -> Result<Self, Error> {
        if policy.private_file().is_some() || policy.privacy.first().is_some() {
            return Err(Error::Usage {
                message: "a differentially private step cannot be applied from a saved decision"
                    .into(),
                hint: "run `ridotto anonymize` with a policy, which settles what the data may not"
                    .into(),
            });
        }
        let input = inputs.first();
        let names = names_of(input);
        let mut wants = wants(&saved, policy, inputs, siblings)?;
        // What private noise hides is read cell by cell here, too.
        let stand = (siblings.stand)(policy, input, &wants)?;
        for (want, _) in wants.iter_mut().zip(stand).filter(|(_, stands)| *stands) {
            *want = ReadAs::Code { kind: Some(Kind::Text) };
        }
        let is_companion = |name: &str| policy.companions().any(|other| other.value == name);
        let listed: Vec<&str> = names.iter().map(String::as_str).collect();
        let folder = recoding.parent().unwrap_or(Path::new(""));
        let columns = names.iter().map(|name| {
            let role = saved.role(name).flatten();
            let is_wanted = role.is_some() || is_companion(name);
            BoundColumn {
                role: role.unwrap_or(Role::Identifier),
                attribute: policy.attributes.iter().position(|of| *of.name == **name),
                want: if is_wanted { ReadAs::Code { kind: None } } else { ReadAs::Skip },
                is_released: role.is_some(),
            }
        });
        let columns: Vec<BoundColumn> = columns.collect();
        let steps = (siblings.steps)(&StepsOf {
            policy,
            names: &listed,
            wanted: &wanted(&columns),
            folder,
            reading: &inputs.options,
            instead: Some(instead),
        })?;
        Ok(Self {
            policy: Arc::clone(policy),
            folder: folder.to_owned(),
            reading: inputs.options.clone(),
            columns,
            steps,
            names,
            wants,
            method: Method::ByValue(Algorithm::None),
            portfolio: Portfolio::default(),
            objective: Objective::Loss(Aggregate::Mean),
            private: None,
            persons: None,
            saved: Some(saved),
            others: instead.key_file.iter().cloned().chain([recoding.to_owned()]).collect(),
            siblings: siblings.clone(),
        })
    }
}

/// What is read of each column.
fn wants(
    saved: &SavedRecoding,
    policy: &Policy,
    inputs: &Opened,
    siblings: &Siblings,
) -> Result<Vec<ReadAs>, Error> {
    let source = &*inputs.first().source;
    let released = saved.columns.iter().filter(|column| column.role != "dropped");
    source.expect(released.map(|column| column.name.as_str()))?;
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    let data = source.name();
    if let Some(lacking) = saved
        .columns
        .iter()
        .find(|column| column.role != "dropped" && !names.contains(&column.name.as_str()))
    {
        return Err(Error::Usage {
            message: format!("{}: there is no column `{}`", data.display(), lacking.name),
            hint: "a recoding fits files with the columns of the one it was made from".into(),
        });
    }
    let mut wants = Vec::with_capacity(names.len());
    for &name in &names {
        let is_companion = policy.companions().any(|other| other.value == name);
        let want = match saved.want(name) {
            Some(ReadAs::Skip | ReadAs::Carry) if is_companion => Some(ReadAs::Code { kind: None }),
            want => want,
        };
        let Some(want) = want else {
            return Err(Error::Usage {
                message: format!("{}: the column `{name}` is new", data.display()),
                hint: "the recoding does not say what to do with it: remove the column, or make a \
                       new recoding"
                    .into(),
            });
        };
        wants.push(want);
    }
    (siblings.wants)(policy, &names, &mut wants)?;
    Ok(wants)
}

/// The level, and the height of the hierarchy, of each quasi-identifier.
type LevelsAndHeights = (Vec<u8>, Vec<u8>);

/// What is counted of each quasi-identifier, the label of each value, and how many labels there are.
struct Labels<'a> {
    columns: Vec<CodeColumn<'a>>,
    up: Vec<Cow<'a, [Code]>>,
    groups: Vec<usize>,
}

impl Data {
    /// Data as a saved decision sees them. Steps are done anew: thresholds and lists are those of the
    /// policy, and a sample is drawn again, so that who is not drawn is not in this release either.
    pub(crate) fn restore(
        plan: &Plan,
        saved: &Arc<SavedRecoding>,
        mut table: Table,
        run: &mut Run<'_>,
    ) -> Result<Self, Error> {
        let policy = &plan.policy;
        let order_of = |attribute: &_| Ok(saved.order(attribute));
        ridotto_release::ordinal::put_in_order(policy, &mut table, &order_of)?;
        let weight = Weight::of_input(policy, &table, |name| saved.role(name).flatten())?;
        steps::run(plan, &mut table, run)?;
        let warnings = run.trail.lints.drain(..).map(|lint| lint.message);
        run.trail.notes.extend(warnings);
        if policy.masks.iter().any(|mask| mask.facts().samples.is_some()) {
            run.trail.notes.push(
                "a new sample was drawn: whoever has several releases of the same people has more \
                 of them than each sample alone"
                    .into(),
            );
        }
        same_keys(saved, &run.trail.keys)?;
        let (requirements, judged) = requirements(policy, saved, &table)?;
        let asked = (&requirements[..], &judged[..]);
        let (keys, hierarchies, restored) = shown::restored(saved, policy, &table, asked);
        run.trail.notes.extend(restored.unplaced.iter().cloned());
        Ok(Self {
            policy: Arc::clone(policy),
            table,
            columns: plan.columns.clone(),
            keys,
            hierarchies,
            sensitive: Vec::new(),
            requirements,
            judged,
            method: plan.method,
            portfolio: Portfolio::default(),
            objective: plan.objective,
            keys_of: run.trail.keys.clone(),
            weight,
            missing: saved.missing.clone(),
            private: None,
            settled: None,
            people: None,
            restored: Some(restored),
            planned: steps::planned(&plan.steps),
            steps: run.trail.steps.clone(),
            lints: Vec::new(),
        })
    }

    /// Decides about every record as was decided before. A class that fails is suppressed; if more than
    /// the allowed share would have to be, there is no release.
    pub(crate) fn decide_again(
        &self,
        (restored, saved): (&Restored, &SavedRecoding),
        run: &mut Run<'_>,
    ) -> Result<Found, Error> {
        let rows = self.table.rows;
        let before = Tally::count(&self.key_columns(), rows);
        let Labels { columns, up, groups } = self.labels(restored);
        let up: Vec<&[Code]> = up.iter().map(|up| &**up).collect();
        let judged: Vec<CodeColumn<'_>> =
            self.judged.iter().map(|judged| judged.column(&self.table)).collect();
        let classes = ClassTable::count(&columns, &judged, rows);
        let recoded = classes.coarsen(&up, &groups);
        run.seconds.count = run.lap();
        let asked = self.asked();
        let failing = evaluate::suppressed(&recoded, &asked);
        let person = self.person();
        let suppressed = match person {
            Some(person) => {
                unlike(&columns, (&up, &groups), judged[person], rows, &self.requirements)
            }
            None => mark_rows(recoded.keys(), &columns, &up, rows, |class| failing[class]),
        };
        let count = suppressed.iter().filter(|&&gone| gone).count() as u64;
        let limit = saved.share().map_or(0, |share| share.of(rows as u64));
        let holds = person.is_some() || evaluate::tables_hold(&recoded, &failing, &asked);
        if count > limit || count == rows as u64 || !holds {
            let sizes = recoded.keys().counts();
            return Err(unmet(&self.requirements, sizes, person.is_some(), (count, limit)));
        }
        let kept: Vec<u32> = Rows::Without(&suppressed).iter().collect();
        let stars = |(at, one): (usize, &crate::decision::LocalLabels)| {
            one.labels.stars(&kept, self.key_columns()[at].codes, self.dictionary(at).code(TOP))
        };
        let cells = match &restored.shown {
            Recoded::ByValue(_) => 0,
            Recoded::ByRecord(local) => local.attributes.iter().enumerate().map(stars).sum(),
        };
        let decision = Decision {
            method: self.method,
            shown: restored.shown.clone(),
            gone: suppressed,
            keeps: saved.keep_suppressed,
            suppressed: count,
            cells,
            losses: Vec::new(),
            scale: None,
        };
        Ok(Found {
            decision,
            proved: false,
            nodes: 1.0,
            checked: 1,
            levels: None,
            score: 0.0,
            notes: Vec::new(),
            minimal: None,
            looked: None,
            cells_needed: None,
            sizes: before.counts().to_vec(),
            beside: Beside::default(),
        })
    }

    /// What is counted of each quasi-identifier, and what it shows.
    fn labels<'a>(&'a self, restored: &'a Restored) -> Labels<'a> {
        let keys = self.key_columns();
        match &restored.shown {
            Recoded::ByValue(_) => Labels {
                up: self.hierarchies.iter().map(|of| Cow::Borrowed(of.map(1))).collect(),
                groups: self.hierarchies.iter().map(|of| of.groups(1)).collect(),
                columns: keys,
            },
            Recoded::ByRecord(local) => {
                let columns = local.attributes.iter().map(|one| one.labels.column());
                let columns: Vec<CodeColumn<'_>> = columns.collect();
                let groups: Vec<usize> = columns.iter().map(|column| column.values).collect();
                let same = |&groups: &usize| Cow::Owned((0..groups as Code).collect());
                Labels { up: groups.iter().map(same).collect(), groups, columns }
            }
        }
    }

    /// Tells what became of the records: nothing was searched, so that there is no objective.
    pub(crate) fn account_again(
        &self,
        restored: &Restored,
        found: &Found,
        siblings: &Siblings,
        verified: &Verified,
        notes: Vec<String>,
        report: &mut Report,
    ) {
        let named = |of: fn(&LevelsAndHeights) -> &Vec<u8>| {
            // Levels are told only if every attribute has one for all its values.
            let levels = restored.levels.as_ref().map(|levels| of(levels).clone());
            let names = self.keys.iter().map(|key| key.name.clone());
            Levels(names.zip(levels.unwrap_or_default()).collect())
        };
        report.release = ReleaseReport {
            algorithm: "saved-recoding".into(),
            proved_optimal: false,
            nodes: 1.0,
            checked: 1,
            levels: named(|of| &of.0),
            heights: named(|of| &of.1),
            suppressed_rows: Some(found.decision.suppressed),
            suppressed_cells: found.decision.cells,
            classes: verified.classes() as u64,
            objective: ObjectiveReport { name: "none".into(), aggregate: None, value: Some(0.0) },
            ..ReleaseReport::default()
        }
        .into();
        let gone = found.decision.suppressed;
        report.findings = (siblings.of_classes)(&found.sizes, &verified.sizes(), gone);
        report.findings.extend(self.scaled(&found.decision).map(|scaled| scaled.finding()));
        report.notes.extend(years::note(&self.table));
        report.notes.extend(notes);
        report.notes.extend(self.scaled(&found.decision).map(|scaled| scaled.note()));
        report.notes.extend(restored.notes.iter().cloned());
    }
}

/// Pseudonyms must come from the keys that they came from before.
fn same_keys(saved: &SavedRecoding, made: &[(String, String)]) -> Result<(), Error> {
    let now = |name: &str| made.iter().find(|(of, _)| of == name).map(|(_, key)| key);
    let is_other =
        |column: &&SavedColumn| column.key.is_some() && column.key.as_ref() != now(&column.name);
    match saved.columns.iter().find(is_other) {
        None => Ok(()),
        Some(column) => Err(Error::Usage {
            message: format!("`{}` had its pseudonyms from another key", column.name),
            hint: "say `RestoreOptions::key_file` with the key that the recoding was made with"
                .into(),
        }),
    }
}

/// The rows of persons whom too few are like with all their rows, as these are shown.
fn unlike(
    columns: &[CodeColumn<'_>],
    (up, groups): (&[&[Code]], &[usize]),
    person: CodeColumn<'_>,
    rows: usize,
    requirements: &[Requirement],
) -> Vec<bool> {
    let recode = |(at, key): (usize, &CodeColumn<'_>)| -> Codes {
        let labels: Vec<Code> = key.codes.iter().map(|code| up[at][code as usize]).collect();
        Codes::from_codes(&labels, groups[at])
    };
    let shown: Vec<Codes> = columns.iter().enumerate().map(recode).collect();
    let shown: Vec<CodeColumn<'_>> =
        (shown.iter().zip(groups)).map(|(codes, &values)| CodeColumn { codes, values }).collect();
    let k = requirements.iter().map(|required| required_level(required.model.bound()));
    let k = k.fold(1.0, f64::max);
    let alike = evaluate::persons_alike(&shown, person, rows);
    alike.into_iter().map(|persons| (persons as f64) < k).collect()
}

/// More records than may be would have to be suppressed.
fn unmet(
    requirements: &[Requirement],
    sizes: &[u64],
    by_person: bool,
    (gone, limit): (u64, u64),
) -> Error {
    let least = requirements.iter().map(|required| required.of_all()?.least_size());
    let k: Option<u64> = least.reduce(|a, b| Some(a?.max(b?))).flatten();
    match k.filter(|_| !by_person) {
        Some(k) => Shortfall::nearest(Tried::Recoding, sizes, k, limit),
        None => Shortfall::models(Tried::Recoding, sizes.iter().sum(), gone, limit),
    }
    .into()
}

/// What must hold, tied to the new data.
fn requirements(
    policy: &Policy,
    saved: &SavedRecoding,
    table: &Table,
) -> Result<(Vec<Requirement>, Vec<ModelColumn>), Error> {
    let hierarchy = |name: &str, at: usize| {
        let saved_as = saved.sensitive.iter().find(|of| of.attribute == name)?;
        match &table.columns[at] {
            Column::Coded { dictionary, .. } => saved_as.compile(dictionary, &saved.missing),
            _ => None,
        }
    };
    let hierarchies: Vec<Option<Hierarchy>> =
        table.names.iter().enumerate().map(|(at, name)| hierarchy(name, at)).collect();
    let sensitive = table.names.iter().enumerate();
    let sensitive = sensitive
        .filter(|(_, name)| policy.attribute(name).is_some_and(|of| of.has_role(Role::Sensitive)))
        .filter(|(_, name)| saved.role(name).flatten().is_some())
        .map(|(at, name)| (name.as_str(), at, hierarchies[at].as_ref()));
    bind::bind_requirements(&RequirementContext {
        policy,
        table,
        keys: saved.key_names(),
        sensitive: sensitive.collect(),
        has_population: false,
        may_lack_values: true,
        unshown: &[],
        baselines: &[],
    })
}
