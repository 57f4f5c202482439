import path from 'node:path'

/** Folder of the checkout, wherever the command was started. */
export const projectRoot = path.resolve(import.meta.dirname, '../..')
