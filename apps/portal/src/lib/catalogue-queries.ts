import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, unwrap } from './api/api-client.js'
import type { components } from './api/schema.js'
import { keptAnswer } from './kept/kept-answer.js'

/** Begins the keys of what forms of vehicles offer to choose from. */
export const CATALOGUE_KEY = 'catalogue'
const FRESH_MS = 300_000

/** A list to choose from, kept on this device: a form can be filled in without a network. */
const offered = <Answer>(name: string, load: (signal: AbortSignal) => Promise<Answer>) =>
  queryOptions({ queryKey: [CATALOGUE_KEY, name], queryFn: ({ signal }) => keptAnswer(name, () => load(signal)) })

type Words = components['schemas']['VehicleWords']

/** Every list of words that a form of a vehicle offers: one call, when the first such form opens. */
export const wordsQuery = {
  ...offered('words', (signal) => dataOf(api.GET('/api/v1/dropdown/words', { signal }))),
  staleTime: FRESH_MS,
}

const listOf = <List>(select: (words: Words) => List) => ({ ...wordsQuery, select })
const modelsOf = (list: 'brands' | 'engine_brands') => (id: number | undefined) => ({
  ...listOf((words) => words[list].find((one) => one.id === id)?.models ?? []),
  enabled: id !== undefined,
})

export const brandsQuery = listOf((words) => words.brands)
export const modelsQuery = modelsOf('brands')
export const colorsQuery = listOf((words) => words.colors)
export const engineBrandsQuery = listOf((words) => words.engine_brands)
export const engineModelsQuery = modelsOf('engine_brands')
export const powerUnitsQuery = listOf((words) => words.power_units)

/** Tags that a vehicle carries any number of; all others are fields of their own. */
export const FREE_TYPES: readonly string[] = ['general', 'selected']

/** People make tags meanwhile, so they are asked for sooner again than words are. */
export const freeTagsQuery = offered('tags', async (signal) => {
  const { data } = await unwrap(api.GET('/api/v1/dropdown/tags', { signal }))
  return data.filter(({ type }) => FREE_TYPES.includes(type))
})
