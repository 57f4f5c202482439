import path from 'node:path'

/** The folder of the checkout, wherever the command was started. */
export const projectRoot = path.resolve(import.meta.dirname, '../..')
