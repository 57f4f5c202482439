import type { Query } from '@tanstack/react-query'
import { ApiError } from './api/api-error.js'

const POLLED_MS = 10_000
/** As many as the page is given when it opens. */
const MOST_POINTS = 500

/** Whether a link opens nothing (any more), whatever the reason. */
export const isDead = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 422)

/** What is behind a link, with the way that it shows. */
interface Followed {
  trail: { positioned_at: string }[]
}

/** Reads what is behind a link; read again it asks for what is new alone, which does not count as opening it. */
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

/** Follows by itself until the link is over. */
export const followed = {
  retry: (count: number, error: Error) => !isDead(error) && count < 3,
  refetchInterval: ({ state }: { state: Pick<Query['state'], 'error'> }): number | false =>
    isDead(state.error) ? false : POLLED_MS,
}
