import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'

/** Backups that the command `roadbook backup` has recorded. They belong to no tenant. */
@Injectable()
export class BackupsRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /** Returns the moment of the data in the newest backup, in seconds since 1970; undefined if there is none. */
  async newestAt(): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ at: number | null }>(
      'SELECT extract(epoch FROM max(taken_at))::float8 AS at FROM backups',
    )
    return rows[0]?.at ?? undefined
  }
}
