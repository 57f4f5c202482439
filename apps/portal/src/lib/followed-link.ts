import type { Query } from '@tanstack/react-query'
import { ApiError } from './api/api-error.js'

const POLLED_MS = 10_000
/** Maximum number of points of the trail that the page requests when it opens. */
const MOST_POINTS = 500

/** Returns whether a link does not work or no longer works, for any reason. */
export const isDead = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 422)

/** Shared content of a link, with its trail. */
interface Followed {
  trail: { positioned_at: string }[]
}

/** Reads the content of a link. Later reads request only new points and do not count as opening the link. */
export async function readFollowed<Answer extends Followed>(
  before: Answer | undefined,
  read: (since: string | undefined) => Promise<Answer>,
  begun: (answer: Answer) => string,
): Promise<Answer> {
  if (!before) return read(undefined)
  const newest = before.trail.at(-1)?.positioned_at ?? begun(before)
  const next = await read(newest)
  const added = next.trail.filter(({ positioned_at: at }) => at > newest)
  return { ...next, trail: [...before.trail, ...added].slice(-MOST_POINTS) }
}

/** Query options that poll until the link has ended. */
export const followed = {
  retry: (count: number, error: Error) => !isDead(error) && count < 3,
  refetchInterval: ({ state }: { state: Pick<Query['state'], 'error'> }): number | false =>
    isDead(state.error) ? false : POLLED_MS,
}
