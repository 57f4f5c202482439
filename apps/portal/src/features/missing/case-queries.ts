import { queryOptions } from '@tanstack/react-query'
import { useChange, useReread, type ChangeCallbacks } from '../../components/notifications/use-change.js'
import { api, dataOf, unwrap } from '../../lib/api/api-client.js'
import { ApiError } from '../../lib/api/api-error.js'
import { once, unchanged } from '../../lib/api/headers.js'
import type { components } from '../../lib/api/schema.js'
import { toBase64 } from '../../lib/api/packed-file.js'

export type MissingCase = components['schemas']['MissingCase']
export type CaseRoom = components['schemas']['CaseRoom']
export type CaseEvent = components['schemas']['CaseEvent']
export type CaseShare = components['schemas']['CaseShare']
export type CaseDetails = components['schemas']['UpdateMissingCase']

/** First part of the query keys of missing cases. */
export const KEY = 'missing'

/** Polling interval in ms of an open case, because other users may change it at any time. */
const POLLED_MS = 10_000

/** Number of cases in a state. */
export const caseCountQuery = (state: MissingCase['state']) =>
  queryOptions({
    queryKey: [KEY, 'count', state],
    queryFn: async ({ signal }) => {
      const query = { searchFields: `state:=${state}`, limit: 1 }
      return (await unwrap(api.GET('/api/v1/entities/missing', { params: { query }, signal }))).meta.total
    },
  })

/** All data of one case. Null if the case does not exist or the user is not allowed to see it. */
export const roomQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, 'room', id],
    queryFn: async ({ signal }): Promise<CaseRoom | null> => {
      try {
        return (await unwrap(api.GET('/api/v1/missing/{id}/room', { params: { path: { id } }, signal }))).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    refetchInterval: ({ state }) => (state.data?.case.state === 'open' ? POLLED_MS : false),
  })

export const assigneesQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, 'assignees', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/missing/{id}/assignees', { params: { path: { id } }, signal })),
  })

const at = (id: number, key: string) => ({ params: { path: { id }, header: once(key) } })

/** Writes for a case. Each resolves to the API's response, or fails with its message. */
export const caseWrites = {
  note: ({ id, text }: { id: number; text: string }, key: string) =>
    dataOf(api.POST('/api/v1/missing/{id}/notes', { ...at(id, key), body: { text } })),
  assign: ({ id, userId }: { id: number; userId: number | null }, key: string) =>
    dataOf(api.PUT('/api/v1/missing/{id}/assignee', { ...at(id, key), body: { user_id: userId } })),
  reopen: ({ id, reason }: { id: number; reason: string }, key: string) =>
    dataOf(api.PUT('/api/v1/missing/{id}/reopen', { ...at(id, key), body: { reason } })),
  share: ({ id, hours }: { id: number; hours: number }, key: string) =>
    dataOf(api.POST('/api/v1/missing/{id}/shares', { ...at(id, key), body: { hours } })),
  revoke: ({ id, shareId }: { id: number; shareId: number }) =>
    unwrap(api.DELETE('/api/v1/missing/{id}/shares/{shareId}', { params: { path: { id, shareId } } })),
  addPhotos: async ({ id, photos }: { id: number; photos: readonly Blob[] }) => {
    for (const photo of photos) {
      const body = { content: await toBase64(photo) }
      await unwrap(api.POST('/api/v1/missing/{id}/photos', { params: { path: { id } }, body }))
    }
  },
  removePhoto: ({ id, photoId }: { id: number; photoId: number }) =>
    unwrap(api.DELETE('/api/v1/missing/{id}/photos/{photoId}', { params: { path: { id, photoId } } })),
  locate: (entityId: number) => dataOf(api.PUT('/api/v1/entities/{id}/commands/locate', { params: { path: { id: entityId } } })),
}

export const loadCasePhoto = (id: number, photoId: number, signal: AbortSignal) =>
  unwrap(api.GET('/api/v1/missing/{id}/photos/{photoId}', { params: { path: { id, photoId } }, parseAs: 'blob', signal }))

/** Fails if the case has changed since it was read, so that another user's change is not overwritten. */
export const saveDetails = (one: MissingCase, body: CaseDetails) =>
  dataOf(api.PUT('/api/v1/missing/{id}', { params: { path: { id: one.id }, header: unchanged(one) }, body }))

/** Reads again all data that depends on missing cases. */
export const useCasesChanged = () => useReread(KEY, 'entities', 'fleet', 'audit')

/** Runs one of the {@link caseWrites}. */
export const useCaseWrite = <Wanted, Answer>(
  write: (wanted: Wanted, key: string) => Promise<Answer>,
  told: ChangeCallbacks<Wanted, Answer>,
) => useChange(write, useCasesChanged(), told)
