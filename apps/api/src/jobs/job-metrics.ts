import { Inject, Injectable } from '@nestjs/common'
import { Gauge, type Registry } from 'prom-client'
import { API_METRICS } from '../configuration.js'
import { RequestDatabase } from '../database/request-database.js'
import { waitingByKind } from './jobs.repository.js'

/** Counts the waiting jobs of the whole installation when Prometheus asks. Every API process reports the same numbers. */
@Injectable()
export class JobMetrics {
  constructor(@Inject(API_METRICS) registry: Registry, database: RequestDatabase) {
    new Gauge({
      name: 'jobs_waiting',
      help: 'Jobs of the whole installation that wait, by kind; due: they could run now; retry: they failed and are tried again',
      labelNames: ['kind', 'state'],
      registers: [registry],
      async collect() {
        this.reset()
        // Without the database, jobs cannot be counted, but the other metrics are still reported.
        const waiting = await database.read('all', waitingByKind).catch(() => [])
        for (const { kind, state, count } of waiting) this.set({ kind, state }, count)
      },
    })
  }
}
