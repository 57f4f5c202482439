import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { followed, readFollowed } from '../../../lib/followed-link.js'

export type SharedCase = components['schemas']['SharedCase']

export const loadSharedPhoto = (link: string, photoId: number, signal: AbortSignal) =>
  unwrap(api.POST('/api/v1/shared-case/photo', { body: { link, photo_id: photoId }, parseAs: 'blob', signal }))

/** The missing vehicle behind a link. */
export const sharedCaseQuery = (link: string) =>
  queryOptions({
    queryKey: ['shared-case', link],
    queryFn: ({ signal, client, queryKey }) =>
      readFollowed<SharedCase>(
        client.getQueryData<SharedCase>(queryKey),
        async (since) => (await unwrap(api.POST('/api/v1/shared-case', { body: { link, since }, signal }))).data,
        ({ opened_at }) => opened_at,
      ),
    ...followed,
  })
