export * from './protocol.js'
export * from './registry.js'
