/** Presses that hit something: what lies below it on the map leaves them alone. */
const claimed = new WeakSet<Event>()

/** Says that a press hit a vehicle. */
export function claimPress(event: Event | undefined): void {
  if (event) claimed.add(event)
}

export const isClaimed = (event: Event | undefined): boolean => event !== undefined && claimed.has(event)
