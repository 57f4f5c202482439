import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'

const KEY = 'dropdown'

/** What the form of a vehicle offers to choose from. */
export const brandsQuery = queryOptions({
  queryKey: [KEY, 'brands'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/dropdown/brands', { signal }))).data,
})
export const modelsQuery = (brandId: number | undefined) =>
  queryOptions({
    queryKey: [KEY, 'models', brandId],
    enabled: brandId !== undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { id: brandId ?? 0 } }
      return (await unwrap(api.GET('/api/v1/dropdown/models/{id}', { params, signal }))).data
    },
  })
export const colorsQuery = queryOptions({
  queryKey: [KEY, 'colors'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/dropdown/colors', { signal }))).data,
})
export const engineBrandsQuery = queryOptions({
  queryKey: [KEY, 'engine-brands'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/dropdown/engine-brands', { signal }))).data,
})
export const engineModelsQuery = (engineBrandId: number | undefined) =>
  queryOptions({
    queryKey: [KEY, 'engine-models', engineBrandId],
    enabled: engineBrandId !== undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { id: engineBrandId ?? 0 } }
      return (await unwrap(api.GET('/api/v1/dropdown/engine-models/{id}', { params, signal }))).data
    },
  })
export const powerUnitsQuery = queryOptions({
  queryKey: [KEY, 'power-units'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/dropdown/power-units', { signal }))).data,
})
export const targetGroupsQuery = queryOptions({
  queryKey: [KEY, 'target-groups'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/dropdown/target-groups', { signal }))).data,
})
/** Tags that a vehicle carries any number of; all others are fields of their own. */
export const freeTagsQuery = queryOptions({
  queryKey: [KEY, 'free-tags'],
  queryFn: async ({ signal }) => {
    const { data } = await unwrap(api.GET('/api/v1/dropdown/tags', { signal }))
    return data.filter(({ type }) => FREE_TYPES.includes(type))
  },
})
export const FREE_TYPES: readonly string[] = ['general', 'selected']

/** Whether names of a business's vehicles are written in capitals (G-22); asked only by who may read businesses. */
export const nameUpperQuery = (businessId: number | null, mayRead: boolean) =>
  queryOptions({
    queryKey: ['businesses', 'name-upper', businessId],
    enabled: mayRead && businessId !== null,
    queryFn: async ({ signal }) => {
      const params = { path: { id: businessId ?? 0 } }
      return (await unwrap(api.GET('/api/v1/businesses/{id}', { params, signal }))).data.name_upper
    },
  })
