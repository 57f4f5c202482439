/** Period when a device was on an entity. */
export interface DevicePeriod {
  installed_at: Date
  removed_at: Date | null
  /** True when the entity belongs to a business that the caller is allowed to see. */
  is_own: boolean
  /**
   * True when the device was on a customer's vehicle. Also true when the device came from a customer's vehicle, and nothing
   * except the entry in Roadbook shows that it is now on this entity.
   */
  is_customers: boolean
  /**
   * True when the entity's movements are hidden. This is so if neither a consent nor a missing case makes them visible to the
   * caller.
   */
  is_hidden: boolean
  /**
   * Time from which there is proof that the tracker is really on this entity, in milliseconds since 1970 UTC. Infinity
   * without proof.
   */
  shown_from: number
}

/**
 * Decides which messages of a device the caller is allowed to see. A device changes owners, and its messages on a vehicle
 * belong only to that vehicle's business. The device's present owner also sees messages from times when the device was on
 * no vehicle. These messages must be later than the last removal from a vehicle of another business. Messages from the time
 * after the removal from a customer's vehicle stay hidden, because the device may still be on that vehicle (G-107). Even
 * the existence of a message can reveal a ride (G-106), so hidden messages are left out completely.
 */
export class DeviceVisibility {
  readonly #ownSince: number

  constructor(private readonly periods: readonly DevicePeriod[]) {
    const others = periods.filter(({ is_own }) => !is_own)
    this.#ownSince = Math.max(-Infinity, ...others.map(({ removed_at }) => removed_at?.getTime() ?? Infinity))
  }

  /** True when the device was last removed from a customer's vehicle. The device may still be on that vehicle. */
  get isLeftFromCustomers(): boolean {
    const last = this.periods.at(-1)
    return last !== undefined && last.is_own && last.is_customers && last.removed_at !== null
  }

  /**
   * Returns whether a message of this time is visible to the caller.
   * @param at milliseconds since 1970 UTC
   */
  isShown(at: number): boolean {
    const period = this.periods.findLast(({ installed_at }) => installed_at.getTime() <= at)
    if (!period) return at >= this.#ownSince
    if (at >= (period.removed_at?.getTime() ?? Infinity)) return at >= this.#ownSince && !period.is_customers
    return period.is_own && !period.is_hidden && at >= period.shown_from
  }
}
