//! Fitting weights to samples: the chance of winning is learned from the score of a search and the result of the game.

use crate::Dice;
use crate::sample::{BYTES, Sample};
use chuhe::engine::nnue::{HIDDEN, INPUTS, ONE, OUTPUT_BUCKETS, SCALE, WEIGHT_ONE, output_bucket};
use std::error::Error;
use std::thread;

/// Samples after which the weights are changed.
const BATCH: usize = 4096;
/// Threads that share a batch.
const THREADS: usize = 2;
/// One sample in this many is held back to check, at the end of each file, where other games are.
const HELD: usize = 20;
/// Part of what is learned that is the score; the rest is the result.
const SCORE: f32 = 0.8;
/// Speed of learning at the beginning, from noise and from other weights.
const RATE: f32 = 0.0015;
const SLOW_RATE: f32 = 0.0003;
/// Weights stay below what their integers hold.
const LARGEST: f32 = 1.97;

/// Accumulator of one view.
type Hidden = [f32; HIDDEN];

/// Weights, or their slopes: those of inputs, biases, outputs of both views, biases of outputs.
struct Weights(Vec<f32>);

const BIAS: usize = INPUTS * HIDDEN;
const OUTPUTS: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUTS + OUTPUT_BUCKETS * 2 * HIDDEN;
const COUNT: usize = OUTPUT_BIAS + OUTPUT_BUCKETS;

impl Weights {
    /// Noise to begin with.
    fn random(dice: &mut Dice) -> Self {
        Self((0..COUNT).map(|_| dice.unit() * 0.15).collect())
    }

    /// The weights of a file of [`quantized`] ones. It may be of a network with fewer hidden units: the others begin with
    /// noise that hardly changes a score.
    fn read(bytes: &[u8], dice: &mut Dice) -> Result<Self, Box<dyn Error>> {
        let words = bytes.as_chunks().0.iter().copied();
        let words: Vec<_> = words.map(i16::from_le_bytes).map(f32::from).collect();
        let per_unit = INPUTS + 1 + 2 * OUTPUT_BUCKETS;
        let hidden = words.len().saturating_sub(OUTPUT_BUCKETS) / per_unit;
        let size = 2 * (hidden * per_unit + OUTPUT_BUCKETS);
        if !(1..=HIDDEN).contains(&hidden) || bytes.len() != size {
            return Err(format!("{} bytes are no network to begin with", bytes.len()).into());
        }
        let (one, weight_one) = (f32::from(ONE), f32::from(WEIGHT_ONE));
        let mut weights = Vec::with_capacity(COUNT);
        let (rows, biases) = words.split_at(hidden * per_unit);
        for (index, row) in rows.chunks(hidden).enumerate() {
            let (one, noise) = if index <= INPUTS {
                (one, 0.1)
            } else {
                (weight_one, 0.02)
            };
            weights.extend(row.iter().map(|word| word / one));
            weights.extend((hidden..HIDDEN).map(|_| dice.unit() * noise));
        }
        weights.extend(biases.iter().map(|word| word / one / weight_one));
        Ok(Self(weights))
    }

    fn row(&self, input: u16) -> &[f32] {
        &self.0[usize::from(input) * HIDDEN..][..HIDDEN]
    }
}

/// Adam, by D. Kingma and J. Ba (2014).
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn step(&mut self, weights: &mut [f32], slopes: &mut [f32], rate: f32) {
        self.steps += 1;
        let (one, two) = (0.9_f32, 0.999_f32);
        let first = 1.0 - one.powi(self.steps);
        let second = 1.0 - two.powi(self.steps);
        for index in 0..weights.len() {
            let slope = std::mem::take(&mut slopes[index]);
            self.mean[index] = one * self.mean[index] + (1.0 - one) * slope;
            self.square[index] = two * self.square[index] + (1.0 - two) * slope * slope;
            let change = self.mean[index] / first / ((self.square[index] / second).sqrt() + 1e-8);
            weights[index] = (weights[index] - rate * change).clamp(-LARGEST, LARGEST);
        }
    }
}

/// Learns from the samples of these files and writes the weights, beginning with those of the file `from` or with noise.
pub fn fit(
    network: &str,
    from: Option<&str>,
    epochs: usize,
    data: &[&str],
) -> Result<(), Box<dyn Error>> {
    let (mut samples, mut held) = (Vec::new(), Vec::new());
    for file in data {
        let bytes = std::fs::read(file)?;
        let of_file = bytes.as_chunks::<BYTES>().0;
        let (learned, checked) = of_file.split_at(of_file.len() - of_file.len() / HELD);
        samples.extend(learned.iter().map(Sample::read));
        held.extend(checked.iter().map(Sample::read));
    }
    println!(
        "{} samples to learn from, {} to check",
        samples.len(),
        held.len()
    );
    let mut dice = Dice(7);
    let (mut weights, rate) = match from {
        Some(file) => (Weights::read(&std::fs::read(file)?, &mut dice)?, SLOW_RATE),
        None => (Weights::random(&mut dice), RATE),
    };
    let mut adam = Adam {
        mean: vec![0.0; COUNT],
        square: vec![0.0; COUNT],
        steps: 0,
    };
    let mut slopes = [(); THREADS].map(|()| Weights(vec![0.0; COUNT]));
    println!("before: checked {:.6}", check(&held, &weights));
    for epoch in 0..epochs {
        for index in (1..samples.len()).rev() {
            samples.swap(index, dice.below(index + 1));
        }
        let part = epoch as f32 / epochs as f32;
        let rate = rate * (0.5 + 0.5 * (part * std::f32::consts::PI).cos()) + 1e-5;
        let mut loss = 0.0;
        for batch in samples.chunks(BATCH) {
            let seeds = [(); THREADS].map(|()| dice.roll());
            loss += learn_batch(batch, &weights, &mut slopes, seeds);
            let [first, others @ ..] = &mut slopes;
            for other in others {
                for (slope, part) in first.0.iter_mut().zip(&mut other.0) {
                    *slope += std::mem::take(part);
                }
            }
            adam.step(&mut weights.0, &mut first.0, rate);
        }
        println!(
            "epoch {epoch}: {:.6}, checked {:.6}",
            loss / samples.len() as f64,
            check(&held, &weights)
        );
    }
    std::fs::write(network, quantized(&weights))?;
    Ok(())
}

/// The mean loss of samples that are not learned from.
fn check(held: &[Sample], weights: &Weights) -> f64 {
    let losses = held.iter().map(|one| learn(one, false, weights, None));
    losses.sum::<f64>() / held.len().max(1) as f64
}

/// The loss of a batch, a part of it on each thread, which adds to slopes of its own; every other sample is mirrored, by
/// these seeds.
fn learn_batch(
    batch: &[Sample],
    weights: &Weights,
    slopes: &mut [Weights; THREADS],
    seeds: [u64; THREADS],
) -> f64 {
    let size = batch.len();
    let parts = batch.chunks(size.div_ceil(THREADS));
    thread::scope(|scope| {
        let parts = parts.zip(slopes).zip(seeds).map(|((part, slopes), seed)| {
            scope.spawn(move || {
                let mut dice = Dice(seed);
                let losses = part.iter().map(|sample| {
                    let mirrored = dice.roll() & 1 == 1;
                    learn(sample, mirrored, weights, Some((&mut *slopes, size)))
                });
                losses.sum::<f64>()
            })
        });
        let threads: Vec<_> = parts.collect();
        let losses = threads.into_iter().map(thread::ScopedJoinHandle::join);
        losses.map(|loss| loss.expect("a thread that ends")).sum()
    })
}

/// The loss of a sample; adds to the slopes of a batch of this size.
fn learn(
    sample: &Sample,
    mirrored: bool,
    weights: &Weights,
    slopes: Option<(&mut Weights, usize)>,
) -> f64 {
    let mut inputs = [[0; 32]; 2];
    let count = sample.inputs(mirrored, &mut inputs);
    let mut hidden: [Hidden; 2] = [[0.0; HIDDEN]; 2];
    for view in 0..2 {
        hidden[view].copy_from_slice(&weights.0[BIAS..OUTPUTS]);
        for input in &inputs[view][..count] {
            for (sum, weight) in hidden[view].iter_mut().zip(weights.row(*input)) {
                *sum += weight;
            }
        }
    }
    let stage = output_bucket(count);
    let first = OUTPUTS + stage * 2 * HIDDEN;
    let output = &weights.0[first..first + 2 * HIDDEN];
    let mut sum = weights.0[OUTPUT_BIAS + stage];
    for view in 0..2 {
        for index in 0..HIDDEN {
            let value = hidden[view][index].clamp(0.0, 1.0);
            sum += value * value * output[view * HIDDEN + index];
        }
    }
    let chance = 1.0 / (1.0 + (-sum).exp());
    let scored = 1.0 / (1.0 + (-f32::from(sample.score()) / SCALE as f32).exp());
    let target = SCORE * scored + (1.0 - SCORE) * f32::from(sample.result()) / 2.0;
    let error = chance - target;
    if let Some((slopes, size)) = slopes {
        let slope = 2.0 * error * chance * (1.0 - chance) / size as f32;
        slopes.0[OUTPUT_BIAS + stage] += slope;
        for view in 0..2 {
            let outputs = first + view * HIDDEN;
            let weighed = &weights.0[outputs..outputs + HIDDEN];
            let back = back(slopes, &hidden[view], (outputs, weighed), slope);
            for input in &inputs[view][..count] {
                let row = &mut slopes.0[usize::from(*input) * HIDDEN..][..HIDDEN];
                for (to, change) in row.iter_mut().zip(&back) {
                    *to += change;
                }
            }
        }
    }
    f64::from(error * error)
}

/// The slopes of a view's accumulator; adds those of its output weights and of the bias.
fn back(
    slopes: &mut Weights,
    hidden: &Hidden,
    (outputs, weighed): (usize, &[f32]),
    slope: f32,
) -> Hidden {
    std::array::from_fn(|index| {
        let value = hidden[index].clamp(0.0, 1.0);
        slopes.0[outputs + index] += slope * value * value;
        // At the edges nothing changes.
        let is_inside = hidden[index] > 0.0 && hidden[index] < 1.0;
        let inside = f32::from(u8::from(is_inside));
        let back = inside * slope * 2.0 * value * weighed[index];
        slopes.0[BIAS + index] += back;
        back
    })
}

/// The weights as integers, in the order of their file.
fn quantized(weights: &Weights) -> Vec<u8> {
    let (one, weight_one) = (f32::from(ONE), f32::from(WEIGHT_ONE));
    let accumulator = weights.0[..OUTPUTS].iter().map(|weight| weight * one);
    let outputs = weights.0[OUTPUTS..OUTPUT_BIAS].iter();
    let outputs = outputs.map(|weight| weight * weight_one);
    let biases = weights.0[OUTPUT_BIAS..].iter();
    let biases = biases.map(|bias| bias * one * weight_one);
    let words = accumulator.chain(outputs).chain(biases);
    words
        .flat_map(|word| (word.round() as i16).to_le_bytes())
        .collect()
}
