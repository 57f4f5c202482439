import { useChange, useReread, type ChangeCallbacks } from '../../../components/notifications/use-change.js'
import { api, unwrap, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import { BUSINESSES_KEY } from '../../../lib/businesses/business-tree-query.js'
import type { Contents } from '../use-business-address.js'

type Schemas = components['schemas']
export type NewBusiness = Schemas['CreateBusiness']
export type BusinessChanges = Schemas['UpdateBusiness']
export type LinkResult = Schemas['LinkResult']

export const CONTENT_COUNTS = ['businesses', 'users', 'entities', 'devices', 'customers'] as const
export type ContentCounts = Record<(typeof CONTENT_COUNTS)[number], number>

/** Thrown if a business cannot be deleted, with the number of objects of each kind that it still has. */
export class NotEmpty extends Error {
  constructor(readonly counts: ContentCounts) {
    super('the business is not empty')
  }
}

function countsOf(problem: unknown): ContentCounts | undefined {
  if (typeof problem !== 'object' || problem === null || !('counts' in problem)) return undefined
  const counts = problem.counts as Partial<ContentCounts>
  return Object.fromEntries(CONTENT_COUNTS.map((name) => [name, counts[name] ?? 0])) as ContentCounts
}

/** Runs a change, then reads the tree, the business and its lists again. */
const useBusinessChange = <Wanted, Answer>(
  change: (wanted: Wanted, key: string) => Promise<Answer>,
  told?: ChangeCallbacks<Wanted, Answer>,
) => useChange(change, useReread(BUSINESSES_KEY), told)

/** Creates a business below another one. `root` is the top level, for super admins only (G-19). */
export const useCreateBusiness = () =>
  useBusinessChange(({ below, business }: { below: number | 'root'; business: NewBusiness }, key) => {
    const params = { path: { id: String(below) }, header: once(key) }
    return dataOf(api.POST('/api/v1/businesses/{id}', { params, body: business }))
  })

/**
 * Changes a business if it still has the version that the tag identifies. Fails with 412 if another user changed the business
 * since.
 */
export const useUpdateBusiness = (id: number) =>
  useBusinessChange(({ changes, tag }: { changes: BusinessChanges; tag: string | null }) => {
    const params = { path: { id }, header: tag === null ? {} : { 'if-match': tag } }
    return dataOf(api.PUT('/api/v1/businesses/{id}', { params, body: changes }))
  })

/** Moves a business with everything below it. Null is the top level. */
export const useMoveBusiness = (id: number, told: ChangeCallbacks<number | null, unknown>) =>
  useBusinessChange(
    (parentId: number | null) =>
      dataOf(api.PUT('/api/v1/businesses/{id}/parent', { params: { path: { id } }, body: { parent_id: parentId } })),
    told,
  )

/** Moves the contents of a business to another one (G-20). */
export const useMoveEverything = (id: number, told: ChangeCallbacks<number, unknown>) =>
  useBusinessChange((to: number, key) => {
    const params = { path: { id }, header: once(key) }
    return dataOf(api.POST('/api/v1/businesses/{id}/move-everything', { params, body: { to } }))
  }, told)

/** Deletes an empty business. If the business is not empty, fails with the counts of what prevents the deletion. */
export const useDeleteBusiness = (id: number) =>
  useBusinessChange(async () => {
    const call = api.DELETE('/api/v1/businesses/{id}', { params: { path: { id } } })
    const counts = countsOf((await call).error)
    if (counts) throw new NotEmpty(counts)
    await unwrap(call)
  })

/** Links objects to a business. The response lists those that cannot be linked, with reasons. */
export const useLink = () =>
  useBusinessChange(async ({ to, what, ids }: { to: number; what: Contents; ids: number[] }): Promise<LinkResult> => {
    const params = { path: { id: to } }
    if (what === 'entities') return dataOf(api.PUT('/api/v1/businesses/{id}/link/entities', { params, body: { entities: ids } }))
    if (what === 'users') return dataOf(api.PUT('/api/v1/businesses/{id}/link/users', { params, body: { users: ids } }))
    return dataOf(api.PUT('/api/v1/businesses/{id}/link/devices', { params, body: { devices: ids } }))
  })
