import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common'
import { Notices, Rounds, type RoundsOptions, type RoundsWork } from '@roadbook/platform'
import type pg from 'pg'
import { API_CONFIGURATION, API_POOL, type ApiConfiguration } from '../configuration.js'

/** Receives notifications (NOTIFY) of new work, whose names are in `WorkNotice`. Listens only while there are subscribers. */
@Injectable()
export class WorkNotices extends Notices implements OnApplicationShutdown {
  constructor(
    @Inject(API_POOL) pool: pg.Pool,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {
    super(pool.options, 'work')
  }

  onApplicationShutdown(): Promise<void> {
    return this.close()
  }

  /**
   * Creates background work in rounds, each started by a notification or by a timer. In a process that only answers requests, the
   * rounds never start.
   */
  rounds(work: RoundsWork, options: Omit<RoundsOptions, 'notices'>): Pick<Rounds, 'start' | 'wake' | 'stop'> {
    if (this.configuration.API_WORK === 'requests') return NO_ROUNDS
    return new Rounds(work, { ...options, notices: this })
  }
}

const NO_ROUNDS = { start: () => undefined, wake: () => undefined, stop: () => Promise.resolve() }
