/** An answer to the reader of a link, and the earlier record of the link. */
export interface Answered {
  /** Time of the page's newest point; absent when it has none yet. */
  since: string | undefined
  /** Time of the answer's oldest point; null when it has none. */
  oldestPoint: Date | null
  /** When the link was last recorded as read; null for never. */
  lastViewedAt: Date | null
}

/** Record of an answer: the link was opened, or a page is still open. */
export type View = 'opening' | 'look' | 'nothing'

/** Maximum interval between requests of an open page, which asks only for points since the last one. */
const OPEN_MS = 10 * 60_000
/** Resolution of the recorded time of the last look. */
const NOTED_MS = 60_000

/** Decides by the content of the answer, because the reader's claim of what they already have cannot be trusted. */
export function viewOf({ since, oldestPoint, lastViewedAt }: Answered, now: Date): View {
  const unreadMs = lastViewedAt === null ? Infinity : now.getTime() - lastViewedAt.getTime()
  const reachesBackMs = oldestPoint === null ? 0 : now.getTime() - oldestPoint.getTime()
  if (since === undefined || unreadMs > OPEN_MS || reachesBackMs > OPEN_MS) return 'opening'
  return unreadMs > NOTED_MS ? 'look' : 'nothing'
}
