//! Reading a table or what a query gives.

use super::{
    address::{Address, What},
    connect::{connect, problem, quoted},
    copy, types, values,
};
use crate::{
    Batches, Digest, Digesting, Known, Piece, Pieces, Problem, columnar::batch_of, workers,
};
use arrow_array::{ArrayRef, RecordBatch, builder::StringBuilder};
use arrow_schema::DataType;
use postgres::{Client, error::SqlState};
use std::{
    io::{BufRead, BufReader},
    sync::{Arc, Mutex, PoisonError},
};

/// Rows per batch.
const BATCH: usize = 8192;

/// A connection that several may hold, one at a time.
pub(super) type Shared = Arc<Mutex<Client>>;

/// A table of which the columns are known, within a transaction that sees it as it was then.
pub(crate) struct TableSource {
    client: Shared,
    /// What stands after `FROM`.
    from: String,
    columns: Vec<Known>,
    /// Of all that was read.
    digest: Arc<Mutex<Option<Digest>>>,
}

impl TableSource {
    pub fn open(address: &Address) -> Result<Self, Problem> {
        let mut client = connect(address)?;
        client
            .batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            .map_err(|error| problem(&error))?;
        let from = match &address.what {
            What::Table { schema, name } => relation(schema.as_deref(), name),
            What::Query(query) => format!("({query}) AS \"the query\""),
        };
        let client = Arc::new(Mutex::new(client));
        Self::within(&client, from).map_err(|error| match (error, &address.what) {
            (Error::Server(error), What::Table { schema, name })
                if error.code() == Some(&SqlState::UNDEFINED_TABLE) =>
            {
                let near = near(address, schema.as_deref(), name);
                Problem::NoSuchTable { table: name.clone(), near }
            }
            (error, _) => error.into(),
        })
    }

    /// A table that a transaction has made and nobody else can see.
    pub fn staged(client: &Shared, schema: &str, name: &str) -> Result<Self, Problem> {
        Self::within(client, relation(Some(schema), name)).map_err(Problem::from)
    }

    fn within(client: &Shared, from: String) -> Result<Self, Error> {
        let statement = format!("SELECT * FROM {from}");
        let statement =
            client.lock().unwrap_or_else(PoisonError::into_inner).prepare(&statement)?;
        let known = |column: &postgres::Column| {
            let data_type = types::of_column(column.type_(), column.type_modifier());
            Known { name: column.name().to_owned(), told: data_type.clone(), data_type }
        };
        let columns = statement.columns().iter().map(known).collect();
        Ok(Self { client: client.clone(), from, columns, digest: Arc::default() })
    }

    /// The columns, in the order of the table.
    pub fn columns(&self) -> Vec<Known> {
        self.columns.clone()
    }

    /// Batches of the wanted columns; the others stay where they are.
    fn batches(
        &self,
        wanted: &[usize],
    ) -> impl Iterator<Item = Result<RecordBatch, Problem>> + use<> {
        let names: Vec<String> = wanted.iter().map(|&at| quoted(&self.columns[at].name)).collect();
        let select = format!("COPY (SELECT {} FROM {}) TO STDOUT", names.join(", "), self.from);
        let columns: Vec<Known> = wanted.iter().map(|&at| self.columns[at].clone()).collect();
        let (client, digest) = (self.client.clone(), self.digest.clone());
        let make = move |pass: &mut dyn FnMut(RecordBatch) -> bool| {
            let mut client = client.lock().unwrap_or_else(PoisonError::into_inner);
            let rows = client.copy_out(&select).map_err(|error| problem(&error))?;
            let mut rows = BufReader::with_capacity(1 << 16, Digesting::new(rows, true));
            if each_batch(&mut rows, columns, pass)? {
                let (sum, _) = rows.into_inner().finish();
                *digest.lock().unwrap_or_else(PoisonError::into_inner) = sum;
            }
            Ok(())
        };
        workers::ahead(make, || Problem::ServerGone)
    }
}

impl Batches for TableSource {
    /// Of the rows as the server has sent them.
    fn digest(&self) -> Result<Digest, Problem> {
        let digest = self.digest.lock().unwrap_or_else(PoisonError::into_inner);
        digest.ok_or(Problem::ServerGone)
    }

    fn is_digested_while_read(&self) -> bool {
        true
    }

    fn pieces<'a>(&'a self, wanted: &'a [usize]) -> Result<Pieces<'a>, Problem> {
        Ok(Box::new(self.batches(wanted).map(|batch| Ok(Piece::of_batch(batch?)))))
    }
}

/// Gives the rows of `COPY` on, batch by batch, and tells whether all were taken.
pub(super) fn each_batch(
    rows: &mut impl BufRead,
    columns: Vec<Known>,
    pass: &mut dyn FnMut(RecordBatch) -> bool,
) -> Result<bool, Problem> {
    let (mut batch, mut line) = (Batch::new(columns), Vec::new());
    loop {
        line.clear();
        if rows.read_until(b'\n', &mut line).map_err(|_| Problem::ServerGone)? == 0 {
            break;
        }
        let cells = line.strip_suffix(b"\n").unwrap_or(&line);
        copy::append(cells, &mut batch.builders)?;
        batch.rows += 1;
        if batch.rows == BATCH && !pass(batch.finish()?) {
            return Ok(false);
        }
    }
    Ok(batch.rows == 0 || pass(batch.finish()?))
}

/// A table's name as it stands in a statement.
pub(super) fn relation(schema: Option<&str>, name: &str) -> String {
    match schema {
        Some(schema) => format!("{}.{}", quoted(schema), quoted(name)),
        None => quoted(name),
    }
}

/// What a server says, until it is known what it is about.
enum Error {
    Server(postgres::Error),
}

impl From<postgres::Error> for Error {
    fn from(error: postgres::Error) -> Self {
        Self::Server(error)
    }
}

impl From<Error> for Problem {
    fn from(Error::Server(error): Error) -> Self {
        problem(&error)
    }
}

/// A table that is there and whose name is like this one, in the same schema rather than in another.
fn near(address: &Address, schema: Option<&str>, name: &str) -> Option<String> {
    let mut client = connect(address).ok()?;
    let tables = client
        .query(
            "SELECT n.nspname::text, c.relname::text, pg_table_is_visible(c.oid) \
             FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
             WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND n.nspname <> 'information_schema' \
             AND n.nspname NOT LIKE 'pg\\_%' ORDER BY 1, 2 LIMIT 10000",
            &[],
        )
        .ok()?;
    let candidate = |row: &postgres::Row| {
        let (of, table, is_visible): (String, String, bool) = (row.get(0), row.get(1), row.get(2));
        let distance = strsim::damerau_levenshtein(&table.to_lowercase(), &name.to_lowercase());
        let is_elsewhere = schema.map_or(!is_visible, |schema| schema != of);
        let shown = if is_visible { table } else { format!("{of}.{table}") };
        (distance, is_elsewhere, shown)
    };
    let (distance, _, nearest) = tables.iter().map(candidate).min()?;
    (distance <= 1 + name.chars().count() / 4).then_some(nearest)
}

/// Rows that become a batch.
struct Batch {
    columns: Vec<Known>,
    builders: Vec<StringBuilder>,
    rows: usize,
}

impl Batch {
    fn new(columns: Vec<Known>) -> Self {
        let builders = columns.iter().map(|_| StringBuilder::new()).collect();
        Self { columns, builders, rows: 0 }
    }

    fn finish(&mut self) -> Result<RecordBatch, Problem> {
        let arrays = self.builders.iter_mut().zip(&self.columns).map(|(builder, column)| {
            let texts = builder.finish();
            match &column.data_type {
                None | Some(DataType::Utf8) => Ok(Arc::new(texts) as ArrayRef),
                // Days before the year 1 and without end have no type here.
                Some(data_type) => values::values(&texts, data_type)
                    .ok_or_else(|| Problem::StrangeValue { name: column.name.clone() }),
            }
        });
        let arrays = arrays.collect::<Result<Vec<_>, Problem>>()?;
        batch_of(arrays, std::mem::take(&mut self.rows))
    }
}
