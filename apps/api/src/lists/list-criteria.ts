import {
  DEFAULT_LIMIT,
  type ListCriteria,
  type ListFields,
  MAX_LIMIT,
  MAX_SEARCH_LENGTH,
  MAX_SKIPPED_ROWS,
} from './list-fields.js'
import { parseSearch } from './list-search.js'
import { invalid } from '../http/problems.js'
import { field, query } from '../texts/platform.js'

const PARAMETERS = ['page', 'limit', 'orderBy', 'sortedBy', 'search', 'searchFields', 'searchJoin', 'with'] as const

/**
 * Reads a list's query parameters: page, limit, orderBy, sortedBy, search, searchFields, searchJoin, with.
 * @throws Problem 422 at the first invalid parameter, field, operator or value, naming the allowed ones
 */
export function parseListCriteria<Own>(given: Record<string, unknown>, fields: ListFields<Own>): ListCriteria<Own> {
  const parameters: readonly string[] = [...PARAMETERS, ...Object.keys(fields.own?.parameters ?? {}), ...(fields.extra ?? [])]
  for (const [name, value] of Object.entries(given)) {
    if (!parameters.includes(name)) throw invalid({ query: [query('unknown-parameter', { allowed: parameters })] })
    if (typeof value !== 'string') throw invalid({ [name]: [query('not-once')] })
    if (value.length > MAX_SEARCH_LENGTH) throw invalid({ [name]: [query('too-long', { max: MAX_SEARCH_LENGTH })] })
  }
  const text = (name: (typeof PARAMETERS)[number]) => (given[name] as string | undefined) ?? ''
  const page = whole('page', text('page'), 1, Number.MAX_SAFE_INTEGER)
  const limit = whole('limit', text('limit'), DEFAULT_LIMIT, MAX_LIMIT)
  if ((page - 1) * limit > MAX_SKIPPED_ROWS) throw invalid({ page: [query('too-far')] })
  return {
    page,
    limit,
    orderBy: oneOf('orderBy', text('orderBy'), Object.keys(fields.orderBy), 'created_at'),
    sortedBy: oneOf('sortedBy', text('sortedBy'), ['desc', 'asc'], 'desc') as 'asc' | 'desc',
    ...parseSearch(text('search'), text('searchFields'), fields),
    join: oneOf('searchJoin', text('searchJoin'), ['and', 'or'], 'and') as 'and' | 'or',
    with: parseWith(text('with'), fields.with),
    own: fields.own?.read(given) as Own,
  }
}

/** Checks the relations of a `with` parameter. */
export function parseWith(text: string, allowed: readonly string[]): ReadonlySet<string> {
  const names = text.split(';').filter((name) => name !== '')
  for (const name of names) oneOf('with', name, allowed, '')
  return new Set(names)
}

function whole(name: string, text: string, standard: number, max: number): number {
  if (text === '') return standard
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > max) {
    throw invalid({
      [name]: [max === Number.MAX_SAFE_INTEGER ? query('not-whole-from') : query('not-whole-within', { max })],
    })
  }
  return value
}

function oneOf(name: string, text: string, allowed: readonly string[], standard: string): string {
  if (text === '') return standard
  if (!allowed.includes(text)) {
    throw invalid({ [name]: [allowed.length > 0 ? field('not-one-of', { allowed }) : query('nothing-allowed')] })
  }
  return text
}
