import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './api/api-client.js'
import { keptAnswer } from './kept/kept-answer.js'

/** Begins the keys of what forms of vehicles offer to choose from. */
export const CATALOGUE_KEY = 'catalogue'
const FRESH_MS = 300_000

/** A list to choose from, kept on this device: a form can be filled in without a network. */
const offered = <Answer>(name: string, load: (signal: AbortSignal) => Promise<Answer>) =>
  queryOptions({ queryKey: [CATALOGUE_KEY, name], queryFn: ({ signal }) => keptAnswer(name, () => load(signal)) })

const words = <Answer>(name: string, load: (signal: AbortSignal) => Promise<{ data: Answer }>) => ({
  ...offered(name, async (signal) => (await load(signal)).data),
  staleTime: FRESH_MS,
})

export const brandsQuery = words('brands', (signal) => unwrap(api.GET('/api/v1/dropdown/brands', { signal })))

export const modelsQuery = (brandId: number | undefined) => ({
  ...words(`models-${brandId}`, (signal) =>
    unwrap(api.GET('/api/v1/dropdown/models/{id}', { params: { path: { id: brandId ?? 0 } }, signal })),
  ),
  enabled: brandId !== undefined,
})

export const colorsQuery = words('colors', (signal) => unwrap(api.GET('/api/v1/dropdown/colors', { signal })))

export const engineBrandsQuery = words('engine-brands', (signal) => unwrap(api.GET('/api/v1/dropdown/engine-brands', { signal })))

export const engineModelsQuery = (brandId: number | undefined) => ({
  ...words(`engine-models-${brandId}`, (signal) =>
    unwrap(api.GET('/api/v1/dropdown/engine-models/{id}', { params: { path: { id: brandId ?? 0 } }, signal })),
  ),
  enabled: brandId !== undefined,
})

export const powerUnitsQuery = words('power-units', (signal) => unwrap(api.GET('/api/v1/dropdown/power-units', { signal })))

/** Tags that a vehicle carries any number of; all others are fields of their own. */
export const FREE_TYPES: readonly string[] = ['general', 'selected']

/** People make tags meanwhile, so they are asked for sooner again than words are. */
export const freeTagsQuery = offered('tags', async (signal) => {
  const { data } = await unwrap(api.GET('/api/v1/dropdown/tags', { signal }))
  return data.filter(({ type }) => FREE_TYPES.includes(type))
})
