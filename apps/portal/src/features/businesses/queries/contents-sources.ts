import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { BUSINESSES_KEY } from '../../../lib/businesses/business-tree-query.js'
import type { ListSource } from '../../../table/index.js'
import type { Contents } from '../use-business-address.js'

export type BusinessDevice = components['schemas']['BusinessDevice']
export type BusinessEntity = components['schemas']['BusinessEntity']
export type BusinessUser = components['schemas']['BusinessUser']

/** Which business, and whether with those below it. */
export interface Place {
  businessId: number
  below: boolean
}

const keyOf = ({ businessId, below }: Place, what: Contents) => [...BUSINESSES_KEY, String(businessId), what, String(below)]

/** Devices of a business, in pages. */
export const devicesOf = (place: Place): ListSource<BusinessDevice> => ({
  key: keyOf(place, 'devices'),
  idOf: ({ id }) => id,
  nameOf: ({ imei }) => imei,
  fetchPage: (criteria, signal) => {
    const query = { ...criteria, orderBy: criteria.orderBy as 'created_at', below: place.below }
    return unwrap(api.GET('/api/v1/businesses/{id}/devices', { params: { path: { id: place.businessId }, query }, signal }))
  },
})

/** Entities of a business, in pages. */
export const entitiesOf = (place: Place): ListSource<BusinessEntity> => ({
  key: keyOf(place, 'entities'),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  fetchPage: (criteria, signal) => {
    const query = { ...criteria, orderBy: criteria.orderBy as 'created_at', below: place.below }
    return unwrap(api.GET('/api/v1/businesses/{id}/entities', { params: { path: { id: place.businessId }, query }, signal }))
  },
})

/** Users of a business, in pages. */
export const usersOf = (place: Place): ListSource<BusinessUser> => ({
  key: keyOf(place, 'users'),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  fetchPage: (criteria, signal) => {
    const query = { ...criteria, orderBy: criteria.orderBy as 'created_at', below: place.below }
    return unwrap(api.GET('/api/v1/businesses/{id}/users', { params: { path: { id: place.businessId }, query }, signal }))
  },
})

const SOURCES = { devices: devicesOf, entities: entitiesOf, users: usersOf }

/** How many there are, for the tab. */
export const contentsCountQuery = (place: Place, what: Contents) =>
  queryOptions({
    queryKey: [...keyOf(place, what), 'count'],
    queryFn: async ({ signal }) => {
      const criteria = { page: 1, limit: 1, orderBy: 'id', sortedBy: 'asc' } as const
      return (await SOURCES[what](place).fetchPage(criteria, signal)).meta.total
    },
  })
