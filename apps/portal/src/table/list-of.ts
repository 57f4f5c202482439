import { api, unwrap } from '../lib/api/api-client.js'
import type { paths } from '../lib/api/schema.js'
import type { ListCriteria } from './list-criteria.js'
import type { CsvWish, ListPage, ListSource, RowId } from './list-source.js'

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never
/** API paths that return a page of rows. */
export type ListPath = { [Path in keyof paths]: Answer<Path> extends ListPage<unknown> ? Path : never }[keyof paths]
type RowOf<Path extends ListPath> = Answer<Path> extends ListPage<infer Row> ? Row : never
type ParametersOf<Path extends ListPath> = paths[Path] extends { get: { parameters: infer Parameters } } ? Parameters : never
type QueryOf<Path extends ListPath> = ParametersOf<Path> extends { query?: infer Query } ? NonNullable<Query> : never

type CsvPath<Path extends ListPath> = Path extends `${infer Base}/index` ? `${Base}/csv` : `${Path}/csv`

type ListOptions<Path extends ListPath> = {
  /**
   * First parts of the query keys: the resource (when it changes, the list is read again), and a part that distinguishes the
   * lists of one resource.
   */
  key: readonly string[]
  nameOf: (row: RowOf<Path>) => string
  /** Query parameters of every request, in addition to those that the user chooses. */
  query?: Omit<QueryOf<Path>, keyof ListCriteria>
  /** Query parameters of page requests only. */
  pageQuery?: Omit<QueryOf<Path>, keyof ListCriteria>
  /** Conditions of the API's `searchFields` for every request, both pages and files. */
  conditions?: readonly string[]
  /**
   * File name, if the API can create and mail a CSV. `hasOwnColumns` means that the file's columns are not those of the table.
   */
  csv?: CsvPath<Path> extends keyof paths ? { fileName: string; hasOwnColumns?: boolean } : never
} & (ParametersOf<Path> extends { path: infer Places } ? { path: Places } : unknown) &
  (RowOf<Path> extends { id: RowId } ? { idOf?: (row: RowOf<Path>) => RowId } : { idOf: (row: RowOf<Path>) => RowId })

/** The API client, typed for any list. {@link ListPath} checks the path, and the options check its parameters. */
const client = api as unknown as Record<
  'GET' | 'POST',
  (path: string, request: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>
>

/** Creates the source of a table from a list of the API: its pages, and its CSV if there is one. */
export function listOf<Path extends ListPath>(path: Path, options: ListOptions<Path>): ListSource<RowOf<Path>> {
  const { key, nameOf, query: own, pageQuery, conditions = [], csv } = options
  const places = 'path' in options ? { path: options.path } : {}
  const narrowed = (searchFields: string | undefined) => {
    const all = [...conditions, ...(searchFields ? [searchFields] : [])]
    return all.length > 0 && { searchFields: all.join(';'), searchJoin: 'and' }
  }
  const send = (method: 'GET' | 'POST', at: string, query: object, request: object = {}) =>
    unwrap(client[method](at, { params: { ...places, query: { ...query, ...own } }, ...request }))
  const inFile = ({ criteria: { page: _page, limit: _limit, searchFields, ...criteria }, columns, timeZone }: CsvWish) => ({
    searchFields,
    shown: { ...criteria, ...(!csv?.hasOwnColumns && { columns: columns.join() }), tz: timeZone },
  })
  return {
    key,
    idOf: options.idOf ?? ((row) => (row as { id: RowId }).id),
    nameOf,
    fetchPage: async ({ searchFields, ...criteria }, signal) =>
      (await send('GET', path, { ...criteria, ...narrowed(searchFields), ...pageQuery }, { signal })) as ListPage<RowOf<Path>>,
    csv: csv && {
      fileName: csv.fileName,
      fetch: (wish, ids) => {
        const { searchFields, shown } = inFile(wish)
        const ask = async (conditionsOfFile: string | undefined) =>
          (await send('GET', path, { ...shown, ...narrowed(conditionsOfFile), format: 'csv' }, { parseAs: 'text' })) as string
        return csvFile(ask, searchFields, ids)
      },
      mail: (wish) => {
        const { searchFields, shown } = inFile(wish)
        return send('POST', `${path.replace(/\/index$/, '')}/csv`, { ...shown, ...narrowed(searchFields) })
      },
    },
  }
}

/** Maximum number of IDs that fit in one URL. */
const IDS_A_REQUEST = 400
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Fetches a list's CSV as a file, for all rows that match the criteria or for these IDs. Many IDs are split over several
 * requests, to keep the URLs short. `ask` receives the API's `searchFields` and returns a CSV text with a heading line.
 */
async function csvFile(
  ask: (searchFields: string | undefined) => Promise<string>,
  searchFields: string | undefined,
  ids?: readonly RowId[],
): Promise<Blob> {
  const parts: string[] = []
  for (let at = 0; ids && at < ids.length; at += IDS_A_REQUEST) {
    const text = await ask(`id:in${ids.slice(at, at + IDS_A_REQUEST).join()}`)
    parts.push(at === 0 ? text : text.slice(text.indexOf('\n') + 1))
  }
  if (!ids) parts.push(await ask(searchFields))
  // Reading a response as text removes the byte order mark, which spreadsheets need, so it is added again here.
  return new Blob([BYTE_ORDER_MARK, ...parts.map((part) => part.replace(/^\uFEFF/, ''))], { type: 'text/csv;charset=utf-8' })
}
