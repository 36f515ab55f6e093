//! The columns of the 2.5VRD release: objects, and pairs with their labels and votes.

use super::{Asked, File, Layout};
use spatiq_bench::dataset::Manifest;
use spatiq_families::vrd25::as_released;
use spatiq_families::vrd25::released::CsvRows;

/// The layout.
#[derive(Default)]
pub struct Columns {
    rows: CsvRows,
}

impl Layout for Columns {
    fn family(&self) -> &'static str {
        "vrd25"
    }

    fn begin(&mut self, manifest: &Manifest) -> anyhow::Result<()> {
        for (name, text) in manifest.imported.iter().flat_map(|imported| &imported.beside) {
            self.rows.add_objects(name, text).map_err(|fault| anyhow::anyhow!("manifest.json: {fault}"))?;
        }
        Ok(())
    }

    fn question(&mut self, asked: &Asked) -> anyhow::Result<Vec<File>> {
        self.rows.add(asked.split, &as_released(&asked.question.id, &asked.evidence)?);
        Ok(Vec::new())
    }

    fn end(&mut self) -> anyhow::Result<Vec<File>> {
        Ok(self.rows.files())
    }
}
