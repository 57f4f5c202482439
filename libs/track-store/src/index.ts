/** Waypoints, device states and trips in PostgreSQL or TimescaleDB. */
export * from './track-store.js'
export { createTrackStore } from './create-track-store.js'
export * from './aside-reason.js'
export { isSameReading } from './further-readings.js'
export { writeVerdicts } from './write-verdicts.js'
export { asStored, makeStored, storedTime } from './waypoint-columns.js'
