import { queryOptions } from '@tanstack/react-query'
import { api, unwrap, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import { ApiError } from '../../../lib/api/api-error.js'
import type { components } from '../../../lib/api/schema.js'
import { ENTITIES_KEY } from '../queries/entity-queries.js'

export type MissingCase = components['schemas']['MissingCase']
export type CaseReason = MissingCase['reason']
/**
 * Reasons for ending a case, by the way the case ends: the vehicle is found or given up (G-82). A case is the record of a
 * missing vehicle.
 */
export const END_REASONS = {
  resolve: ['found-by-owner', 'found-by-us', 'found-by-police', 'not-stolen'],
  close: ['no-signal', 'handed-to-insurer', 'owner-withdrew'],
} as const satisfies {
  resolve: readonly components['schemas']['ResolveMissingCase']['reason'][]
  close: readonly components['schemas']['CloseMissingCase']['reason'][]
}
export type CaseEnd = keyof typeof END_REASONS
/** The end of a case: the way it ends, and the reason. */
export type Ending = { [How in CaseEnd]: { way: How; reason: (typeof END_REASONS)[How][number] } }[CaseEnd]

export const CASE_REASONS = ['stolen', 'lost', 'not-returned', 'other'] as const satisfies readonly CaseReason[]

/** The open case of a vehicle. Null if there is none. */
export const openCaseQuery = (entityId: number) =>
  queryOptions({
    queryKey: [ENTITIES_KEY, 'case', entityId],
    queryFn: async ({ signal }): Promise<MissingCase | null> => {
      try {
        const { data } = await unwrap(api.GET('/api/v1/missing/{id}', { params: { path: { id: entityId } }, signal }))
        // If the vehicle has no open case, the API returns the case with this ID, which may belong to another vehicle. Such a
        // case is ignored.
        return data.entity_id === entityId && data.state === 'open' ? data : null
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })

const onceAt = (id: number, key: string) => ({ params: { path: { id }, header: once(key) } })

/** Writes for cases. Each resolves to the API's response, or fails with its message. */
export const caseChanges = {
  report: ({ entityId, key, ...body }: { entityId: number; reason: CaseReason; note: string | null; key: string }) =>
    dataOf(api.POST('/api/v1/entities/{id}/missing', { ...onceAt(entityId, key), body })),
  end: ({ id, key, ending }: { id: number; ending: Ending; key: string }) => {
    const at = onceAt(id, key)
    const ended =
      ending.way === 'resolve'
        ? api.PUT('/api/v1/missing/{id}/resolve', { ...at, body: { reason: ending.reason } })
        : api.PUT('/api/v1/missing/{id}/close', { ...at, body: { reason: ending.reason } })
    return dataOf(ended)
  },
}
