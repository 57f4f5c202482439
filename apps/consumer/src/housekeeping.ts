import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { Cron } from '@nestjs/schedule'
import { ADVISORY_LOCKS, type Logger } from '@roadbook/platform'
import { createTrackStore } from '@roadbook/track-store'
import type pg from 'pg'
import { forgetReadChanges } from './registry/device-changes.js'
import { graduate } from './voices.js'

export const HOUSEKEEPING = Symbol('housekeeping')

export interface HousekeepingParts {
  /**
   * A separate pool, because dropping and rewriting partitions may take longer than the time-out of the pipeline's
   * statements.
   */
  pool: pg.Pool
  logger: Logger
  retentionMonths: number
  now(): number
}

const AHEAD_WEEKS = 8
/**
 * Milliseconds from the end of a week until its waypoints are rewritten. By then, trackers send almost no more waypoints of
 * that week.
 */
const CLOSED_AFTER_MS = 14 * 86_400_000
/** Deletes senders whose last packet has expired, together with their packets. */
const SENDERS = 'DELETE FROM doubted_senders WHERE last_at < $1::timestamptz - make_interval(months => $2)'
/**
 * Deletes packets that were set aside, 30 days after the decision about their sender. By then the packets of an accepted
 * sender are in the track, and those of a refused sender are not needed. The decision itself is kept.
 */
const DECIDED = `DELETE FROM packets_aside a USING doubted_senders s
  WHERE s.id = a.sender_id AND s.decided_at < $1::timestamptz - interval '30 days' AND (s.decision = 'refused' OR a.taken_in_at IS NOT NULL)`
/** Deletes alert notifications that have been undelivered for 30 days. */
const UNTOLD = "DELETE FROM alert_news WHERE at < $1::timestamptz - interval '30 days'"
/** Deletes stay changes after a day. By then every process that remembers stays has read them. */
const HEARD = "DELETE FROM alert_stay_changes WHERE at < $1::timestamptz - interval '1 day'"

/** Regular maintenance of the waypoint store: creates partitions ahead of time, drops old ones and rewrites closed weeks. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(HOUSEKEEPING) private readonly parts: HousekeepingParts) {}

  onApplicationBootstrap(): void {
    void this.makePartitions()
  }

  onApplicationShutdown(): Promise<void> {
    return this.parts.pool.end()
  }

  /** Creates partitions ahead of time. If the database is unavailable now, writers create missing partitions later. */
  @Cron('7 1 * * *', { timeZone: 'UTC' })
  makePartitions(): Promise<void> {
    return this.alone('partitions made', (store) => store.ensurePartitions(AHEAD_WEEKS))
  }

  @Cron('17 2 * * *', { timeZone: 'UTC' })
  dropExpired(): Promise<void> {
    return this.alone('partitions dropped', async (store) => {
      const { pool, retentionMonths } = this.parts
      const now = this.parts.now()
      await pool.query(SENDERS, [new Date(now), retentionMonths])
      await graduate(pool, now)
      await pool.query(DECIDED, [new Date(now)])
      await pool.query(UNTOLD, [new Date(now)])
      await pool.query(HEARD, [new Date(now)])
      await forgetReadChanges(pool, now)
      return store.dropExpired(retentionMonths, now)
    })
  }

  /** Runs on Tuesdays and rewrites the week that ended a fortnight ago. */
  @Cron('47 2 * * 2', { timeZone: 'UTC' })
  closeWeek(): Promise<void> {
    return this.alone('week put in order', (store) => store.closeWeek(this.parts.now() - CLOSED_AFTER_MS))
  }

  /** Compresses old chunks of waypoints, in case TimescaleDB's own background jobs fail. */
  @Cron('17 3 * * *', { timeZone: 'UTC' })
  compressOld(): Promise<void> {
    return this.alone('chunks compressed', (store) => store.compressOld(this.parts.now()))
  }

  private async alone(
    what: string,
    work: (store: ReturnType<typeof createTrackStore>) => Promise<number | boolean>,
  ): Promise<void> {
    const { pool, logger } = this.parts
    try {
      const { rows } = await pool.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
        ADVISORY_LOCKS.housekeeping,
      ])
      if (!rows[0]?.mine) return
      try {
        logger.info({ result: await work(createTrackStore(pool)) }, what)
      } finally {
        await pool.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.housekeeping])
      }
    } catch (error) {
      logger.warn({ err: error }, `not done: ${what}; the next round does it`)
    }
  }
}
