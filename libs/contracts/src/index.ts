/** Everything that crosses a process boundary. Pure: no I/O, no clock. */
export * from './fix.js'
export * from './packet.js'
export * from './topics.js'
export * from './tracker-event.js'
export * from './live-position.js'
export * from './live-channel.js'
export * from './permissions.js'
export * from './vehicle-type.js'
