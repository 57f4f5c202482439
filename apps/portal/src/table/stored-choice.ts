import { inBrowser } from '../storage/browser-storage.js'

const choice = (name: string) => inBrowser(`table.${name}`)

/** Reads a choice from the browser's storage. Undefined if there is none. */
export const readStored = (name: string): string | undefined => choice(name).read()

export const store = (name: string, value: string): void => choice(name).write(value)
