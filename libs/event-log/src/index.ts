export * from './event-log.js'
