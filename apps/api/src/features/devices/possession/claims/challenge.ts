/**
 * Outcome of a challenge. The super admin who decides uses it as evidence. The claimant does not see it, because it could
 * reveal that another business has the tracker.
 */
export type ChallengeOutcome = 'shown' | 'not_shown'
/**
 * Outcomes shown to the super admin. `interrupted` means that the process that watched the challenge ended before the
 * challenge did.
 */
export const TOLD_OUTCOMES = ['shown', 'not_shown', 'interrupted'] as const
/**
 * Kinds of sender that can have answered.
 * - `known`: the known sender of the tracker
 * - `newcomer`: another sender with the tracker's IMEI
 * - `unregistered`: any sender of an unregistered tracker
 */
export const ANSWERED_AS = ['known', 'newcomer', 'unregistered'] as const

/**
 * Times of one challenge, in milliseconds of one clock. A challenge lets the claimant show that they have the tracker. The
 * claimant keeps the tracker switched off until a moment that they cannot know in advance, and then switches it on.
 */
export interface Challenge {
  beganAt: number
  /** Time when the claimant is asked to switch the tracker on again. */
  onAt: number
  endsAt: number
}

/** Durations in seconds. Even the longest challenge takes less than five minutes, which a person can wait beside a vehicle. */
export const CHALLENGE_SECONDS = { shortestOff: 60, longestOff: 120, on: 150 } as const
/**
 * Time in milliseconds after the start of a challenge. A tracker that is being switched off may still send a last message
 * within it.
 */
const FAREWELL_MS = 20_000
/**
 * Milliseconds that even the fastest tracker needs to start up and connect. This is also the maximum age of the list of
 * knocks (connection attempts of unregistered trackers).
 */
const START_MS = 3_000

/**
 * Returns the outcome; undefined while the challenge goes on. A person who has the tracker can keep it silent until a random
 * moment and make it send right after. A forger can imitate this if the true tracker is silent meanwhile. The outcome by
 * itself is therefore no proof.
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
