/** Phases of the live service. `connected` means that the service waits for updates. */
export type LivePhase = 'connecting' | 'connected' | 'live' | 'error'

/** Time in ms without an update after which the network counts as disconnected. */
export const DISCONNECTED_AFTER_MS = 3 * 60_000
/** Time in ms without an update after which the tracker counts as wrongly connected or defective. */
export const DEFECTIVE_AFTER_MS = 5 * 60_000

interface Watched {
  isFailing: boolean
  /** True after the server has responded. */
  isAnswered: boolean
  startedAt: number
  /** Time of the tracker's last message. Undefined before the first. */
  lastUpdate: number | undefined
}

/** Returns the start of the present wait, which is the later of the last update and the start of the test. */
export const waitingSince = ({ startedAt, lastUpdate = 0 }: Pick<Watched, 'startedAt' | 'lastUpdate'>): number =>
  Math.max(startedAt, lastUpdate)

export function livePhase(watched: Watched, now: number): LivePhase {
  if (watched.isFailing) return 'error'
  if (!watched.isAnswered) return 'connecting'
  const isHeard = watched.lastUpdate !== undefined && watched.lastUpdate >= watched.startedAt
  return isHeard && now - waitingSince(watched) < DISCONNECTED_AFTER_MS ? 'live' : 'connected'
}

export type Network = 'connected' | 'disconnected' | 'waiting'

/** Returns the state of the tracker's connection. `waiting` means that the tracker has never reported but may still do so. */
export function networkOf({ startedAt, lastUpdate }: Pick<Watched, 'startedAt' | 'lastUpdate'>, now: number): Network {
  if (lastUpdate !== undefined && now - lastUpdate < DISCONNECTED_AFTER_MS) return 'connected'
  return lastUpdate === undefined && now - startedAt < DISCONNECTED_AFTER_MS ? 'waiting' : 'disconnected'
}

/** Returns the number of digits still needed to find a tracker. */
export const digitsMissing = (digits: string): number => Math.max(0, 6 - digits.length)
