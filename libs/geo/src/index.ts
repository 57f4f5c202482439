/**
 * Geography of fixes: coordinates, distances, directions, lines. All functions are pure and do not need Node, so that the
 * browser can use them.
 */
export * from './position.js'
export * from './coordinate.js'
export * from './distance.js'
export * from './bearing.js'
export * from './bounds.js'
export * from './area.js'
export * from './fit-area.js'
export * from './simplify-line.js'
export * from './imei.js'
export * from './units.js'
