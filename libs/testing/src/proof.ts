/**
 * Proofs run by `npm run proof NAME`, for tests that take too long in `npm test`: the same code, with more kills, longer outages,
 * more orders. Names and commands are in `tools/proof/catalogue.mjs`, latest results in `docs/assurance.md`.
 */
export type ProofName = 'kills' | 'chaos' | 'orders' | 'frames' | 'walks' | 'browser' | 'kafka' | 'image' | 'spread' | 'deploy'

/** Returns true in a run of the proof of that name. */
export const isProofOf = (name: ProofName): boolean => (process.env.PROOF ?? '').split(',').includes(name)

/** Declares tests that run only in one proof. */
export function inProof(name: ProofName, declare: () => void): void {
  if (isProofOf(name)) declare()
}

/** Returns the usual size, or the larger one in the proof. */
export const sized = <T>(name: ProofName, usual: T, proof: T): T => (isProofOf(name) ? proof : usual)

/**
 * Returns all of these in the proof. In `npm test` returns `usual` of them, different ones at each place, so that each is used
 * somewhere.
 */
export const rotated = <T>(name: ProofName, all: readonly T[], usual: number, place: number): T[] =>
  all.filter((_, at) => isProofOf(name) || (at + all.length - ((place * usual) % all.length)) % all.length < usual)

/** Returns all of these in the proof. In `npm test` returns one in `oneOf`, from all over the list. */
export const spread = <T>(name: ProofName, all: readonly T[], oneOf: number): T[] =>
  all.filter((_, at) => isProofOf(name) || at % oneOf === 0)
