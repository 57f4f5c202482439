import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, unwrap } from './api/api-client.js'
import type { components } from './api/schema.js'
import { keptAnswer } from './kept/kept-answer.js'

/** First part of the query keys for the options of vehicle forms. */
export const CATALOGUE_KEY = 'catalogue'
const FRESH_MS = 300_000

/** Creates a query for a list of options. The list is stored on this device, so that a form can be filled in offline. */
const offered = <Answer>(name: string, load: (signal: AbortSignal) => Promise<Answer>) =>
  queryOptions({ queryKey: [CATALOGUE_KEY, name], queryFn: ({ signal }) => keptAnswer(name, () => load(signal)) })

type Words = components['schemas']['VehicleWords']

/** Query for all word lists of vehicle forms. One call loads them when the first such form opens. */
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

/** Tag types that a vehicle can have any number of. Every other type has a separate field. */
export const FREE_TYPES: readonly string[] = ['general', 'selected']

/** Query for the tags of the free types. They are read again sooner than the words, because users often create tags. */
export const freeTagsQuery = offered('tags', async (signal) => {
  const { data } = await unwrap(api.GET('/api/v1/dropdown/tags', { signal }))
  return data.filter(({ type }) => FREE_TYPES.includes(type))
})
