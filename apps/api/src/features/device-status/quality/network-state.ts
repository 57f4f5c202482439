export const NETWORK_STATES = ['connected', 'disconnected', 'never', 'hidden'] as const
export type NetworkState = (typeof NETWORK_STATES)[number]

/** Milliseconds without data after which the network counts as disconnected. */
const DISCONNECTED_AFTER_MS = 3 * 60_000

/** Returns whether a tracker is connected. Returns `never` before its first message. */
export const networkState = (lastUpdate: Date | null, now: Date): NetworkState =>
  lastUpdate === null ? 'never' : now.getTime() - lastUpdate.getTime() >= DISCONNECTED_AFTER_MS ? 'disconnected' : 'connected'
