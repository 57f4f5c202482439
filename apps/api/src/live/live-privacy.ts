import { Injectable } from '@nestjs/common'
import { type EntityPrivacy, isLocationHidden, LOCATION_PERMISSION } from '../auth/location-privacy.js'
import { PRIVACY_MAX_AGE_MS } from './live-limits.js'
import { LiveRepository } from './live.repository.js'

const WITH_CASES: ReadonlySet<string> = new Set([LOCATION_PERMISSION])
const WITHOUT_CASES: ReadonlySet<string> = new Set()

/**
 * Entities whose location is currently hidden (G-38). They are kept in memory, because a frame is encoded once for many
 * clients and cannot wait for a query.
 */
@Injectable()
export class LivePrivacy {
  #hidden: ReadonlyMap<number, EntityPrivacy> = new Map()
  /** Highest entity id at the last read. Entities with a higher id are newer, and count as hidden until the next read. */
  #newestId = 0
  #refreshedAt = -Infinity
  #listener: (entityIds: number[]) => void = () => undefined

  constructor(private readonly live: LiveRepository) {}

  /** Sets a listener that receives entities after their visibility has changed. */
  onChange(listener: (entityIds: number[]) => void): void {
    this.#listener = listener
  }

  async refresh(): Promise<void> {
    const [before, newestBefore] = [this.#hidden, this.#newestId]
    const { hidden, newestId } = await this.live.findHidden()
    this.#hidden = hidden
    this.#newestId = newestId
    this.#refreshedAt = performance.now()
    const changed = [...new Set([...before.keys(), ...hidden.keys()])].filter(
      (id) => before.get(id)?.hasOpenCase !== hidden.get(id)?.hasOpenCase,
    )
    for (let id = newestBefore + 1; id <= newestId; id++) changed.push(id)
    if (changed.length > 0) this.#listener(changed)
  }

  /** Returns whether the rules were read recently. If not, no position may be sent. */
  isKnown(): boolean {
    return performance.now() - this.#refreshedAt < PRIVACY_MAX_AGE_MS
  }

  isHidden(entityId: number, seesOpenCases: boolean): boolean {
    if (entityId > this.#newestId) return true
    const privacy = this.#hidden.get(entityId)
    return privacy !== undefined && isLocationHidden(privacy, seesOpenCases ? WITH_CASES : WITHOUT_CASES)
  }
}
