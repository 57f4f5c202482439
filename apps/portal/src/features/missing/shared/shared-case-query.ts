import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { ApiError } from '../../../lib/api/api-error.js'
import type { components } from '../../../lib/api/schema.js'

export type SharedCase = components['schemas']['SharedCase']

const POLLED_MS = 10_000
/** As many as the page is given when it opens. */
const MOST_POINTS = 500

const read = async (body: { link: string; since?: string }, signal: AbortSignal) =>
  (await unwrap(api.POST('/api/v1/shared-case', { body, signal }))).data

export const loadSharedPhoto = (link: string, photoId: number, signal: AbortSignal) =>
  unwrap(api.POST('/api/v1/shared-case/photo', { body: { link, photo_id: photoId }, parseAs: 'blob', signal }))

/** Whether the link opens nothing (any more), whatever the reason. */
export const isDead = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 422)

/** The vehicle behind a link. Read again it asks for what is new alone, which does not count as opening it. */
export const sharedCaseQuery = (link: string) =>
  queryOptions({
    queryKey: ['shared-case', link],
    queryFn: async ({ signal, client, queryKey }): Promise<SharedCase> => {
      const before = client.getQueryData<SharedCase>(queryKey)
      if (!before) return read({ link }, signal)
      const newest = before.trail.at(-1)?.positioned_at ?? before.opened_at
      const next = await read({ link, since: newest }, signal)
      const added = next.trail.filter(({ positioned_at: at }) => at > newest)
      return { ...next, trail: [...before.trail, ...added].slice(-MOST_POINTS) }
    },
    retry: (count, error) => !isDead(error) && count < 3,
    refetchInterval: ({ state }) => (isDead(state.error) ? false : POLLED_MS),
  })
