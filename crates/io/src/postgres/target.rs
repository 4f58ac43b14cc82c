//! Writing a table: nobody sees it until it is committed.

use super::{
    address::{Address, What},
    connect::{connect, problem, quoted},
    copy::Rows,
    source::{Shared, TableSource, relation},
    types,
};
use crate::{OutColumn, Problem, Values, WriteOptions, columnar::write_lines};
use postgres::{Client, error::SqlState};
use ridotto_core::Watch;
use std::{
    fmt,
    io::Write,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

/// A table that is to be made.
pub(crate) struct TableTarget {
    address: Address,
    schema: String,
    name: String,
    force: bool,
    /// The connection whose transaction has made it.
    client: Mutex<Option<Shared>>,
}

impl fmt::Debug for TableTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableTarget({})", self.address.bare)
    }
}

impl TableTarget {
    /// Finds out whether the table can be made; nothing is changed yet.
    pub fn new(target: &Path, force: bool) -> Result<Self, Problem> {
        let address = Address::parse(target)?;
        let What::Table { schema, name } = address.what.clone() else {
            return Err(Problem::BadAddress("a query cannot be written to"));
        };
        let mut client = connect(&address)?;
        let schema = may_write(&mut client, schema.as_deref(), &name, force)?;
        Ok(Self { address, schema, name, force, client: Mutex::default() })
    }

    /// Makes and fills the table, in a transaction that stays open.
    pub fn write(
        &self,
        options: &WriteOptions,
        names: &[&str],
        columns: &[OutColumn<'_>],
        order: &[u32],
        progress: &dyn Watch,
    ) -> Result<(), Problem> {
        let values: Vec<Values<'_>> = columns.iter().map(Values::new).collect();
        let mut client = connect(&self.address)?;
        let table = relation(Some(&self.schema), &self.name);
        let column = |(name, values): (&&str, &Values<'_>)| {
            format!("{} {}", quoted(name), types::of_values(&values.data_type()))
        };
        let definitions: Vec<String> = names.iter().zip(&values).map(column).collect();
        let drop =
            if self.force { format!("DROP TABLE IF EXISTS {table};") } else { String::new() };
        // Rows are read again in the order in which they were written.
        let begin = format!(
            "BEGIN; SET LOCAL synchronize_seqscans = off; \
             SET LOCAL max_parallel_workers_per_gather = 0; \
             {drop} CREATE TABLE {table} ({})",
            definitions.join(", ")
        );
        let made = |error: postgres::Error| match error.code() {
            Some(&SqlState::DUPLICATE_TABLE) => Problem::TableExists,
            Some(&SqlState::DEPENDENT_OBJECTS_STILL_EXIST) => Problem::TableInUse,
            _ => problem(&error),
        };
        client.batch_execute(&begin).map_err(made)?;
        let copy = format!("COPY {table} FROM STDIN");
        let mut rows = client.copy_in(&copy).map_err(|error| problem(&error))?;
        let gone = |_| Problem::ServerGone;
        write_lines(&Rows, &values, order, options.threads, progress, |lines| {
            rows.write_all(lines).map_err(gone)
        })?;
        rows.finish().map_err(|error| problem(&error))?;
        let mut held = self.client.lock().unwrap_or_else(PoisonError::into_inner);
        *held = Some(Arc::new(Mutex::new(client)));
        Ok(())
    }

    /// Opens what was written, in its own transaction.
    pub fn open(&self) -> Result<TableSource, Problem> {
        let held = self.client.lock().unwrap_or_else(PoisonError::into_inner);
        let client = held.as_ref().ok_or(Problem::ServerGone)?;
        TableSource::staged(client, &self.schema, &self.name)
    }

    /// Lets everybody see it.
    pub fn commit(self) -> Result<(), Problem> {
        let held = self.client.into_inner().unwrap_or_else(PoisonError::into_inner);
        let client = held.ok_or(Problem::ServerGone)?;
        let mut client = client.lock().unwrap_or_else(PoisonError::into_inner);
        client.batch_execute("COMMIT").map_err(|error| problem(&error))
    }
}

/// The schema in which the table is to be, if it may be made or replaced there.
fn may_write(
    client: &mut Client,
    schema: Option<&str>,
    name: &str,
    force: bool,
) -> Result<String, Problem> {
    let told = |error: postgres::Error| problem(&error);
    let row = client
        .query_opt(
            "SELECT nspname::text, has_schema_privilege(oid, 'CREATE') FROM pg_namespace \
             WHERE nspname = coalesce($1, current_schema()::text)",
            &[&schema],
        )
        .map_err(told)?;
    let Some(row) = row else {
        return Err(Problem::NoSuchSchema { schema: schema.unwrap_or_default().to_owned() });
    };
    let (schema, may_create): (String, bool) = (row.get(0), row.get(1));
    let old = client
        .query_opt(
            "SELECT c.relkind::text, pg_has_role(c.relowner, 'USAGE') FROM pg_class c \
             JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2",
            &[&schema, &name],
        )
        .map_err(told)?;
    match old.map(|row| (row.get::<_, String>(0), row.get::<_, bool>(1))) {
        Some(_) if !force => Err(Problem::TableExists),
        Some((kind, _)) if kind != "r" && kind != "p" => Err(Problem::NoTable),
        Some((_, false)) => Err(Problem::NotPermitted),
        _ if !may_create => Err(Problem::NotPermitted),
        _ => Ok(schema),
    }
}

/// Whether two addresses are those of one table, by whatever names the server is known.
pub fn is_same_table(one: &Path, other: &Path) -> bool {
    let identity = |path: &Path| -> Option<String> {
        let address = Address::parse(path).ok()?;
        let What::Table { schema, name } = &address.what else { return None };
        let table = relation(schema.as_deref(), name);
        let row = connect(&address).ok()?.query_one(
            "SELECT concat_ws(' ', pg_postmaster_start_time(), current_database(), \
             to_regclass($1)::oid), \
             to_regclass($1) IS NOT NULL",
            &[&table],
        );
        let row = row.ok()?;
        row.get::<_, bool>(1).then(|| row.get(0))
    };
    match (identity(one), identity(other)) {
        (Some(one), Some(other)) => one == other,
        _ => false,
    }
}
