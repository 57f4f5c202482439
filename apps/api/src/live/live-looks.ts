import { Injectable } from '@nestjs/common'
import type { LiveChannel } from '@roadbook/contracts'
import { ConsumerViews } from '../audit/consumer-views.js'
import type { Caller } from '../auth/caller.js'
import type { RequestOrigin } from '../http/request-origin.js'
import { LiveRepository, type ShownRow } from './live.repository.js'

/** A subscription of one client. */
export interface Followed {
  channel: LiveChannel
  id?: number
}

/** A connected user. */
export interface Viewer {
  caller: Caller
  origin: RequestOrigin
  follows: readonly Followed[]
}

/** Time for which the list of visible consumers' vehicles is cached, in milliseconds. The same list is used for all viewers. */
const FRESH_MS = 1_000

/**
 * Records who sees a consumer's vehicle live (S30). An entry is written at the beginning of a view, and again each hour while
 * the view continues. Few consumers' vehicles are visible at a time, so one query reads them for all viewers. The permission
 * of each viewer is checked again when the entry is written.
 */
@Injectable()
export class LiveLooks {
  #shown: { at: number; rows: Promise<ShownRow[]> } | undefined

  constructor(
    private readonly live: LiveRepository,
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
    if (!this.#shown || now - this.#shown.at > FRESH_MS) this.#shown = { at: now, rows: this.live.findShown() }
    return this.#shown.rows
  }
}
