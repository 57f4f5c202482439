/** Geography of fixes: coordinates, distances, directions, lines. Pure, and free of Node so that the browser can use it. */
export * from './position.js'
export * from './coordinate.js'
export * from './distance.js'
export * from './bearing.js'
export * from './bounds.js'
export * from './simplify-line.js'
export * from './imei.js'
export * from './units.js'
