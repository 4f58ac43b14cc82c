//! Small random worlds: everybody, those of them in a file, and what is released of these.

/// People with two numbers of two digits and a value, released with some digits redacted.
#[derive(Clone)]
pub struct World {
    /// The numbers of the people in the file.
    pub people: Vec<[String; 2]>,
    /// What is shown of them.
    pub shown: Vec<[String; 2]>,
    /// Their values.
    pub values: Vec<u32>,
    /// The numbers of everybody, the people among them.
    pub everybody: Vec<[String; 2]>,
    /// What would be shown of everybody.
    pub everybody_shown: Vec<[String; 2]>,
    /// Whether cells were redacted differently from row to row.
    pub local: bool,
    levels: [usize; 2],
    seed: u64,
}

/// Dice that always fall the same way.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % n
    }
}

impl World {
    /// The world of a seed; every third one is recoded locally.
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice(seed.wrapping_mul(0x1234_5678_9ABC_DEF1));
        let rows = 2 + dice.below(22);
        let (digits, kinds) = (1 + dice.below(3), 1 + dice.below(5));
        let number = |dice: &mut Dice| (10 * (1 + dice.below(digits)) + dice.below(3)).to_string();
        let people: Vec<[String; 2]> =
            (0..rows).map(|_| [number(&mut dice), number(&mut dice)]).collect();
        // Common values and rare ones.
        let values = (0..rows).map(|_| dice.below(kinds).min(dice.below(kinds)) as u32).collect();
        let strangers: Vec<[String; 2]> = (0..dice.below(20))
            .map(|_| match dice.below(3) {
                0 => [number(&mut dice), number(&mut dice)],
                _ => people[dice.below(rows) as usize].clone(),
            })
            .collect();
        let everybody = people.iter().cloned().chain(strangers).collect();
        let levels = [dice.below(3) as usize, dice.below(3) as usize];
        let world = Self {
            people,
            shown: Vec::new(),
            values,
            everybody,
            everybody_shown: Vec::new(),
            local: seed % 3 == 2,
            levels,
            seed,
        };
        world.released()
    }

    /// The same people as another provider shows them.
    pub fn turned(&self) -> Self {
        let levels = [self.levels[1], self.levels[0]];
        Self { levels, seed: self.seed + 1, ..self.clone() }.released()
    }

    fn released(mut self) -> Self {
        let mut dice = Dice(self.seed);
        let mut redact = |row: &[String; 2]| {
            let more = if self.local { dice.below(2) as usize } else { 0 };
            [0, 1].map(|at| match self.levels[at] + more {
                0 => row[at].clone(),
                1 => format!("{}*", &row[at][..1]),
                _ => "*".to_owned(),
            })
        };
        self.shown = self.people.iter().map(&mut redact).collect();
        self.everybody_shown = self.everybody.iter().map(&mut redact).collect();
        self
    }
}
