// Read only once, because in a test's own global object an access to `Math` takes as long as making one mutant.
const { floor, imul } = Math

/** Changes one to three bytes, and sometimes the length of the frame. */
export function mutate(bytes: Buffer, random: () => number): Buffer {
  const at = (length: number) => floor(random() * length)
  let mutant = Buffer.from(bytes)
  for (let changes = 1 + at(3); changes > 0; changes--)
    mutant[at(mutant.length)] = random() < 0.5 ? at(256) : mutant[at(mutant.length)]! ^ (1 << at(8))
  if (random() < 0.1) mutant = mutant.subarray(0, at(mutant.length))
  if (random() < 0.1) mutant = Buffer.concat([mutant, Buffer.alloc(at(8), at(256))])
  return mutant
}

export function randomBytes(random: () => number, atMost: number): Buffer {
  return Buffer.from(Array.from({ length: floor(random() * atMost) }, () => floor(random() * 256)))
}

/**
 * Returns random numbers (mulberry32). The same seed gives the same mutants in every run, so that a failure can be
 * repeated.
 */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
