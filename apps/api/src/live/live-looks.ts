import { Inject, Injectable } from '@nestjs/common'
import type { LiveChannel } from '@roadbook/contracts'
import type pg from 'pg'
import { ConsumerViews } from '../audit/consumer-views.js'
import type { Caller } from '../auth/caller.js'
import { API_POOL } from '../configuration.js'
import type { RequestOrigin } from '../http/request-origin.js'

/** What one client follows. */
export interface Followed {
  channel: LiveChannel
  id?: number
}

/** Somebody who is connected. */
export interface Viewer {
  caller: Caller
  origin: RequestOrigin
  follows: readonly Followed[]
}

/** Which consumers' vehicles may be seen at all is asked once in this time, however many look. */
const FRESH_MS = 1_000

interface ShownRow {
  id: number
  business_id: number
}

/**
 * Writes down who sees a consumer's vehicle live (S30): when they begin, and again while they go on. Few consumers' vehicles
 * may be seen at a time, so those are asked for, for everybody at once; who may see which is asked again when it is written.
 */
@Injectable()
export class LiveLooks {
  #shown: { at: number; rows: Promise<ShownRow[]> } | undefined

  constructor(
    @Inject(API_POOL) private readonly pool: pg.Pool,
    private readonly views: ConsumerViews,
  ) {}

  async note({ caller, origin, follows }: Viewer): Promise<void> {
    if (follows.length === 0) return
    const { scope } = caller
    const followsAll = follows.some(({ channel }) => channel === 'fleet')
    const followed = new Set(follows.map(({ id }) => id))
    const shown = await this.shown()
    const entityIds = shown
      .filter((row) => (scope === 'all' || scope.includes(row.business_id)) && (followsAll || followed.has(row.id)))
      .map(({ id }) => id)
    await this.views.note({ caller, origin }, { entityIds, kind: 'live' })
  }

  private shown(): Promise<ShownRow[]> {
    const now = performance.now()
    if (!this.#shown || now - this.#shown.at > FRESH_MS) this.#shown = { at: now, rows: this.find() }
    return this.#shown.rows
  }

  /** Consumers' vehicles that a consent or an open case shows to anybody. */
  private async find(): Promise<ShownRow[]> {
    const { rows } = await this.pool.query<ShownRow>(`SELECT e.id, e.business_id FROM entities e
      WHERE e.consumer_id IS NOT NULL AND e.deleted_at IS NULL AND e.id IN (
        SELECT c.entity_id FROM consents c WHERE c.granted_at <= now() AND c.expires_at > now() AND c.revoked_at IS NULL
        UNION SELECT m.entity_id FROM missing_cases m WHERE m.state = 'open')`)
    return rows
  }
}
