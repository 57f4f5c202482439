export const NETWORK_STATES = ['connected', 'disconnected', 'never', 'hidden'] as const
export type NetworkState = (typeof NETWORK_STATES)[number]

/** Without an update for this long the network counts as disconnected. */
const DISCONNECTED_AFTER_MS = 3 * 60_000

/** Whether a tracker is heard; `never` before its first message. */
export const networkState = (lastUpdate: Date | null, now: Date): NetworkState =>
  lastUpdate === null ? 'never' : now.getTime() - lastUpdate.getTime() >= DISCONNECTED_AFTER_MS ? 'disconnected' : 'connected'
