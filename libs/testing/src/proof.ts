/**
 * Names of the proofs, which `npm run proof NAME` runs. A proof runs the code of tests with more kills, longer outages and
 * more orders of arrival. This would take too long in `npm test`. Names and commands are in `tools/proof/catalogue.mjs`,
 * latest results in `docs/assurance.md`.
 */
export type ProofName = 'kills' | 'chaos' | 'orders' | 'frames' | 'walks' | 'browser' | 'kafka' | 'image' | 'spread' | 'deploy'

/** Returns true if the proof with this name is running. */
export const isProofOf = (name: ProofName): boolean => (process.env.PROOF ?? '').split(',').includes(name)

/** Declares tests that run only in one proof. */
export function inProof(name: ProofName, declare: () => void): void {
  if (isProofOf(name)) declare()
}

/** Returns `proof` if the proof with this name is running, and otherwise `usual`. */
export const sized = <T>(name: ProofName, usual: T, proof: T): T => (isProofOf(name) ? proof : usual)

/**
 * Returns all values in the proof. In `npm test` returns only `usual` of the values. The values depend on `place`, so that
 * together the places use all values.
 */
export const rotated = <T>(name: ProofName, all: readonly T[], usual: number, place: number): T[] =>
  all.filter((_, at) => isProofOf(name) || (at + all.length - ((place * usual) % all.length)) % all.length < usual)

/** Returns all values in the proof. In `npm test` returns one of every `oneOf` values. */
export const spread = <T>(name: ProofName, all: readonly T[], oneOf: number): T[] =>
  all.filter((_, at) => isProofOf(name) || at % oneOf === 0)
