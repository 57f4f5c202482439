/** Period in which a device was on an entity. */
export interface DevicePeriod {
  installed_at: Date
  removed_at: Date | null
  /** The entity belongs to a business that the caller may see. */
  is_own: boolean
  /** On a customer's vehicle, or moved from one to another vehicle only on paper. */
  is_customers: boolean
  /** Neither consent nor a case lets the caller see the entity's movements. */
  is_hidden: boolean
  /** Time of the proof that the tracker really came to this entity, in milliseconds since 1970 UTC; Infinity without proof. */
  shown_from: number
}

/**
 * Decides which messages of a device the caller may see. A device changes owners, and its messages on a vehicle belong only to
 * that vehicle's business. Messages between two vehicles belong to the present owner, from the time when the last other owner
 * gave it away. After a customer's vehicle it may still be on that one, so they stay hidden (G-107). Even the existence of a
 * message can reveal a ride (G-106), so hidden ones are left out completely.
 */
export class DeviceVisibility {
  readonly #ownSince: number

  constructor(private readonly periods: readonly DevicePeriod[]) {
    const others = periods.filter(({ is_own }) => !is_own)
    this.#ownSince = Math.max(-Infinity, ...others.map(({ removed_at }) => removed_at?.getTime() ?? Infinity))
  }

  /** Its last removal was from a customer's vehicle, so it may still be on that. */
  get isLeftFromCustomers(): boolean {
    const last = this.periods.at(-1)
    return last !== undefined && last.is_own && last.is_customers && last.removed_at !== null
  }

  /**
   * Returns whether a message of that time may be seen.
   * @param at milliseconds since 1970 UTC
   */
  isShown(at: number): boolean {
    const period = this.periods.findLast(({ installed_at }) => installed_at.getTime() <= at)
    if (!period) return at >= this.#ownSince
    if (at >= (period.removed_at?.getTime() ?? Infinity)) return at >= this.#ownSince && !period.is_customers
    return period.is_own && !period.is_hidden && at >= period.shown_from
  }
}
