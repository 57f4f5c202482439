/** From fixes to trips. Pure: the same fixes give the same trips, in whatever order they came. */
export * from './parameters.js'
export { judgeFix, MIN_SATELLITES } from './point.js'
export type { Point } from './point.js'
export type { Trip } from './trip.js'
export * from './segment.js'
export { SEGMENTATION_VERSION } from './version.js'
export { stableRests } from './stable-rest.js'
export * from './diff-trips.js'
