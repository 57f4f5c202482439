import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../../lib/api/schema.js'
import { BUSINESSES_KEY } from '../../../lib/businesses/business-tree-query.js'
import { listOf } from '../../../table/index.js'
import type { Contents } from '../use-business-address.js'

export type BusinessDevice = components['schemas']['BusinessDevice']
export type BusinessEntity = components['schemas']['BusinessEntity']
export type BusinessUser = components['schemas']['BusinessUser']

/** A business, and whether those below it are included. */
export interface Place {
  businessId: number
  below: boolean
}

const keyOf = ({ businessId, below }: Place, what: Contents) => [...BUSINESSES_KEY, String(businessId), what, String(below)]
const at = (place: Place, what: Contents) => ({
  key: keyOf(place, what),
  path: { id: place.businessId },
  query: { below: place.below },
})

/** Devices of a business, in pages. */
export const devicesOf = (place: Place) =>
  listOf('/api/v1/businesses/{id}/devices', { ...at(place, 'devices'), nameOf: ({ imei }) => imei })

/** Entities of a business, in pages. */
export const entitiesOf = (place: Place) =>
  listOf('/api/v1/businesses/{id}/entities', { ...at(place, 'entities'), nameOf: ({ name }) => name })

/** Users of a business, in pages. */
export const usersOf = (place: Place) =>
  listOf('/api/v1/businesses/{id}/users', { ...at(place, 'users'), nameOf: ({ name }) => name })

const SOURCES = { devices: devicesOf, entities: entitiesOf, users: usersOf }

/** Count shown in the tab. */
export const contentsCountQuery = (place: Place, what: Contents) =>
  queryOptions({
    queryKey: [...keyOf(place, what), 'count'],
    queryFn: async ({ signal }) => {
      const criteria = { page: 1, limit: 1, orderBy: 'id', sortedBy: 'asc' } as const
      return (await SOURCES[what](place).fetchPage(criteria, signal)).meta.total
    },
  })
