import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common'
import { Notices, Rounds, type RoundsOptions, type RoundsWork } from '@roadbook/platform'
import type pg from 'pg'
import { API_CONFIGURATION, API_POOL, type ApiConfiguration } from '../configuration.js'

/** Receives notifications (NOTIFY) of new work. `Bell` lists their names. Listens only while there are subscribers. */
@Injectable()
export class WorkBells extends Notices implements OnApplicationShutdown {
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
   * Returns background work that runs in rounds. A notification or a timer starts each round. In a process that only answers
   * requests, no round ever starts.
   */
  rounds(work: RoundsWork, options: Omit<RoundsOptions, 'bells'>): Pick<Rounds, 'start' | 'ring' | 'stop'> {
    if (this.configuration.API_WORK === 'requests') return NO_ROUNDS
    return new Rounds(work, { ...options, bells: this })
  }
}

const NO_ROUNDS = { start: () => undefined, ring: () => undefined, stop: () => Promise.resolve() }
