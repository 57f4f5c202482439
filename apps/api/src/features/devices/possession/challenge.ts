/**
 * What came of a challenge. Whether a tracker spoke when it should not have, or not at all, would tell of trackers of others
 * whether they live: it is one answer, and it comes at the end.
 */
export type ChallengeOutcome = 'shown' | 'not_shown'
/** What is told of one; `interrupted`: nobody watched it to its end. */
export const TOLD_OUTCOMES = ['shown', 'not_shown', 'interrupted'] as const

/** Moments of one challenge, in milliseconds of one clock. */
export interface Challenge {
  beganAt: number
  /** When whoever holds the tracker is asked to switch it on again. */
  onAt: number
  endsAt: number
}

/** Seconds of a challenge. Together they stay below the five minutes that a person stands beside a vehicle for. */
export const CHALLENGE_SECONDS = { shortestOff: 60, longestOff: 120, on: 150 } as const
/** A tracker that is being switched off may say so. */
const FAREWELL_MS = 20_000
/** No tracker has a network sooner, and no list of who knocked is older than that. */
const START_MS = 3_000

/**
 * What a challenge has shown so far; undefined while it goes on. Nobody but who holds a tracker can keep it silent until a moment
 * that they do not choose, and have it speak right after.
 * @param lastWord when the tracker was heard last; null: never
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
