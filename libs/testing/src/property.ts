import fc from 'fast-check'

/**
 * Of every property: the same in each run of `npm test`, so that no run fails by an input that no change had to do with.
 * `PROPERTY_SEED` sets another, and each failure names its own.
 */
export const PROPERTY_SEED = Number(process.env.PROPERTY_SEED ?? 20_260_101)

fc.configureGlobal({ seed: PROPERTY_SEED })

/** fast-check with the seed of this run. */
export default fc
