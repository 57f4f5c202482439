/** A stretch in which a device was on some entity. */
export interface DevicePeriod {
  installed_at: Date
  removed_at: Date | null
  /** On an entity of a business that the caller may see. */
  is_own: boolean
  /** A customer's vehicle, or one that its tracker was put on from a customer's on paper alone. */
  is_customers: boolean
  /** Neither consent nor a case lets the caller see what it does. */
  is_hidden: boolean
  /** When it was shown that the tracker really came here, in milliseconds since 1970 UTC; Infinity where it was not yet. */
  shown_from: number
}

/**
 * What of a device's messages the caller may know of. A device goes from owner to owner: what it sent on a vehicle is of that
 * vehicle's business alone. On a bench, between two vehicles, it belongs to whoever has it now, but not before the last of the
 * others gave it away; and after a customer's vehicle it may still be on that one, for all that is known (G-107). That something
 * was sent tells of a ride, too (G-106), so what is hidden is not there.
 */
export class DeviceVisibility {
  readonly #ownSince: number

  constructor(private readonly periods: readonly DevicePeriod[]) {
    const others = periods.filter(({ is_own }) => !is_own)
    this.#ownSince = Math.max(-Infinity, ...others.map(({ removed_at }) => removed_at?.getTime() ?? Infinity))
  }

  /** It came off a customer's vehicle last, and may still be on it. */
  get isLeftFromCustomers(): boolean {
    const last = this.periods.at(-1)
    return last !== undefined && last.is_own && last.is_customers && last.removed_at !== null
  }

  /** @param at milliseconds since 1970 UTC */
  isShown(at: number): boolean {
    const period = this.periods.findLast(({ installed_at }) => installed_at.getTime() <= at)
    if (!period) return at >= this.#ownSince
    if (at >= (period.removed_at?.getTime() ?? Infinity)) return at >= this.#ownSince && !period.is_customers
    return period.is_own && !period.is_hidden && at >= period.shown_from
  }
}
