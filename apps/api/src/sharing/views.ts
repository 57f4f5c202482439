/** What an answer to somebody behind a link showed, and what was noted of the link before. */
export interface Answered {
  /** The page's newest point; absent where the reader has nothing yet. */
  since: string | undefined
  /** When the oldest point of the answer was sent; null where it holds none. */
  oldestPoint: Date | null
  /** When the link was last noted to have been read; null for never. */
  lastViewedAt: Date | null
}

/** What is written down of an answer: that the link was opened, or that a page is still open. */
export type View = 'opening' | 'look' | 'nothing'

/** A page that stays open asks again within this time, and for no more than happened in it. */
const OPEN_MS = 10 * 60_000
/** How finely the time of the last look is kept. */
const NOTED_MS = 60_000

/** Follows from what is answered: what a reader says they have already is no more than their word. */
export function viewOf({ since, oldestPoint, lastViewedAt }: Answered, now: Date): View {
  const unreadMs = lastViewedAt === null ? Infinity : now.getTime() - lastViewedAt.getTime()
  const reachesBackMs = oldestPoint === null ? 0 : now.getTime() - oldestPoint.getTime()
  if (since === undefined || unreadMs > OPEN_MS || reachesBackMs > OPEN_MS) return 'opening'
  return unreadMs > NOTED_MS ? 'look' : 'nothing'
}
