import type pg from 'pg'
import type { LogMessage } from '../event-log.js'
import { isConnectionLoss } from '@roadbook/platform/database'
import { growingPauseMs, pause } from '@roadbook/platform/pause'
import { appendStatement } from './append-statement.js'
import { bounded } from './bounded-query.js'

export interface AppendOptions {
  pool: pg.Pool
  topic: string
  /** Returns the topic's number of partitions. Rejects if the database cannot answer. */
  partitions(): Promise<number>
  /** True if a crash of the database may lose the newest messages. */
  mayBeLost?: boolean | undefined
  /** Creates the segments that are missing. A segment is a table partition of a topic by time. */
  makeSegments(): Promise<void>
  /** Number of milliseconds for which a failed append is repeated. */
  patienceMs: number
}

/** Appends messages in one transaction. While the database is unreachable, tries again until `patienceMs` has passed. */
export async function appendMessages(
  options: AppendOptions,
  messages: readonly LogMessage[],
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + options.patienceMs
  for (let attempt = 1; ; attempt++) {
    try {
      const statement = appendStatement(options.topic, await options.partitions(), messages, options.mayBeLost)
      await options.pool.query(bounded(statement))
      return
    } catch (error) {
      const wait = growingPauseMs(attempt)
      const isHopeless = signal.aborted || performance.now() + wait > deadline
      if (isMissingSegment(error)) {
        if (attempt > 3) throw error
        await options.makeSegments()
      } else if (!isConnectionLoss(error) || isHopeless) {
        throw error
      } else {
        await pause(wait, signal)
      }
    }
  }
}

/** Returns true for PostgreSQL's error "no partition of relation found for row". */
const isMissingSegment = (error: unknown): boolean =>
  (error as { code?: string }).code === '23514' && /no partition of relation/.test((error as Error).message)
