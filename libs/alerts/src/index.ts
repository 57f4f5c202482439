/** Geofences and alerts. The alerts depend only on the rules and on a vehicle's fixes in the order of their times. */
export * from './geofence.js'
export * from './geofence-index.js'
export * from './week-hours.js'
export * from './reading.js'
export * from './rule.js'
export * from './watch.js'
export * from './diff-alerts.js'
