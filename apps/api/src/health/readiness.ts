import { Inject, Injectable } from '@nestjs/common'
import type { EventLog } from '@roadbook/event-log'
import type { ReadinessCheck } from '@roadbook/platform'
import type pg from 'pg'
import { API_EVENT_LOG, API_POOL } from '../configuration.js'

/** What must answer before requests are sent here. */
@Injectable()
export class Readiness {
  #draining = false
  readonly checks: Record<string, ReadinessCheck>

  constructor(@Inject(API_POOL) pool: pg.Pool, @Inject(API_EVENT_LOG) log: EventLog) {
    this.checks = {
      database: async () => void (await pool.query('SELECT 1')),
      'event log': () => log.ping(),
      draining: async () => {
        if (this.#draining) throw new Error('draining')
      },
    }
  }

  drain(): void {
    this.#draining = true
  }
}
