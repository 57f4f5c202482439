export * from './event-log.js'
export * from './log-reader.js'
export * from './open-event-log.js'
export * from './partition-lost-error.js'
