import { METHODS } from './layout.js'

const LONGEST = 8

/** Recognises a method and a blank. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  const text = head.toString('latin1', 0, LONGEST)
  if (METHODS.some((method) => text.startsWith(`${method} `))) return 'yes'
  return METHODS.some((method) => `${method} `.startsWith(text)) ? 'more' : 'no'
}
