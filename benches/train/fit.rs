//! Fitting weights to samples: the chance of winning is learned from the score of a search and the result of the game.

use crate::Dice;
use crate::sample::{BYTES, Sample};
use chuhe::engine::nnue::{HIDDEN, INPUTS, ONE, OUTPUT_BUCKETS, SCALE, WEIGHT_ONE, output_bucket};
use std::error::Error;

/// Samples after which the weights are changed.
const BATCH: usize = 4096;
/// Part of what is learned that is the score; the rest is the result.
const SCORE: f32 = 0.7;
/// Speed of learning at the beginning.
const RATE: f32 = 0.0015;
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
            let slope = slopes[index];
            self.mean[index] = one * self.mean[index] + (1.0 - one) * slope;
            self.square[index] = two * self.square[index] + (1.0 - two) * slope * slope;
            let change = self.mean[index] / first / ((self.square[index] / second).sqrt() + 1e-8);
            weights[index] = (weights[index] - rate * change).clamp(-LARGEST, LARGEST);
            slopes[index] = 0.0;
        }
    }
}

pub fn fit(network: &str, epochs: usize, data: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut samples = Vec::new();
    for file in data {
        let bytes = std::fs::read(file)?;
        samples.extend(bytes.as_chunks::<BYTES>().0.iter().map(Sample::read));
    }
    let mut dice = Dice(7);
    for index in (1..samples.len()).rev() {
        samples.swap(index, dice.below(index + 1));
    }
    let held = samples.split_off(samples.len() - samples.len() / 20);
    println!(
        "{} samples to learn from, {} to check",
        samples.len(),
        held.len()
    );
    let mut weights = Weights((0..COUNT).map(|_| dice.unit() * 0.15).collect());
    let mut adam = Adam {
        mean: vec![0.0; COUNT],
        square: vec![0.0; COUNT],
        steps: 0,
    };
    let mut slopes = Weights(vec![0.0; COUNT]);
    for epoch in 0..epochs {
        for index in (1..samples.len()).rev() {
            samples.swap(index, dice.below(index + 1));
        }
        let part = epoch as f32 / epochs as f32;
        let rate = RATE * (0.5 + 0.5 * (part * std::f32::consts::PI).cos()) + 1e-5;
        let mut loss = 0.0;
        for batch in samples.chunks(BATCH) {
            for sample in batch {
                let mirrored = dice.roll() & 1 == 1;
                loss += learn(sample, mirrored, &weights, Some(&mut slopes), batch.len());
            }
            adam.step(&mut weights.0, &mut slopes.0, rate);
        }
        let check: f64 = held
            .iter()
            .map(|one| learn(one, false, &weights, None, 1))
            .sum();
        println!(
            "epoch {epoch}: {:.6}, checked {:.6}",
            loss / samples.len() as f64,
            check / held.len() as f64
        );
    }
    std::fs::write(network, quantized(&weights))?;
    Ok(())
}

/// The loss of a sample; adds to the slopes.
fn learn(
    sample: &Sample,
    mirrored: bool,
    weights: &Weights,
    slopes: Option<&mut Weights>,
    batch: usize,
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
    if let Some(slopes) = slopes {
        let slope = 2.0 * error * chance * (1.0 - chance) / batch as f32;
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
