//! The words of the command line.

/// The words after the program's name, without the one that cargo adds.
pub fn given() -> Vec<String> {
    let words = std::env::args().skip(1);
    words.filter(|word| word != "--bench").collect()
}
