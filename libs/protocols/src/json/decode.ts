import type { Fix } from '@roadbook/contracts'
import { unreadable } from '../common/errors.js'
import { type Fields, fieldsOf, noteAll, numberOf, parseJson, textOf } from '../common/http/json-fields.js'
import { judgeFix } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { readTimestamp } from '../common/http/timestamp.js'
import type { Decoded, SessionState } from '../protocol.js'
import { FIELDS, troubleWith } from './fields.js'

/**
 * A position whose time is farther in the future than this, in milliseconds, is refused. If it got the time of its reception
 * instead, it would get another time whenever it is sent again.
 */
const LARGEST_LEAD_MS = 86_400_000
const EARLIEST = Date.UTC(2000, 0, 2)

/**
 * Decodes one position of a request. Refuses everything that differs from the documentation. The reply then says what is
 * allowed.
 */
export function decode(frame: Buffer, { now }: SessionState): Decoded {
  const position = fieldsOf(parseJson(frame))
  if (!position) return unreadable('a position must be a JSON object')
  const trouble = troubleWith(position)
  if (trouble !== undefined) return unreadable(trouble)
  const time = timeOf(position.time)
  if (time === undefined)
    return unreadable('time must be ISO 8601 with Z or an offset, or milliseconds since 1970, for example "2026-05-14T07:21:05Z"')
  if (time < EARLIEST || time > now + LARGEST_LEAD_MS) return unreadable('time must lie between 2000 and one day from now')
  const identity = String(position.id)
  const spoken = textOf(position.protocol)
  const fixes = [read(position, time, now)]
  return { kind: 'packet', identity, fixes, ...(spoken !== undefined && { spoken }) }
}

const FIRST_MILLISECONDS = 2 ** 31

/**
 * Reads an ISO 8601 time with a zone, or milliseconds. A time without a zone is refused, because readers in different zones
 * would understand different times.
 */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value >= FIRST_MILLISECONDS ? readTimestamp(String(value)) : undefined
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) ? readTimestamp(value) : undefined
}

function read(position: Fields, deviceTime: number, now: number): Fix {
  const latitude = numberOf(position.latitude)
  const longitude = numberOf(position.longitude)
  const fix = judgeFix({ deviceTime, hasFix: position.valid !== false, latitude, longitude }, now)
  for (const [name, field] of Object.entries(FIELDS)) {
    const value = position[name]
    if (value !== undefined && value !== null) field.into?.(fix, value as never)
  }
  noteAll(fix, Object.entries(fieldsOf(position.attributes) ?? {}))
  note(fix, 'alarm', textOf(position.alarm))
  return fix
}
