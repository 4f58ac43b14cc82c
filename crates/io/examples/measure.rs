//! Reads, scans or writes a file and says how long that took: for `perf`.

use ridotto_io::{Source, SourceOptions, Want};
use std::{path::Path, time::Instant};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, verb, file, threads] = &arguments[..] else { panic!("measure read|scan FILE THREADS") };
    let options = SourceOptions { threads: threads.parse().unwrap(), ..SourceOptions::default() };
    let start = Instant::now();
    let source = Source::open(Path::new(file), &options).unwrap();
    let columns = source.columns().len();
    match verb.as_str() {
        "read" => {
            let table = source.read(&vec![Want::Code { kind: None }; columns], &()).unwrap();
            println!("{} rows, {:?}", table.rows, table.columns);
        }
        "carry" => {
            let table = source.read(&vec![Want::Carry; columns], &()).unwrap();
            println!("{} rows, {:?}", table.rows, table.columns);
        }
        "scan" => {
            let all: Vec<usize> = (0..columns).collect();
            let scanned = source
                .scan(
                    &all,
                    || 0,
                    |bytes, block| {
                        for row in 0..block.rows() {
                            for column in 0..columns {
                                *bytes += block.bytes(row, column).map_or(0, |cell| cell.len());
                            }
                        }
                        Ok::<(), ridotto_io::IoError>(())
                    },
                    &(),
                )
                .unwrap();
            println!("{} rows, {:?} bytes", scanned.rows, scanned.states);
        }
        _ => panic!("unknown verb"),
    }
    println!("{:?}", start.elapsed());
}
