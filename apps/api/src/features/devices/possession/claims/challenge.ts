/**
 * What came of a challenge. It is evidence for whoever decides about the claim, and hidden from whoever claims: a tracker of others that
 * goes on speaking, or answers, would give away that others have it.
 */
export type ChallengeOutcome = 'shown' | 'not_shown'
/** As it is shown; `interrupted`: nobody watched it to its end. */
export const TOLD_OUTCOMES = ['shown', 'not_shown', 'interrupted'] as const
/** Who answered: the sender that the tracker is known by, somebody else in its name, or anybody, because nobody has the tracker. */
export const ANSWERED_AS = ['known', 'newcomer', 'unregistered'] as const

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
 * What a challenge has shown so far; undefined while it goes on. Whoever holds a tracker can keep it silent until a moment that they do
 * not choose, and have it speak right after. Whoever forges its packets can do so as well where no true one speaks: it is no proof by itself.
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
