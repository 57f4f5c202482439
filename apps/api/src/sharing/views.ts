/** An answer to the reader of a link, and the last record for the link. */
export interface Answered {
  /** Time of the newest point on the page; absent when the page has no point yet. */
  since: string | undefined
  /** Time of the oldest point in the answer; null when the answer has no point. */
  oldestPoint: Date | null
  /** Time when a view of the link was last recorded; null when none was. */
  lastViewedAt: Date | null
}

/** Record of an answer. `opening`: the link was opened. `look`: its page is still open. `nothing`: no record is needed. */
export type View = 'opening' | 'look' | 'nothing'

/**
 * Maximum milliseconds between two requests of an open page. Such a page only requests points that are newer than its last
 * point.
 */
const OPEN_MS = 10 * 60_000
/** Precision of the recorded time of the last view, in milliseconds. */
const NOTED_MS = 60_000

/** Decides by the content of the answer, because the request itself could claim that the page already has points. */
export function viewOf({ since, oldestPoint, lastViewedAt }: Answered, now: Date): View {
  const unreadMs = lastViewedAt === null ? Infinity : now.getTime() - lastViewedAt.getTime()
  const reachesBackMs = oldestPoint === null ? 0 : now.getTime() - oldestPoint.getTime()
  if (since === undefined || unreadMs > OPEN_MS || reachesBackMs > OPEN_MS) return 'opening'
  return unreadMs > NOTED_MS ? 'look' : 'nothing'
}
