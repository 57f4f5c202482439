const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

/** Pauses in seconds after the first attempt, the second attempt and so on. The last value repeats. */
const PAUSES_S = [5, 30, 2 * MINUTE_S, 10 * MINUTE_S, 30 * MINUTE_S, HOUR_S, 2 * HOUR_S, 4 * HOUR_S, 8 * HOUR_S]
const JITTER = 0.2
/** Maximum pause in seconds that a receiver may request. It may be longer than our own pauses. */
const MOST_ASKED_S = DAY_S

/** Seconds since the first attempt. A delivery that fails after this time is not retried. */
export const TRIED_FOR_S = 3 * DAY_S
/** Seconds without any success after which a webhook is switched off. */
export const OFF_AFTER_S = 5 * DAY_S

/**
 * Number of consecutive failures after which a receiver counts as down. From then on, only one delivery at a time is sent, to
 * find out whether the receiver is available again.
 */
export const FAILURES_TO_PAUSE = 3
const MOST_PAUSE_S = 15 * MINUTE_S

/**
 * Returns the seconds until the next attempt.
 * @param attempts number of attempts so far
 * @param askedS pause that the receiver requested, in seconds
 * @param random number from 0 to 1 that varies the pause, so that the deliveries are not all attempted at the same moment
 */
export function pauseS(attempts: number, askedS = 0, random = Math.random()): number {
  const pause = PAUSES_S[Math.min(attempts, PAUSES_S.length) - 1] ?? 0
  return Math.max(pause * (1 + JITTER * random), Math.min(askedS, MOST_ASKED_S))
}

/**
 * Returns the seconds for which nothing is sent to a receiver after this many consecutive failures.
 */
export function receiverPauseS(failures: number, askedS = 0): number {
  const pause = failures < FAILURES_TO_PAUSE ? 0 : Math.min(MOST_PAUSE_S, 5 * 2 ** (failures - FAILURES_TO_PAUSE))
  return Math.max(pause, Math.min(askedS, MOST_ASKED_S))
}
