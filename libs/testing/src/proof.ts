/**
 * What `npm test` has no time for is proven by `npm run proof NAME`: the same code, with more kills, longer outages, more orders.
 * The names and what they run stand in `tools/proof/catalogue.mjs`, what they found last in `docs/assurance.md`.
 */
export type ProofName = 'kills' | 'chaos' | 'orders' | 'frames' | 'walks' | 'browser' | 'kafka' | 'image'

/** True in a run of the proof of that name. */
export const isProofOf = (name: ProofName): boolean => (process.env.PROOF ?? '').split(',').includes(name)

/** Declares tests that are of one proof alone. */
export function inProof(name: ProofName, declare: () => void): void {
  if (isProofOf(name)) declare()
}

/** A number that `npm test` can afford, and that of the proof. */
export const sized = <T>(name: ProofName, usual: T, proof: T): T => (isProofOf(name) ? proof : usual)

/** All of these in the proof; in `npm test` so many of them, others at each place, so that each is used somewhere. */
export const rotated = <T>(name: ProofName, all: readonly T[], usual: number, place: number): T[] =>
  all.filter((_, at) => isProofOf(name) || (at + all.length - ((place * usual) % all.length)) % all.length < usual)

/** All of these in the proof; in `npm test` one of so many, from all over the list. */
export const spread = <T>(name: ProofName, all: readonly T[], oneOf: number): T[] =>
  all.filter((_, at) => isProofOf(name) || at % oneOf === 0)
