import type { QueryConfig } from 'pg'
import type { LogMessage } from '../event-log.js'
import { byteaArray, int2Array, int4Array } from './binary-array.js'
import { packHeaders } from './header-codec.js'
import { partitionOf } from './partition-of.js'

const APPEND = 'event_log_append($1, $2::smallint[], $3::int[], $4::smallint[], $5::int[], $6::bytea[], $7::bytea[], $8::bytea[])'

/** Lets the commit return before the messages are on disk. The database writes them to disk within about a second. */
const WITHOUT_WAITING = "set_config('synchronous_commit', 'off', true)"

/**
 * Builds the statement that appends messages in one round trip and one transaction.
 * @param partitions the topic's number of partitions
 * @param mayBeLost true if a crash of the database may lose the messages
 */
export function appendStatement(
  topic: string,
  partitions: number,
  messages: readonly LogMessage[],
  mayBeLost = false,
): QueryConfig {
  const keys = messages.map((message) => Buffer.from(message.key))
  const partitionOfMessage = keys.map((key) => partitionOf(key, partitions))
  const targets = [...new Set(partitionOfMessage)].sort((a, b) => a - b)
  const slotOf = new Map(targets.map((partition, index) => [partition, index + 1]))
  const sizes = targets.map(() => 0)
  const ranks: number[] = []
  const slots = partitionOfMessage.map((partition) => {
    const slot = slotOf.get(partition) ?? 0
    const rank = sizes[slot - 1] ?? 0
    ranks.push(rank)
    sizes[slot - 1] = rank + 1
    return slot
  })
  return {
    name: mayBeLost ? 'event-log-append-lightly' : 'event-log-append',
    text: mayBeLost ? `SELECT ${WITHOUT_WAITING}, ${APPEND}` : `SELECT ${APPEND}`,
    values: [
      topic,
      int2Array(targets),
      int4Array(sizes),
      int2Array(slots),
      int4Array(ranks),
      byteaArray(keys),
      byteaArray(messages.map((message) => message.value)),
      byteaArray(messages.map((message) => packHeaders(message.headers))),
    ],
  }
}
