import { invalid } from '../../http/problems.js'
import { readQuery } from '../../http/query-parameters.js'
import { isCursor, type MessagePlace, readCursor } from './message-cursor.js'
import { field, query } from '../../texts/platform.js'
import { say } from './texts.js'

export interface MessageQuery {
  limit: number
  /** Start in milliseconds since 1970 UTC. */
  from: number
  till: number
  /** Returns only messages that are older than the message at this position. */
  after?: MessagePlace
}

export const DEFAULT_MESSAGES = 50
export const MAX_MESSAGES = 200
const DAY_MS = 24 * 3_600_000
/** Maximum period of a search in milliseconds. The event log keeps packets for a week. */
const MAX_PERIOD_MS = 8 * DAY_MS

/** Reads `limit`, `from`, `till` and `cursor` of the raw messages. The default period is the last day. */
export function readMessageQuery(given: Record<string, unknown>): MessageQuery {
  const { limit = '', from, till, cursor } = readQuery(given, ['limit', 'from', 'till', 'cursor'])
  const count = limit === '' ? DEFAULT_MESSAGES : /^\d{1,3}$/.test(limit) ? Number(limit) : 0
  if (count < 1 || count > MAX_MESSAGES) throw invalid({ limit: [query('not-whole-within', { max: MAX_MESSAGES })] })
  const end = time('till', till) ?? Date.now() + 1
  const begin = time('from', from) ?? end - DAY_MS
  if (begin > end) throw invalid({ till: [query('till-before-from')] })
  const after = cursor ? readCursor(cursor) : undefined
  if (after && !isCursor(after)) throw invalid({ cursor: [say('unknown-cursor')] })
  return { limit: count, from: Math.max(begin, end - MAX_PERIOD_MS), till: end, ...(after && { after }) }
}

function time(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(value)) throw invalid({ [name]: [field('not-time')] })
  return value
}
