//! `results.parquet`: the rows of `results.csv` with their types, for pandas and the like; and logs that are judged. The feature `parquet` is on by
//! default; without it the program builds faster and is smaller.

use anyhow::Context;
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::Field;
use parquet::schema::parser::parse_message_type;
use plyscope_lab::judge::{Cells, Place};
use plyscope_lab::results::{ExperimentResult, Row, point, units};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// Passes on every row of a file, cells as text; rows are counted as lines.
pub(super) fn rows(
    path: &Path,
    each: &mut dyn FnMut(Place<'_>, &Cells<'_>) -> plyscope_lab::Result<()>,
) -> anyhow::Result<()> {
    let name = path.display().to_string();
    let unread = || format!("could not read {name} as Parquet");
    let file = plyscope_files::open(path).with_context(unread)?;
    let reader = SerializedFileReader::new(file).with_context(unread)?;
    for (number, row) in reader.get_row_iter(None).with_context(unread)?.enumerate() {
        let row = row.with_context(unread)?;
        let named = |(name, field): (&'_ String, &'_ Field)| {
            let text = match field {
                Field::Null => return None,
                Field::Str(text) => text.clone(),
                other => other.to_string(),
            };
            Some((Cow::Owned(name.clone()), Cow::Owned(text)))
        };
        let cells: Vec<_> = row.get_column_iter().filter_map(named).collect();
        each(Place { file: &name, line: number as u64 + 1 }, &cells)?;
    }
    Ok(())
}

/// The columns of the CSV, in its order, up to those of efforts other than depths.
const SCHEMA: &str = "message results {
    required binary experiment (utf8); required int64 seed (integer(64, false)); required binary game (utf8);
    required binary evaluator (utf8); required binary rule (utf8); required binary search (utf8);
    required binary series (utf8); optional int64 depth; required binary point (utf8);
    required binary metric (utf8); optional int64 trials; required double value; optional double low;
    optional double high; optional double nodes; optional double printed;";

/// The file's bytes.
pub(super) fn bytes(result: &ExperimentResult) -> anyhow::Result<Vec<u8>> {
    let units = units(&result.results);
    let efforts: Vec<String> = units.iter().map(|unit| format!(" optional int64 {};", unit.column)).collect();
    let schema = Arc::new(parse_message_type(&format!("{SCHEMA}{} }}", efforts.concat()))?);
    let properties = WriterProperties::builder().set_compression(Compression::UNCOMPRESSED);
    let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties.build()))?;
    let mut group = file.next_row_group()?;
    let rows = &result.results;
    let mut columns = Columns { group: &mut group, rows };
    columns.text(|_| result.id.clone())?;
    columns.put::<Int64Type>(false, |_| Some(result.seed as i64))?;
    columns.text(|row| row.game.clone())?;
    columns.text(|row| row.evaluator.clone())?;
    columns.text(|row| row.rule.clone())?;
    columns.text(|row| row.search.clone())?;
    columns.text(|row| row.series.clone())?;
    columns.put::<Int64Type>(true, |row| row.depth().map(i64::from))?;
    columns.text(point)?;
    columns.text(|row| row.metric.clone())?;
    columns.put::<Int64Type>(true, |row| row.trials.map(|trials| trials as i64))?;
    columns.put::<DoubleType>(false, |row| Some(row.value))?;
    columns.put::<DoubleType>(true, |row| row.low)?;
    columns.put::<DoubleType>(true, |row| row.high)?;
    columns.put::<DoubleType>(true, |row| row.nodes)?;
    columns.put::<DoubleType>(true, |row| row.printed)?;
    for unit in units {
        columns.put::<Int64Type>(true, |row| row.amount(unit).map(|amount| amount as i64))?;
    }
    group.close()?;
    Ok(file.into_inner()?)
}

struct Columns<'a, 'b> {
    group: &'a mut SerializedRowGroupWriter<'b, Vec<u8>>,
    rows: &'a [Row],
}

impl Columns<'_, '_> {
    fn text(&mut self, field: impl Fn(&Row) -> String) -> anyhow::Result<()> {
        self.put::<ByteArrayType>(false, |row| Some(ByteArray::from(field(row).into_bytes())))
    }

    /// The next column; where it is optional, what there is not is null.
    fn put<T: DataType>(
        &mut self,
        optional: bool,
        field: impl Fn(&Row) -> Option<T::T>,
    ) -> anyhow::Result<()> {
        let fields: Vec<Option<T::T>> = self.rows.iter().map(field).collect();
        let levels: Vec<i16> = fields.iter().map(|field| i16::from(field.is_some())).collect();
        let values: Vec<T::T> = fields.into_iter().flatten().collect();
        let mut column = self.group.next_column()?.expect("the schema has as many columns");
        column.typed::<T>().write_batch(&values, optional.then_some(&levels[..]), None)?;
        Ok(column.close()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope::catalogue::Catalogue;
    use plyscope_lab::experiment::builtin;
    use plyscope_lab::results::{columns, evaluate};
    use plyscope_lab::run::{Options, Silent, run};
    use std::collections::HashMap;
    use std::sync::atomic::AtomicBool;

    /// What another reader of the format finds is what the rows say.
    #[test]
    fn rows_read_back() {
        let experiment = builtin(&Catalogue::built_in(), "zuckerman/fig9")
            .unwrap()
            .with(Some(64), Some(u64::MAX))
            .unwrap();
        let options = Options { jobs: 1, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
        let mut result = evaluate(&experiment, &run(&experiment, None, &options).unwrap()).unwrap();
        result.results[3].effort = None;
        result.results[3].low = None;
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes(&result).unwrap())).unwrap();
        let schema = reader.metadata().file_metadata().schema_descr();
        let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
        assert_eq!(names, columns(&result.results).collect::<Vec<_>>());
        let read: Vec<HashMap<String, Field>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| {
                row.unwrap().get_column_iter().map(|(name, field)| (name.clone(), field.clone())).collect()
            })
            .collect();
        assert_eq!(read.len(), result.results.len());
        for (read, row) in read.iter().zip(&result.results) {
            assert_eq!(read["experiment"], Field::Str("zuckerman/fig9".into()));
            assert_eq!(read["seed"], Field::ULong(u64::MAX));
            assert_eq!(read["series"], Field::Str(row.series.clone()));
            assert_eq!(read["point"], Field::Str(point(row)));
            assert_eq!(read["depth"], row.depth().map_or(Field::Null, |depth| Field::Long(i64::from(depth))));
            assert_eq!(read["trials"], row.trials.map_or(Field::Null, |trials| Field::Long(trials as i64)));
            assert_eq!(read["value"], Field::Double(row.value));
            assert_eq!(read["low"], row.low.map_or(Field::Null, Field::Double));
            assert_eq!(read["nodes"], row.nodes.map_or(Field::Null, Field::Double));
        }
    }

    /// Logs are read whatever types their columns have.
    #[test]
    fn logs_are_read() {
        let schema =
            "message log { required binary item (utf8); required int64 effort; required double correct;
            required boolean choice; optional double value; }";
        let schema = Arc::new(parse_message_type(schema).unwrap());
        let mut file = SerializedFileWriter::new(Vec::new(), schema, Default::default()).unwrap();
        let mut group = file.next_row_group().unwrap();
        fn put<T: DataType>(
            group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
            of: &[T::T],
            levels: Option<&[i16]>,
        ) {
            let mut column = group.next_column().unwrap().unwrap();
            column.typed::<T>().write_batch(of, levels, None).unwrap();
            column.close().unwrap();
        }
        put::<ByteArrayType>(&mut group, &["a", "b"].map(ByteArray::from), None);
        put::<Int64Type>(&mut group, &[1, 4], None);
        put::<DoubleType>(&mut group, &[0.5, 1.0], None);
        put::<parquet::data_type::BoolType>(&mut group, &[true, false], None);
        put::<DoubleType>(&mut group, &[2.5], Some(&[0, 1]));
        group.close().unwrap();
        let path = std::env::temp_dir().join(format!("plyscope-log-{}.parquet", std::process::id()));
        std::fs::write(&path, file.into_inner().unwrap()).unwrap();
        let mut found = Vec::new();
        let read = super::rows(&path, &mut |place, cells| {
            let cells: Vec<String> = cells.iter().map(|(name, cell)| format!("{name}={cell}")).collect();
            found.push(format!("{}: {}", place.line, cells.join(" ")));
            Ok(())
        });
        read.unwrap();
        std::fs::remove_file(&path).unwrap();
        let expected = [
            "1: item=a effort=1 correct=0.5 choice=true",
            "2: item=b effort=4 correct=1.0 choice=false value=2.5",
        ];
        assert_eq!(found, expected);
    }
}
