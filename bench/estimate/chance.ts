/** Seeded chance for simulations: the same seed gives the same days on every machine. */

/** A source of chance: each call answers the next number of [0, 1). */
export type Chance = () => number;

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state, plenty for some thousand guests. */
export function chanceFrom(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A log-normal figure by its mean and its coefficient of variation (spread / mean). Never negative, long to the right. */
export function logNormal(chance: Chance, mean: number, variation: number): number {
  const variance = Math.log(1 + variation ** 2);
  // Box and Muller; 1 - chance() is never 0.
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return mean * Math.exp(normal * Math.sqrt(variance) - variance / 2);
}

/** An exponential figure: the time to the next of events that do not know of each other. */
export function exponential(chance: Chance, mean: number): number {
  return -mean * Math.log(1 - chance());
}
