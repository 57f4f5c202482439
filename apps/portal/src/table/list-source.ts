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
  /** First parts of the list's query keys. */
  key: readonly string[]
  idOf: (row: Row) => RowId
  /** Returns a row's name, for dialogs and screen readers. */
  nameOf: (row: Row) => string
  fetchPage: (criteria: ListCriteria, signal?: AbortSignal) => Promise<ListPage<Row>>
  /** Undefined if the API has no CSV of this list. */
  csv?: {
    fileName: string
    /** Fetches all rows that match the criteria, or only `ids`. Undefined if the API can only mail the file. */
    fetch?: (wish: CsvWish, ids?: readonly RowId[]) => Promise<Blob>
    /** Makes the API create the same file in the background and mail it to the user. */
    mail: (wish: CsvWish) => Promise<unknown>
  }
}

/** Maximum number of rows per page that the API returns. */
const LARGEST_PAGE = 200

/** Fetches all rows that match the criteria, page by page. */
export async function fetchEveryRow<Row>(source: ListSource<Row>, criteria: ListCriteria): Promise<Row[]> {
  const rows = new Map<RowId, Row>()
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await source.fetchPage({ ...criteria, page, limit: LARGEST_PAGE })
    for (const row of answer.data) rows.set(source.idOf(row), row)
    last = answer.meta.last_page
  }
  return [...rows.values()]
}
