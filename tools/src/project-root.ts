import path from 'node:path'

/** Folder of the checkout. It does not depend on the folder in which the command was started. */
export const projectRoot = path.resolve(import.meta.dirname, '../..')
