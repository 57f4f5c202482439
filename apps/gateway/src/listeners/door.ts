import type { Limits } from '../limits.js'
import type { GatewayMetrics } from '../metrics.js'
import type { Logger } from '@roadbook/platform'

const LOG_EVERY_MS = 1_000
const ADDRESSES = 10_000

export interface DoorParts {
  limits: Limits
  metrics: GatewayMetrics
  logger: Logger
  now(): number
}

/**
 * How many may stand inside without having said who they are: in all, and by address. After the login nobody is limited by
 * address, because one carrier's address may front a whole fleet.
 */
export class Door {
  #inside = 0
  #strangers = 0
  readonly #byAddress = new Map<string, number>()
  readonly #addresses = new Map<string, string>()
  #refusals = { since: -Infinity, count: 0 }

  constructor(private readonly parts: DoorParts) {}

  /**
   * A connection came. @returns false when there is no room: it must be closed
   * @param sendAway has the stranger go that has been silent longest: who logs in is done in a moment, who does not only
   * takes up its place. @returns false when there is none
   */
  enter(sendAway: () => boolean): boolean {
    const { connections, beforeLogin } = this.parts.limits
    if (this.#inside >= connections) return this.refuse('too many connections')
    if (this.#strangers >= beforeLogin) {
      this.refuse('too many connections before login')
      if (!sendAway()) return false
    }
    this.#inside++
    this.#strangers++
    return true
  }

  /** The same text for the same address: many trackers come from one, and each session keeps it. */
  canonical(address: string): string {
    const known = this.#addresses.get(address)
    if (known !== undefined) return known
    if (this.#addresses.size >= ADDRESSES) this.#addresses.clear()
    this.#addresses.set(address, address)
    return address
  }

  /** It turned out where from. @returns false when too many strangers from there are inside already */
  comesFrom(address: string): boolean {
    const fromThere = this.#byAddress.get(address) ?? 0
    if (fromThere >= this.parts.limits.beforeLoginPerAddress)
      return this.refuse(`too many connections before login from ${address}`)
    this.#byAddress.set(address, fromThere + 1)
    return true
  }

  /** A stranger said who it is, or left. @param address where from, if that was known */
  noLongerStranger(address: string | undefined): void {
    this.#strangers--
    if (address === undefined) return
    const left = (this.#byAddress.get(address) ?? 1) - 1
    if (left > 0) this.#byAddress.set(address, left)
    else this.#byAddress.delete(address)
  }

  left(): void {
    this.#inside--
  }

  /** Counts, and logs one line a second however hard the door is knocked at. */
  refuse(reason: string): false {
    const { metrics, logger } = this.parts
    metrics.closed.inc({ reason: 'refusedAtTheDoor' })
    this.#refusals.count++
    const at = this.parts.now()
    if (at - this.#refusals.since < LOG_EVERY_MS) return false
    logger.warn({ reason, refused: this.#refusals.count }, 'connections refused')
    this.#refusals = { since: at, count: 0 }
    return false
  }
}
