/** Clicks that a vehicle has handled. Layers below it ignore them. */
const claimed = new WeakSet<Event>()

/** Marks a click as handled by a vehicle. */
export function claimPress(event: Event | undefined): void {
  if (event) claimed.add(event)
}

export const isClaimed = (event: Event | undefined): boolean => event !== undefined && claimed.has(event)
