//! Days: their texts, and how many people are admitted on each.
//!
//! The register runs over three years and is sorted by admission, as registers are. A row's day
//! follows from its number alone: the rows are dealt to the days in proportion to the day's
//! weight, which is the product of its weekday's and its month's.

use jiff::civil::{Date, date};

/// A day, as its distance from [`EPOCH`].
pub type Day = u32;

const EPOCH: Date = date(1900, 1, 1);
const LAST: Date = date(2025, 12, 31);
const OPENING: Date = date(2023, 1, 1);

/// Monday to Sunday: planned admissions come early in the week.
const WEEKDAYS: [u64; 7] = [126, 116, 111, 108, 103, 71, 65];
/// January to December: more in winter, fewer in the summer holidays.
const MONTHS: [u64; 12] = [113, 110, 107, 100, 98, 96, 93, 88, 97, 102, 104, 92];

/// The days from the birth of the oldest patient to the end of the register.
pub struct Calendar {
    dates: Vec<Date>,
    texts: Vec<[u8; 10]>,
    /// The first day of the register.
    pub opening: Day,
    /// For each day of the register, the weight of the days up to and including it.
    ends: Vec<u64>,
}

impl Calendar {
    pub fn new() -> Self {
        let dates: Vec<Date> =
            EPOCH.series(jiff::Span::new().days(1)).take_while(|&day| day <= LAST).collect();
        let opening = dates.partition_point(|&day| day < OPENING);
        let ends = dates[opening..]
            .iter()
            .scan(0, |end, &day| {
                *end += weight(day);
                Some(*end)
            })
            .collect();
        let texts = dates.iter().map(|&day| text(day)).collect();
        Self { dates, texts, opening: opening as Day, ends }
    }

    /// The day as `2024-02-29`.
    pub fn text(&self, day: Day) -> &[u8; 10] {
        &self.texts[day as usize]
    }

    pub fn year(&self, day: Day) -> u32 {
        u32::from(self.dates[day as usize].year().unsigned_abs())
    }

    pub fn is_winter(&self, day: Day) -> bool {
        !(4..=9).contains(&self.dates[day as usize].month())
    }

    /// The day after the register's last.
    pub fn closing(&self) -> Day {
        self.dates.len() as Day
    }

    /// The admission day of a row of the register.
    pub fn admission(&self, row: u64, rows: u64) -> Day {
        let total = u128::from(self.ends[self.ends.len() - 1]);
        let at = (u128::from(row) * total / u128::from(rows)) as u64;
        self.opening + self.ends.partition_point(|&end| end <= at) as Day
    }
}

/// Whole years from one day to a later one.
pub fn years(from: Day, to: Day) -> u32 {
    (to - from) * 4 / 1461
}

fn weight(day: Date) -> u64 {
    let weekday = day.weekday().to_monday_zero_offset().unsigned_abs();
    WEEKDAYS[usize::from(weekday)] * MONTHS[usize::from(day.month().unsigned_abs()) - 1]
}

fn text(day: Date) -> [u8; 10] {
    day.to_string().into_bytes().try_into().expect("a date of these years has ten characters")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_texts_and_years() {
        let calendar = Calendar::new();
        assert_eq!(calendar.text(0), b"1900-01-01");
        assert_eq!(calendar.text(calendar.opening), b"2023-01-01");
        assert_eq!(calendar.text(calendar.closing() - 1), b"2025-12-31");
        assert_eq!(calendar.year(calendar.opening - 1), 2022);
        assert_eq!(years(calendar.opening - 366, calendar.opening), 1);
        assert_eq!(years(calendar.opening - 360, calendar.opening), 0);
    }

    #[test]
    fn rows_are_dealt_to_all_days_and_fewer_to_sundays() {
        let calendar = Calendar::new();
        let days: Vec<Day> = (0..100_000).map(|row| calendar.admission(row, 100_000)).collect();
        assert!(days.is_sorted());
        assert_eq!(days[0], calendar.opening);
        assert_eq!(days[99_999], calendar.closing() - 1);
        let on = |weekday| {
            let offset = |day: &&Day| calendar.dates[**day as usize].weekday() == weekday;
            days.iter().filter(offset).count()
        };
        assert!(on(jiff::civil::Weekday::Sunday) * 3 < on(jiff::civil::Weekday::Monday) * 2);
    }
}
