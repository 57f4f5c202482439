import type { Fix } from '@roadbook/contracts'
import { unreadable } from '../common/errors.js'
import { type Fields, fieldsOf, parseJson, textOf } from '../common/http/json-fields.js'
import { note } from '../common/note.js'
import type { Decoded, SessionState } from '../protocol.js'
import { alarmsOf } from './read-attributes.js'
import { readPosition } from './read-position.js'
import { readQuery } from './read-query.js'

const BRACE = 0x7b

/**
 * Decodes one forwarded message. It is the JSON of a position (`PositionData`: `position`, `device`), the JSON of an event
 * (`EventData`: `event`, `device` and, if there is one, `position`), or the query of `forward.type` `url`. The names of the
 * fields are from `PositionData.java`, `EventData.java` and `PositionForwarderUrl.java` in Traccar 6.14.5
 * (org.traccar.forward).
 */
export function decode(frame: Buffer, { now }: SessionState): Decoded {
  const message = frame[0] === BRACE ? fieldsOf(parseJson(frame)) : readQuery(frame.toString('utf8'))
  if (!message) return unreadable('the body must be a JSON object, as Traccar forwards it')
  const identity = identityOf(message)
  if (identity === undefined) return unreadable('device.uniqueId is missing')
  const position = fieldsOf(message.position)
  const event = fieldsOf(message.event)
  if (event && (textOf(event.type) !== 'alarm' || !position)) return { kind: 'heartbeat', identity }
  if (!position) return { ...unreadable('position is missing'), identity }
  const fixes = readPosition(position, now)
  if (typeof fixes === 'string') return { ...unreadable(fixes), identity }
  if (event) noteAlarm(fixes, fieldsOf(event.attributes))
  const spoken = textOf(position.protocol)
  return { kind: 'packet', identity, fixes, ...(spoken !== undefined && { spoken }) }
}

function identityOf({ device }: Fields): string | undefined {
  const id = fieldsOf(device)?.uniqueId
  const text = typeof id === 'number' ? String(id) : textOf(id)?.trim()
  return text === '' ? undefined : text
}

/**
 * Adds the alarm of an event to its position if the position lacks the alarm. Traccar forwards the position twice, alone
 * and with the event. With the alarm, the two are equal.
 */
function noteAlarm(fixes: readonly Fix[], attributes: Fields | undefined): void {
  const alarm = alarmsOf(attributes?.alarm)
  const last = fixes.at(-1)
  if (last && last.attributes?.alarm === undefined) note(last, 'alarm', alarm)
}
