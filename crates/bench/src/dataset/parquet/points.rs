//! Columns of points: in each row a list, and in it a list of three numbers for each point.
//!
//! Repetition levels: 0 begins a row, 1 another point, 2 another number of the same point.

use super::table::Leaf;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::FloatType;
use parquet::errors::ParquetError;
use parquet::file::reader::RowGroupReader;
use parquet::file::writer::SerializedColumnWriter;

/// Writes a column.
pub fn write(
    column: &mut SerializedColumnWriter,
    leaf: Leaf,
    rows: &[&[[f32; 3]]],
) -> Result<(), ParquetError> {
    let (mut values, mut definition, mut repetition) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        values.extend(row.as_flattened());
        if row.is_empty() {
            definition.push(1);
            repetition.push(0);
        }
        for nth in 0..row.len() {
            definition.extend([leaf.defined(); 3]);
            repetition.extend([i16::from(nth > 0), 2, 2]);
        }
    }
    column.typed::<FloatType>().write_batch(&values, Some(&definition), Some(&repetition)).map(drop)
}

/// Reads a column, a list for each row.
pub fn read(
    group: &dyn RowGroupReader,
    at: usize,
    leaf: Leaf,
    count: usize,
) -> Result<Vec<Vec<[f32; 3]>>, ParquetError> {
    let mut reader = get_typed_column_reader::<FloatType>(group.get_column_reader(at)?);
    let (mut values, mut definition, mut repetition) = (Vec::new(), Vec::new(), Vec::new());
    reader.read_records(count, Some(&mut definition), Some(&mut repetition), &mut values)?;
    let wrong = || ParquetError::General(format!("column {at}: a point is not three numbers"));
    let mut values = values.into_iter();
    let mut rows: Vec<Vec<[f32; 3]>> = Vec::new();
    let mut levels = definition.into_iter().zip(repetition);
    while let Some((defined, repeated)) = levels.next() {
        if repeated == 0 {
            rows.push(Vec::new());
        }
        match (defined, repeated) {
            (1, 0) => continue,
            (defined, 0 | 1) if defined == leaf.defined() => {}
            _ => return Err(wrong()),
        }
        let mut point = [values.next().ok_or_else(wrong)?; 3];
        for number in &mut point[1..] {
            if levels.next() != Some((leaf.defined(), 2)) {
                return Err(wrong());
            }
            *number = values.next().ok_or_else(wrong)?;
        }
        rows.last_mut().ok_or_else(wrong)?.push(point);
    }
    Ok(rows)
}
