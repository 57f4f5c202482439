/** Values, clocks and trackers for tests, the simulator and the benchmarks. */
export * from './builders.js'
export * from './clock.js'
export * from './seeded-random.js'
export * from './simulated-tracker.js'
