//! `spatiq import vrd25`: the released annotations as a dataset of ours.

mod images;
mod places;

use super::{MOST_NAMED, check_apart, read_whole};
use crate::Outcome;
use crate::args::ImportVrd25;
use crate::interrupt::stop_on_ctrl_c;
use crate::output::{counted, grouped, print, table, write_whole};
use anyhow::{Context, bail};
use images::Images;
use places::Places;
use spatiq_bench::dataset::{self, Imported, ImportedFile, Plan, TaskPlan};
use spatiq_bench::{Item, RelationKind, Settings, Split, Task};
use spatiq_families::vrd25::open_images::{self, Hierarchy};
use spatiq_families::vrd25::released::{
    self, Faults, FileText, PairRow, Release, Released, Setting, Survey, file_names,
};
use spatiq_families::vrd25::{ACROSS_DEPTH, Vrd25, WITHIN_DEPTH, WITHIN_OCCLUSION};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Runs the command.
pub fn run(args: &ImportVrd25) -> anyhow::Result<Outcome> {
    check_apart(&args.folder, &args.out)?;
    let mut reading = Reading::new(args)?;
    reading.releases()?;
    let hierarchy = reading.hierarchy()?;
    let filters = reading.filters(hierarchy.as_ref())?;
    let Reading { releases, faults, mut files, classes, places, .. } = reading;
    let tasks = tasks(&releases);
    if tasks.is_empty() {
        let why = if faults.counts.is_empty() {
            "its files have a head and no rows"
        } else {
            "every row was left out"
        };
        bail!("{} has no labelled pairs: {why}", args.folder.display());
    }
    let images = Images { pictures: places.images, depths: places.depths };
    if let Some(path) = &args.left_out {
        write_whole(path, &faults.as_csv())?;
    }
    files.extend(images.record(&image_ids(&releases)));
    let beside = releases.iter().filter_map(|((setting, split), release)| {
        Some((file_names(*setting, *split)[0].clone(), released::unasked(release)?))
    });
    let plan = plan(args, &tasks, files, beside.collect())?;
    let place = |task: usize, split: Split, index: u64| -> Result<Item, dataset::Error> {
        let (vrd, of) = &tasks[task];
        let release = of[&split];
        let (ids, pairs): &(Vec<String>, Vec<PairRow>) = &release.pairs[index as usize];
        let mut evidence = Released::new(release, ids, pairs, &classes);
        if let Some(hierarchy) = &hierarchy {
            evidence.find_parts(hierarchy);
        }
        let pictures = images.read(ids)?;
        evidence.pictures = pictures.iter().map(|picture| released::hash(&picture.png)).collect();
        let id = format!("{}/{split}/{index:06}", vrd.name());
        let item = evidence.item(id.clone(), vrd.0, pictures);
        item.map_err(|error| dataset::Error::Request(format!("{id}: {error}")))
    };
    let summary = dataset::import(&plan, &args.out, stop_on_ctrl_c(), place)?;
    let mut text = comparison(&releases);
    text += &filters;
    text += &left_out(&faults);
    text += &seen(&releases, &images);
    let (questions, pictures) = (counted(summary.items, "question"), counted(summary.pictures, "picture"));
    print(&format!("{text}\n{}: {questions} with {pictures}", args.out.display()))?;
    Ok(Outcome::Done)
}

/// What was read, by setting and split.
type Releases = BTreeMap<(Setting, Split), Release>;

struct Reading<'a> {
    folder: &'a Path,
    places: Places,
    classes: BTreeMap<String, String>,
    releases: Releases,
    faults: Faults,
    files: Vec<ImportedFile>,
}

impl<'a> Reading<'a> {
    fn new(args: &'a ImportVrd25) -> anyhow::Result<Self> {
        let places = Places::find(&args.folder)?;
        let mut reading = Self {
            folder: &args.folder,
            places,
            classes: BTreeMap::new(),
            releases: BTreeMap::new(),
            faults: Faults { strict: args.strict, ..Faults::default() },
            files: Vec::new(),
        };
        if let Some((name, bytes)) = reading.read(places::CLASSES)? {
            reading.classes =
                released::classes(FileText { name: &name, bytes: &bytes }).map_err(anyhow::Error::msg)?;
        }
        Ok(reading)
    }

    /// A file by its name, if it is there; it is noted as one that was read.
    fn read(&mut self, name: &str) -> anyhow::Result<Option<(String, Vec<u8>)>> {
        let Some(found) = self.places.files.get(name) else { return Ok(None) };
        let bytes =
            read_whole(&found.path).with_context(|| format!("cannot read {}", found.path.display()))?;
        self.files.push(ImportedFile::new(found.name.clone(), &bytes));
        Ok(Some((found.name.clone(), bytes)))
    }

    fn releases(&mut self) -> anyhow::Result<()> {
        for setting in Setting::ALL {
            for split in Split::ALL {
                let names = file_names(setting, split);
                let [objects, pairs] = [self.read(&names[0])?, self.read(&names[1])?];
                let (objects, pairs) = match (&objects, &pairs) {
                    (None, None) => continue,
                    (Some(objects), Some(pairs)) => (objects, pairs),
                    (None, Some(_)) => {
                        bail!("{} has {} and no {}", self.folder.display(), names[1], names[0])
                    }
                    (Some(_), None) => {
                        bail!("{} has {} and no {}", self.folder.display(), names[0], names[1])
                    }
                };
                let [objects, pairs] =
                    [objects, pairs].map(|(name, bytes)| FileText { name, bytes: bytes.as_slice() });
                let release = released::read(setting, objects, pairs, &mut self.faults);
                self.releases.insert((setting, split), release.map_err(anyhow::Error::msg)?);
            }
        }
        if self.releases.is_empty() {
            let wanted = file_names(Setting::Within, Split::Val).join(" and ");
            bail!("{} has no files of 2.5VRD, such as {wanted}", self.folder.display());
        }
        Ok(())
    }

    /// Which classes are parts of which, if the file is there.
    fn hierarchy(&mut self) -> anyhow::Result<Option<Hierarchy>> {
        let Some((name, bytes)) = self.read(places::HIERARCHY)? else { return Ok(None) };
        Hierarchy::read(FileText { name: &name, bytes: &bytes }).map(Some).map_err(anyhow::Error::msg)
    }

    /// What the paper's filters make of the boxes of Open Images, for people.
    fn filters(&mut self, hierarchy: Option<&Hierarchy>) -> anyhow::Result<String> {
        let mut text = String::new();
        for split in Split::ALL {
            let name = places::boxes(split);
            let Some((name, bytes)) = self.read(&name)? else { continue };
            let Some(release) = self.releases.get(&(Setting::Within, split)) else { continue };
            let file = FileText { name: &name, bytes: &bytes };
            let survey = open_images::filter(file, hierarchy, release, &mut self.faults);
            let survey = survey.map_err(anyhow::Error::msg)?;
            let rows: Vec<Vec<String>> =
                survey.lines().into_iter().map(|(what, count)| vec![what, grouped(count)]).collect();
            let note = if hierarchy.is_none() {
                "  (without the hierarchy of classes, parts and clothing are not known)\n"
            } else {
                ""
            };
            text += &format!("\nThe paper's filters over {name}\n{}{note}", table(&rows));
        }
        Ok(text)
    }
}

/// The tasks that there is data for, and where it is.
fn tasks(releases: &Releases) -> Vec<(&'static Vrd25, BTreeMap<Split, &Release>)> {
    let mut tasks = Vec::new();
    for task in [&WITHIN_DEPTH, &WITHIN_OCCLUSION, &ACROSS_DEPTH] {
        let setting = if task.0 == RelationKind::DepthAcross { Setting::Across } else { Setting::Within };
        let of = releases.iter().filter(|((own, _), release)| *own == setting && !release.pairs.is_empty());
        let of: BTreeMap<Split, &Release> = of.map(|((_, split), release)| (*split, release)).collect();
        if !of.is_empty() {
            tasks.push((task, of));
        }
    }
    tasks
}

fn plan(
    args: &ImportVrd25,
    tasks: &[(&'static Vrd25, BTreeMap<Split, &Release>)],
    files: Vec<ImportedFile>,
    beside: BTreeMap<String, String>,
) -> anyhow::Result<Plan> {
    let imported = Imported {
        from: "the annotations of 2.5VRD (google-research-datasets/2.5vrd)".into(),
        license: "Google LLC, CC BY 4.0".into(),
        files,
        beside,
    };
    let mut plans = Vec::new();
    for (task, of) in tasks {
        let counts = of.iter().map(|(split, release)| (*split, release.pairs.len() as u64)).collect();
        plans.push(TaskPlan {
            task: *task,
            preset: None,
            settings: Settings::new(task.settings(), [])?,
            counts,
        });
    }
    Ok(Plan { seed: 0, format: args.format.into(), imported: Some(imported), shard: None, tasks: plans })
}

/// What was found beside what the paper says.
fn comparison(releases: &Releases) -> String {
    let surveys: Vec<Survey> =
        releases.iter().map(|((setting, split), release)| Survey::new(*setting, *split, release)).collect();
    let mut text = String::new();
    let row = |[what, found, paper]: [String; 3]| {
        let number = |text: String| text.parse().map_or(text, grouped);
        vec![format!("  {what}"), number(found), number(paper)]
    };
    let head = |what: String| vec![what, "found".into(), "paper".into()];
    for survey in &surveys {
        let mut rows = vec![head(format!("{}, {}", survey.setting.prefix(), survey.split))];
        rows.extend(survey.lines().into_iter().map(row));
        text += &format!("{}\n", table(&rows));
    }
    for setting in Setting::ALL {
        let of: Vec<&Survey> =
            surveys.iter().filter(|s| s.setting == setting && s.split != Split::Train).collect();
        if of.is_empty() {
            continue;
        }
        let splits: Vec<&str> = of.iter().map(|survey| survey.split.name()).collect();
        let mut rows = vec![head(format!("{}, difficulty over {}", setting.prefix(), splits.join(" and ")))];
        rows.extend(Survey::difficulties(&of).into_iter().map(row));
        text += &format!("{}\n", table(&rows));
    }
    text
}

fn image_ids(releases: &Releases) -> BTreeSet<&String> {
    releases.values().flat_map(|release| release.objects.keys()).collect()
}

/// For how many images there are pictures, where there are any.
fn seen(releases: &Releases, images: &Images) -> String {
    let ids = image_ids(releases);
    match images.count(&ids) {
        0 => "no pictures: questions carry boxes only\n".into(),
        found => format!("pictures of {} of {} images\n", grouped(found), grouped(ids.len() as u64)),
    }
}

/// The rows that were left out, by reason, and the first of them.
fn left_out(faults: &Faults) -> String {
    let total: u64 = faults.counts.values().sum();
    if total == 0 {
        return "no row was left out\n".into();
    }
    let rows: Vec<Vec<String>> =
        faults.counts.iter().map(|(kind, count)| vec![format!("  {kind}"), grouped(*count)]).collect();
    let mut text = format!("{} left out\n{}", counted(total, "row"), table(&rows));
    faults.named.iter().take(MOST_NAMED).for_each(|fault| text += &format!("  {fault}\n"));
    let hidden = total.saturating_sub(MOST_NAMED as u64);
    if hidden > 0 {
        text += &format!("  … and {} more: --left-out FILE names them all\n", grouped(hidden));
    }
    text
}
