/** A stretch in which a device was on some entity. */
export interface DevicePeriod {
  installed_at: Date
  removed_at: Date | null
  /** On an entity of a business that the caller may see. */
  is_own: boolean
  /** A consumer's vehicle whose whereabouts the caller may not see. */
  is_hidden: boolean
}

/** Whether the caller may see what a device sent at a time: all of it, all but where it was, or not even that it did. */
export type Visibility = 'shown' | 'hidden' | 'absent'

/**
 * A device goes from owner to owner: what it sent on a vehicle is of that vehicle's business alone. On a bench, between two
 * vehicles, it belongs to whoever has it now, but not before the last of the others gave it away.
 */
export class DeviceVisibility {
  readonly #ownSince: number

  constructor(private readonly periods: readonly DevicePeriod[]) {
    const others = periods.filter(({ is_own }) => !is_own)
    this.#ownSince = Math.max(-Infinity, ...others.map(({ removed_at }) => removed_at?.getTime() ?? Infinity))
  }

  /** @param at milliseconds since 1970 UTC */
  at(at: number): Visibility {
    const period = this.periods.findLast(
      ({ installed_at, removed_at }) => installed_at.getTime() <= at && at < (removed_at?.getTime() ?? Infinity),
    )
    if (!period) return at >= this.#ownSince ? 'shown' : 'absent'
    if (!period.is_own) return 'absent'
    return period.is_hidden ? 'hidden' : 'shown'
  }
}
