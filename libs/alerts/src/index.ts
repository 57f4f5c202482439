/** Geofences and alerts: what a vehicle does against rules, as a function of its fixes in the order of their times. Pure. */
export * from './geofence.js'
export * from './geofence-index.js'
export * from './week-hours.js'
export * from './reading.js'
export * from './rule.js'
export * from './watch.js'
export * from './diff-alerts.js'
