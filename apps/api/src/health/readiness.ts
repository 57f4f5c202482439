import { Inject, Injectable } from '@nestjs/common'
import type { ReadinessCheck } from '@roadbook/platform'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'
import { LiveFeed } from '../live/live.feed.js'

/** Systems that must respond before the API reports ready. */
@Injectable()
export class Readiness {
  #draining = false
  readonly checks: Record<string, ReadinessCheck>

  constructor(@Inject(API_POOL) pool: pg.Pool, feed: LiveFeed) {
    this.checks = {
      database: async () => void (await pool.query('SELECT 1')),
      // Checks only that the positions were loaded once, not that the event log is available. Without the event log, the
      // loaded positions stay valid, and the other parts of the API do not need it.
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
