/** connecting · connected, waiting for updates · live · error. */
export type LivePhase = 'connecting' | 'connected' | 'live' | 'error'

/** Without an update for this long the network is disconnected. */
export const DISCONNECTED_AFTER_MS = 3 * 60_000
/** Without an update for this long the tracker is wrongly connected or defective. */
export const DEFECTIVE_AFTER_MS = 5 * 60_000

interface Watched {
  isFailing: boolean
  /** Whether the server has answered at all. */
  isAnswered: boolean
  startedAt: number
  /** When the last message of the tracker arrived; undefined before the first. */
  lastUpdate: number | undefined
}

/** Since when there is nothing to see: from the last update, but not from before somebody looked. */
export const waitingSince = ({ startedAt, lastUpdate = 0 }: Pick<Watched, 'startedAt' | 'lastUpdate'>): number =>
  Math.max(startedAt, lastUpdate)

export function livePhase(watched: Watched, now: number): LivePhase {
  if (watched.isFailing) return 'error'
  if (!watched.isAnswered) return 'connecting'
  const isHeard = watched.lastUpdate !== undefined && watched.lastUpdate >= watched.startedAt
  return isHeard && now - waitingSince(watched) < DISCONNECTED_AFTER_MS ? 'live' : 'connected'
}

export type Network = 'connected' | 'disconnected' | 'waiting'

/** Whether the tracker is heard; `waiting` while one that has not been heard of late may still speak up. */
export function networkOf({ startedAt, lastUpdate }: Pick<Watched, 'startedAt' | 'lastUpdate'>, now: number): Network {
  if (lastUpdate !== undefined && now - lastUpdate < DISCONNECTED_AFTER_MS) return 'connected'
  return lastUpdate === undefined && now - startedAt < DISCONNECTED_AFTER_MS ? 'waiting' : 'disconnected'
}

/** how many digits are still needed before a tracker can be found. */
export const digitsMissing = (digits: string): number => Math.max(0, 6 - digits.length)
