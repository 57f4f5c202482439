import { conditionsOf, type Moment } from './filter-values.js'
import type { TableDefinition, TableState } from './table-definition.js'

/** The API's list criteria. */
export interface ListCriteria {
  page: number
  limit: number
  orderBy: string
  sortedBy: 'asc' | 'desc'
  search?: string
  searchFields?: string
  searchJoin?: 'and'
}

/** Converts the table's state to the API's list criteria. */
export function criteriaOf(state: TableState, definition: TableDefinition, moment: Moment): ListCriteria {
  const conditions = definition.filters.flatMap((filter) => {
    const value = state.filters[filter.key]
    return value === undefined ? [] : conditionsOf(filter, value, moment)
  })
  const search = asPlainText(state.search.trim())
  return {
    page: state.page,
    limit: state.limit,
    orderBy: state.sort.by,
    sortedBy: state.sort.direction,
    ...(search && { search }),
    ...(conditions.length > 0 && { searchFields: conditions.join(';'), searchJoin: 'and' as const }),
  }
}

/**
 * Converts a search such as "plate:ab", which would name a field of the API, to plain text. It is written in upper case. The
 * API's field names are in lower case, so it then names no field, and the search ignores case.
 */
const asPlainText = (text: string): string => text.replace(/^[a-z_]+:/, (name) => name.toUpperCase())
