import fc from 'fast-check'

/** The seed is the same in each run (`jest.config.mjs`) unless `PROPERTY_SEED` is set. A failing property prints its seed. */
const seed = Number(process.env.PROPERTY_SEED)
if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED must be a whole number, not ${process.env.PROPERTY_SEED}`)
fc.configureGlobal({ seed })

/** fast-check with the seed of this run. */
export default fc
