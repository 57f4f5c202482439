export * from './protocol.js'
export * from './registry.js'
export * from './forwarded.js'
