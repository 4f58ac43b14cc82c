//! The program plays the intruder: each attack says how many people it finds, and how surely.
