/** Vehicles that drive through a real city, for the demo, its history and load tests. */
export * from './city.js'
export * from './drive-day.js'
export * from './follow-track.js'
export * from './load-city.js'
export * from './persona.js'
export * from './read-track.js'
export * from './run-fleet.js'
export * from './vehicle-profile.js'
