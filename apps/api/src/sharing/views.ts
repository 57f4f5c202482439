/** Data about an answer to the reader of a link, and the last recorded view of the link. */
export interface Answered {
  /** Time of the newest point on the page; absent when the page has no point yet. */
  since: string | undefined
  /** Time of the oldest point in the answer; null when the answer has no point. */
  oldestPoint: Date | null
  /** Time when a view of the link was last recorded; null when none was. */
  lastViewedAt: Date | null
}

/**
 * Record of an answer. `opening`: the link was opened. `look`: the page of the link is still open. `nothing`: no record is
 * needed.
 */
export type View = 'opening' | 'look' | 'nothing'

/**
 * Maximum milliseconds between two requests of an open page. A request counts as another opening if the last recorded view
 * is longer ago, or if the answer contains a point that is older.
 */
const OPEN_MS = 10 * 60_000
/** Precision of the recorded time of the last view, in milliseconds. */
const NOTED_MS = 60_000

/**
 * Returns the kind of view. Decides by the content of the answer, because a request can falsely claim that its page already
 * has points.
 */
export function viewOf({ since, oldestPoint, lastViewedAt }: Answered, now: Date): View {
  const unreadMs = lastViewedAt === null ? Infinity : now.getTime() - lastViewedAt.getTime()
  const reachesBackMs = oldestPoint === null ? 0 : now.getTime() - oldestPoint.getTime()
  if (since === undefined || unreadMs > OPEN_MS || reachesBackMs > OPEN_MS) return 'opening'
  return unreadMs > NOTED_MS ? 'look' : 'nothing'
}
