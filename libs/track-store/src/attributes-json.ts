import type { AttributeValue } from '@roadbook/contracts'

/**
 * Writes attributes as text for jsonb, with all digits of 64-bit integers. jsonb accepts no NUL, no lone surrogates, no NaN
 * and no infinity. NUL and lone surrogates are replaced by U+FFFD, and numbers that are not finite by their names.
 * Otherwise one invalid value of a tracker would stop the whole batch.
 */
export function attributesToJson(attributes: Record<string, AttributeValue>): string {
  let json = ''
  for (const name of Object.keys(attributes)) {
    json += `${json === '' ? '{' : ','}${quote(name)}:${toJson(attributes[name]!)}`
  }
  return json === '' ? '{}' : `${json}}`
}

/**
 * Reads the text of {@link attributesToJson}. Integers beyond 2^53 are returned as `bigint`, as in the type
 * `AttributeValue`.
 */
export function attributesFromJson(json: string): Record<string, AttributeValue> {
  return JSON.parse(json, exactIntegers) as Record<string, AttributeValue>
}

function toJson(value: AttributeValue): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number' && !Number.isFinite(value)) return quote(String(value))
  return Object.is(value, -0) ? '0' : String(value)
}

/** Letters, digits and other characters that need no escaping. Nearly all attribute names consist only of such characters. */
const PLAIN = /^[\w .:+-]*$/

const quote = (text: string) =>
  PLAIN.test(text) ? `"${text}"` : JSON.stringify(Buffer.from(text.replaceAll('\0', '\uFFFD')).toString())

/**
 * Reads large integers exactly. For this, a reviver gets the number also as text (ECMAScript 2026 "JSON.parse source text
 * access").
 */
function exactIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return context?.source && /^-?\d+$/.test(context.source) ? BigInt(context.source) : value
}
