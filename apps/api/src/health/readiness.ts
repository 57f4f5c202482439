import { Inject, Injectable } from '@nestjs/common'
import type { ReadinessCheck } from '@roadbook/platform'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'
import { LiveFeed } from '../live/live.feed.js'

/** What must answer before requests are sent here. */
@Injectable()
export class Readiness {
  #draining = false
  readonly checks: Record<string, ReadinessCheck>

  constructor(@Inject(API_POOL) pool: pg.Pool, feed: LiveFeed) {
    this.checks = {
      database: async () => void (await pool.query('SELECT 1')),
      // The event log may be away: what was read of it before is still true, and everything else does not need it.
      'live positions': async () => feed.assertSeeded(),
      draining: async () => {
        if (this.#draining) throw new Error('draining')
      },
    }
  }

  drain(): void {
    this.#draining = true
  }
}
