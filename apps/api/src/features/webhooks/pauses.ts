const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

/** After the first attempt, the second, …; after these always the last. */
const PAUSES_S = [5, 30, 2 * MINUTE_S, 10 * MINUTE_S, 30 * MINUTE_S, HOUR_S, 2 * HOUR_S, 4 * HOUR_S, 8 * HOUR_S]
const JITTER = 0.2
/** A receiver may ask for more than we would give it, and not for more than this. */
const MOST_ASKED_S = DAY_S

/** A delivery is tried for so long, and has failed when an attempt after that does. */
export const TRIED_FOR_S = 3 * DAY_S
/** A webhook that took nothing for so long is switched off. */
export const OFF_AFTER_S = 5 * DAY_S

/** From so many failures in a row on one delivery asks for all whether the receiver is back. */
export const FAILURES_TO_REST = 3
const MOST_REST_S = 15 * MINUTE_S

/**
 * Seconds until the next attempt.
 * @param attempts so many were made
 * @param askedS what the receiver asked for
 * @param random from 0 to 1: not all at the same moment when a receiver is back
 */
export function pauseS(attempts: number, askedS = 0, random = Math.random()): number {
  const pause = PAUSES_S[Math.min(attempts, PAUSES_S.length) - 1] ?? 0
  return Math.max(pause * (1 + JITTER * random), Math.min(askedS, MOST_ASKED_S))
}

/** Seconds for which the whole receiver is left alone after so many failures in a row. */
export function restS(failures: number, askedS = 0): number {
  const rest = failures < FAILURES_TO_REST ? 0 : Math.min(MOST_REST_S, 5 * 2 ** (failures - FAILURES_TO_REST))
  return Math.max(rest, Math.min(askedS, MOST_ASKED_S))
}
