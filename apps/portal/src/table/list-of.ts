import { api, unwrap } from '../lib/api/api-client.js'
import type { paths } from '../lib/api/schema.js'
import type { ListCriteria } from './list-criteria.js'
import type { CsvWish, ListPage, ListSource, RowId } from './list-source.js'

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never
/** The paths of the API that answer a page of rows. */
export type ListPath = { [Path in keyof paths]: Answer<Path> extends ListPage<unknown> ? Path : never }[keyof paths]
type RowOf<Path extends ListPath> = Answer<Path> extends ListPage<infer Row> ? Row : never
type ParametersOf<Path extends ListPath> = paths[Path] extends { get: { parameters: infer Parameters } } ? Parameters : never
type QueryOf<Path extends ListPath> = ParametersOf<Path> extends { query?: infer Query } ? NonNullable<Query> : never

type CsvPath<Path extends ListPath> = Path extends `${infer Base}/index` ? `${Base}/csv` : `${Path}/csv`

type ListOptions<Path extends ListPath> = {
  /** Begins the key of its queries: the resource, by which changes make it old, and what tells its lists apart. */
  key: readonly string[]
  nameOf: (row: RowOf<Path>) => string
  /** What every request asks beside what the user asks. */
  query?: Omit<QueryOf<Path>, keyof ListCriteria>
  /** What only its pages ask. */
  pageQuery?: Omit<QueryOf<Path>, keyof ListCriteria>
  /** Conditions of the API's `searchFields` that narrow every request, pages as well as files. */
  conditions?: readonly string[]
  /** Name of its file, where the API makes CSV and mails it; `hasOwnColumns`: not those of the table. */
  csv?: CsvPath<Path> extends keyof paths ? { fileName: string; hasOwnColumns?: boolean } : never
} & (ParametersOf<Path> extends { path: infer Places } ? { path: Places } : unknown) &
  (RowOf<Path> extends { id: RowId } ? { idOf?: (row: RowOf<Path>) => RowId } : { idOf: (row: RowOf<Path>) => RowId })

/** The same client for whichever list: {@link ListPath} has checked the path, and the options its parameters. */
const client = api as unknown as Record<
  'GET' | 'POST',
  (path: string, request: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>
>

/** A list of the API as the table reads it: its pages, and its CSV where the API makes one. */
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

/** Ids that one address can carry. */
const IDS_A_REQUEST = 400
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A list's CSV as a file: of all rows of the criteria, or of these ids, asked for in as many requests as their addresses
 * need. `ask` gets the API's `searchFields` and answers text; its first line is the head.
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
  // Reading a text takes its byte order mark off, and spreadsheets want it.
  return new Blob([BYTE_ORDER_MARK, ...parts.map((part) => part.replace(/^\uFEFF/, ''))], { type: 'text/csv;charset=utf-8' })
}
