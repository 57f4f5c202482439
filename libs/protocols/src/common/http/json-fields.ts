import type { AttributeValue, Fix } from '@roadbook/contracts'
import { note } from '../note.js'

/** The unchecked fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** Parses UTF-8 JSON. Undefined if the bytes are not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** Returns true for a value that an attribute can have. */
export const isPlain = (value: unknown): value is number | string | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || numberOf(value) !== undefined

/** Maximum number of additional values of one fix, and maximum number of characters of a value's name. */
export const MOST_ATTRIBUTES = 200
export const LONGEST_ATTRIBUTE_NAME = 64

/** Stores additional values under their own names and in their order, up to the maximum. Lists and objects are not stored. */
export function noteAll(fix: Fix, entries: Iterable<readonly [name: string, value: unknown]>): void {
  let left = MOST_ATTRIBUTES
  for (const [name, value] of entries) {
    if (left === 0) return
    if (name === '' || name.length > LONGEST_ATTRIBUTE_NAME || !isPlain(value)) continue
    note(fix, name, value satisfies AttributeValue)
    left--
  }
}
