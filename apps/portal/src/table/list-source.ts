import type { ListCriteria } from './list-criteria.js'

export type RowId = number | string

export interface ListPage<Row> {
  data: Row[]
  meta: { current_page: number; last_page: number; per_page: number; total: number; total_is_minimum?: boolean }
}

/** What a file shows of the criteria's rows: these columns, times in this zone. */
export interface CsvWish {
  criteria: ListCriteria
  columns: readonly string[]
  timeZone: string
}

/** Where a table's rows come from. */
export interface ListSource<Row> {
  /** Begins the key of every query of this list. */
  key: readonly string[]
  idOf: (row: Row) => RowId
  /** What a row is called, in dialogs and for screen readers. */
  nameOf: (row: Row) => string
  fetchPage: (criteria: ListCriteria, signal?: AbortSignal) => Promise<ListPage<Row>>
  /** Absent where the API makes no CSV. */
  csv?: {
    fileName: string
    /** All rows of the criteria; `ids` narrows them. Absent where the API only mails it. */
    fetch?: (wish: CsvWish, ids?: readonly RowId[]) => Promise<Blob>
    /** Has the same file sent to the user by mail, made in the background. */
    mail: (wish: CsvWish) => Promise<unknown>
  }
}

/** The API's largest page. */
const LARGEST_PAGE = 200

/** Every row of the criteria, page by page. */
export async function fetchEveryRow<Row>(source: ListSource<Row>, criteria: ListCriteria): Promise<Row[]> {
  const rows = new Map<RowId, Row>()
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await source.fetchPage({ ...criteria, page, limit: LARGEST_PAGE })
    for (const row of answer.data) rows.set(source.idOf(row), row)
    last = answer.meta.last_page
  }
  return [...rows.values()]
}
