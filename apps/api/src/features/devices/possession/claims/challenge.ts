/**
 * Outcome of a challenge. It is evidence for the super admin who decides and hidden from the claimant, as data from the tracker
 * would reveal that another business has it.
 */
export type ChallengeOutcome = 'shown' | 'not_shown'
/** Outcomes as shown; `interrupted`: nothing watched it to its end. */
export const TOLD_OUTCOMES = ['shown', 'not_shown', 'interrupted'] as const
/**
 * Sender that answered: the known sender of the tracker, a newcomer using its IMEI, or any sender of an unregistered tracker.
 */
export const ANSWERED_AS = ['known', 'newcomer', 'unregistered'] as const

/** Times of one challenge, in milliseconds of one clock. */
export interface Challenge {
  beganAt: number
  /** Time at which the claimant is asked to switch the tracker on again. */
  onAt: number
  endsAt: number
}

/** Durations in seconds. Their sum stays below the five minutes that a person stays beside a vehicle. */
export const CHALLENGE_SECONDS = { shortestOff: 60, longestOff: 120, on: 150 } as const
/** Time for a tracker to send a last message while it is switched off. */
const FAREWELL_MS = 20_000
/** Minimum start-up time. No tracker has a network sooner, and the list of knocks is at most this old. */
const START_MS = 3_000

/**
 * Returns the outcome so far; undefined while the challenge goes on. A holder can keep the tracker silent until a random moment
 * and make it send right after. A forger can do the same if the true tracker is silent, so this alone is no proof.
 * @param lastWord time of the tracker's last message; null if there was none
 */
export function judgeChallenge(
  { beganAt, onAt, endsAt }: Challenge,
  lastWord: number | null,
  now: number,
): ChallengeOutcome | undefined {
  const word = lastWord ?? -Infinity
  if (word > onAt + START_MS) return 'shown'
  if (word > beganAt + FAREWELL_MS && word < onAt) return 'not_shown'
  return now >= endsAt ? 'not_shown' : undefined
}
