import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common'
import { Notices } from '@roadbook/platform'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'

/** Hears that there is work: the names of `Bell`. Listens only where somebody wants to hear. */
@Injectable()
export class WorkBells extends Notices implements OnApplicationShutdown {
  constructor(@Inject(API_POOL) pool: pg.Pool) {
    super(pool.options, 'work')
  }

  onApplicationShutdown(): Promise<void> {
    return this.close()
  }
}
