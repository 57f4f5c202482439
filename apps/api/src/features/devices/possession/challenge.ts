/** What came of a challenge; `interrupted`: nobody watched it to its end. */
export const CHALLENGE_OUTCOMES = ['shown', 'spoke_while_off', 'silent', 'interrupted'] as const
export type ChallengeOutcome = (typeof CHALLENGE_OUTCOMES)[number]

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
export function judgeChallenge({ beganAt, onAt, endsAt }: Challenge, lastWord: number | null, now: number) {
  const word = lastWord ?? -Infinity
  if (word > onAt + START_MS) return 'shown'
  if (word > beganAt + FAREWELL_MS && word < onAt) return 'spoke_while_off'
  return now >= endsAt ? 'silent' : undefined
}
