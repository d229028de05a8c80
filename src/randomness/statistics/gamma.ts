const LANCZOS_G = 7;
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];
const PRECISION = 1e-15;
/** Both expansions below need some multiple of the root of the shape; this is enough for shapes of many millions. */
const MOST_TERMS = 100_000;

/** The logarithm of the gamma function of a positive number (Lanczos). */
export function logGamma(x: number): number {
  const sum = LANCZOS.reduce(
    (total, term, place) => (place === 0 ? term : total + term / (x - 1 + place)),
    0,
  );
  const shifted = x - 1 + LANCZOS_G + 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(shifted) - shifted + Math.log(sum);
}

/**
 * The two shares of the gamma distribution of a shape, below x and above it (the regularized incomplete gamma
 * functions P and Q). Each is small where it is asked to be small: neither is one minus a number close to one.
 */
export function gammaShares(shape: number, x: number): { readonly below: number; readonly above: number } {
  if (x <= 0) return { below: 0, above: 1 };
  const density = Math.exp(shape * Math.log(x) - x - logGamma(shape));
  if (x < shape + 1) {
    const below = Math.min(1, density * series(shape, x));
    return { below, above: 1 - below };
  }
  const above = Math.min(1, density * continuedFraction(shape, x));
  return { below: 1 - above, above };
}

function series(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let n = 1; n < MOST_TERMS && term > sum * PRECISION; n++) {
    term *= x / (shape + n);
    sum += term;
  }
  return sum;
}

/** Lentz's way through the continued fraction of Q; the tiny number keeps a denominator from being zero. */
function continuedFraction(shape: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - shape;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < MOST_TERMS; n++) {
    const a = -n * (n - shape);
    b += 2;
    d = 1 / (a * d + b || tiny);
    c = b + a / c || tiny;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return fraction;
}
