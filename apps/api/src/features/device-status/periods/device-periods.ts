/** Period in which a device was on an entity. */
export interface DevicePeriod {
  installed_at: Date
  removed_at: Date | null
  /** The entity belongs to a business that the caller is allowed to see. */
  is_own: boolean
  /** The device was on a customer's vehicle, or came off one and was moved to this entity only on paper. */
  is_customers: boolean
  /** The entity's movements are hidden, because neither a consent nor a case makes them visible to the caller. */
  is_hidden: boolean
  /**
   * Time from which it is proved that the tracker is really on this entity, in milliseconds since 1970 UTC; Infinity without
   * proof.
   */
  shown_from: number
}

/**
 * Decides which messages of a device the caller is allowed to see. A device changes owners, and its messages on a vehicle belong
 * only to that vehicle's business. Messages between two vehicles belong to the present owner, from the time when the last other
 * owner gave the device away. After a customer's vehicle these messages stay hidden, because the device may still be on it
 * (G-107). Even the existence of a message can reveal a ride (G-106), so hidden messages are left out completely.
 */
export class DeviceVisibility {
  readonly #ownSince: number

  constructor(private readonly periods: readonly DevicePeriod[]) {
    const others = periods.filter(({ is_own }) => !is_own)
    this.#ownSince = Math.max(-Infinity, ...others.map(({ removed_at }) => removed_at?.getTime() ?? Infinity))
  }

  /** The device was last removed from a customer's vehicle, so it may still be on it. */
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
