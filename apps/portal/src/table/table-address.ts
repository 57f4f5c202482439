import { LIMITS } from '../config/limits.js'
import { isFilterValue } from './filter-values.js'
import { PAGE_SIZES, type TableDefinition, type TableState } from './table-definition.js'

/**
 * Parameter names in the URL. A filter's name follows the prefix `f.`: `?q=cargo&f.state=moving&sort=-last_seen&cols=name,imei`.
 */
const NAMES = { search: 'q', sort: 'sort', page: 'page', limit: 'rows', columns: 'cols' } as const
const FILTER_PREFIX = 'f.'

export const shownAtFirst = ({ columns }: TableDefinition): string[] =>
  columns.filter(({ isOptional }) => !isOptional).map(({ key }) => key)

/**
 * Reads the table's state from the URL. Unknown parts, such as the column of an old link, are ignored, so that a link always
 * opens a list.
 */
export function readTableAddress(address: URLSearchParams, definition: TableDefinition): TableState {
  const known = new Set(definition.columns.map(({ key }) => key))
  const columns = [...new Set((address.get(NAMES.columns) ?? '').split(','))].filter((key) => known.has(key))
  const limit = Number(address.get(NAMES.limit))
  const page = Number(address.get(NAMES.page))
  const filters = definition.filters.flatMap((filter) => {
    const value = address.get(FILTER_PREFIX + filter.key)
    return value !== null && isFilterValue(value, filter) ? [[filter.key, value] as const] : []
  })
  return {
    search: address.get(NAMES.search) ?? '',
    sort: readSort(address.get(NAMES.sort), definition),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    limit: PAGE_SIZES.includes(limit) ? limit : LIMITS.pageSize,
    columns: columns.length > 0 ? columns : shownAtFirst(definition),
    filters: Object.fromEntries(filters),
  }
}

function readSort(text: string | null, { columns, sort }: TableDefinition): TableState['sort'] {
  const by = text?.replace(/^-/, '')
  if (!columns.some(({ key, isUnsortable }) => key === by && !isUnsortable)) return sort
  return { by: by ?? sort.by, direction: text?.startsWith('-') ? 'desc' : 'asc' }
}

/** Writes the differences from the list's initial state into a copy of the URL's parameters. Other parameters stay unchanged. */
export function writeTableAddress(address: URLSearchParams, state: TableState, definition: TableDefinition): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const name of [...next.keys()]) {
    if (name.startsWith(FILTER_PREFIX) || Object.values<string>(NAMES).includes(name)) next.delete(name)
  }
  const { by, direction } = state.sort
  if (state.search !== '') next.set(NAMES.search, state.search)
  for (const [key, value] of Object.entries(state.filters)) next.set(FILTER_PREFIX + key, value)
  if (by !== definition.sort.by || direction !== definition.sort.direction)
    next.set(NAMES.sort, direction === 'desc' ? `-${by}` : by)
  if (state.columns.join() !== shownAtFirst(definition).join()) next.set(NAMES.columns, state.columns.join())
  if (state.limit !== LIMITS.pageSize) next.set(NAMES.limit, String(state.limit))
  if (state.page !== 1) next.set(NAMES.page, String(state.page))
  return next
}

/** Returns a view as text, without the page. Two views with the same rows and columns have the same text. */
export const viewOf = (state: TableState, definition: TableDefinition): string =>
  writeTableAddress(new URLSearchParams(), { ...state, page: 1 }, definition).toString()
