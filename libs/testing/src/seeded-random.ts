/** Returns numbers in 0 … <1 that are the same for the same seed, in every process (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Combines several values into a seed, so that every vehicle has different random numbers every day (FNV-1a). */
export function seedOf(...parts: (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of parts.join('|')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return hash >>> 0
}
