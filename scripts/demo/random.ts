/** Repeatable random choices: the same seed gives the same choices. */

export type Random = {
  /** A number from `low` up to, but not including, `high`. */
  between(low: number, high: number): number;
  /** True with this probability, from 0 to 1. */
  chance(share: number): boolean;
  /** A random item; undefined if the list is empty. */
  pick<Item>(items: readonly Item[]): Item | undefined;
};

/**
 * A separate stream of choices for each `name`. So the choices of one actor do not depend on other actors, whose
 * progress differs from run to run.
 */
export function randomOf(seed: number, name: string): Random {
  const next = mulberry32(hashed(`${seed} ${name}`));
  const between = (low: number, high: number) => low + next() * (high - low);
  return {
    between,
    chance: (share) => next() < share,
    pick: (items) => items[Math.floor(between(0, items.length))],
  };
}

/**
 * Numbers from 0 up to 1 with 32 bits of state (mulberry32). The numbers are predictable, so they are not suitable for
 * secrets.
 */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A 32-bit hash of a text (FNV-1a). */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return hash >>> 0;
}
