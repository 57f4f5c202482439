import type { ListCriteria } from './list-criteria.js'

export type RowId = number | string

export interface ListPage<Row> {
  data: Row[]
  meta: { current_page: number; last_page: number; per_page: number; total: number; total_is_minimum?: boolean }
}

/** Contents of a CSV file: the rows of the criteria, these columns, times in this zone. */
export interface CsvWish {
  criteria: ListCriteria
  columns: readonly string[]
  timeZone: string
}

/** Source of a table's rows. */
export interface ListSource<Row> {
  /** Prefix of the list's query keys. */
  key: readonly string[]
  idOf: (row: Row) => RowId
  /** Returns a row's name, for dialogs and screen readers. */
  nameOf: (row: Row) => string
  fetchPage: (criteria: ListCriteria, signal?: AbortSignal) => Promise<ListPage<Row>>
  /** Undefined where the API has no CSV. */
  csv?: {
    fileName: string
    /** Fetches all rows of the criteria, or only `ids`. Undefined where the API can only mail the file. */
    fetch?: (wish: CsvWish, ids?: readonly RowId[]) => Promise<Blob>
    /** Has the API create the same file in the background and mail it to the user. */
    mail: (wish: CsvWish) => Promise<unknown>
  }
}

/** Maximum page size of the API. */
const LARGEST_PAGE = 200

/** Fetches all rows of the criteria, page by page. */
export async function fetchEveryRow<Row>(source: ListSource<Row>, criteria: ListCriteria): Promise<Row[]> {
  const rows = new Map<RowId, Row>()
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await source.fetchPage({ ...criteria, page, limit: LARGEST_PAGE })
    for (const row of answer.data) rows.set(source.idOf(row), row)
    last = answer.meta.last_page
  }
  return [...rows.values()]
}
