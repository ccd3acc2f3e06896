/** A source of numbers that gives the same sequence for the same seed, on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from low to high, both included. */
  between(low: number, high: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  chance(probability: number): boolean
}

/** Mulberry32 (public domain algorithm): 32 bits of state are enough for feeds and pictures, and it is quick. */
export function createRandom(seed: number): Random {
  let state = scatter(seed)
  function next() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    chance: (probability) => next() < probability,
  }
}

/** Neighbouring seeds (product 1, product 2) must not give neighbouring sequences. */
function scatter(seed: number): number {
  let mixed = (seed | 0) ^ 0x9e3779b9
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
