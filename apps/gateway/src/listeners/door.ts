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
 * Limits connections that have not logged in yet, in total and per address. After the login there is no limit per address,
 * because a whole fleet may share one carrier address.
 */
export class Door {
  #inside = 0
  #strangers = 0
  readonly #byAddress = new Map<string, number>()
  readonly #addresses = new Map<string, string>()
  #refusals = { since: -Infinity, count: 0 }

  constructor(private readonly parts: DoorParts) {}

  /**
   * Admits a new connection.
   * @param sendAway closes the connection that has waited longest for its login, and returns false if there is no such
   *   connection. A tracker logs in within a moment, so the closed connection is probably not a tracker
   * @returns false if there is no room. The connection must then be closed
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

  /**
   * Returns one shared string object per address, because many trackers share an address and each session keeps the string.
   */
  canonical(address: string): string {
    const known = this.#addresses.get(address)
    if (known !== undefined) return known
    if (this.#addresses.size >= ADDRESSES) this.#addresses.clear()
    this.#addresses.set(address, address)
    return address
  }

  /**
   * Counts a stranger (a connection before its login) for its address, as soon as the address is known.
   * @returns false if that address has too many strangers
   */
  comesFrom(address: string): boolean {
    const fromThere = this.#byAddress.get(address) ?? 0
    if (fromThere >= this.parts.limits.beforeLoginPerAddress)
      return this.refuse(`too many connections before login from ${address}`)
    this.#byAddress.set(address, fromThere + 1)
    return true
  }

  /**
   * Called when a stranger logs in or leaves.
   * @param address the stranger's address, if known
   */
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

  /** Counts a refusal, and logs at most one line per second. */
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
