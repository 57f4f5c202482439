import { Injectable } from '@nestjs/common'
import type { LivePosition } from '@roadbook/contracts'

/** The position of an installed device. `businessId` is the entity's owner when the position was sent. */
export type EntityLivePosition = LivePosition & { entityId: number; businessId: number }

export interface LiveEntry {
  position: EntityLivePosition
  /** The position as JSON, written once for all recipients. This version is complete; the next one has the location hidden. */
  shownJson?: string
  hiddenJson?: string
}

export interface LiveChange {
  entityId: number
  /** Trips that began or ended with this position. */
  tripIds: number[]
}

/** The current position of every entity, as far as this instance has received it. */
@Injectable()
export class LiveState {
  readonly #entries = new Map<number, LiveEntry>()
  #markSeeded: () => void = () => undefined
  isSeeded = false
  /** Resolves when the positions from before this instance began to read the log are loaded. */
  readonly seeded = new Promise<void>((resolve) => (this.#markSeeded = resolve))

  markSeeded(): void {
    this.isSeeded = true
    this.#markSeeded()
  }

  /** Stores a position unless a newer one is known. Ignores devices without an entity. */
  apply(position: LivePosition): LiveChange | undefined {
    const { entityId, businessId } = position
    if (entityId === undefined || businessId === undefined) return undefined
    const known = this.#entries.get(entityId)?.position
    if (known && isOlder(position, known)) return undefined
    this.#entries.set(entityId, { position: { ...position, entityId, businessId } })
    if (known?.openTripId === position.openTripId) return { entityId, tripIds: [] }
    const tripIds = [known?.openTripId, position.openTripId].filter((id) => id !== undefined)
    return { entityId, tripIds: known ? tripIds : [] }
  }

  entry(entityId: number): LiveEntry | undefined {
    return this.#entries.get(entityId)
  }

  entries(): IterableIterator<LiveEntry> {
    return this.#entries.values()
  }
}

const isOlder = (position: LivePosition, known: LivePosition) =>
  position.receivedAt < known.receivedAt ||
  (position.receivedAt === known.receivedAt && position.positionedAt < known.positionedAt)
