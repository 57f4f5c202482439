import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, dataOrNull, unwrap } from '../../lib/api/api-client.js'
import { once } from '../../lib/api/headers.js'
import type { components } from '../../lib/api/schema.js'

export type HistoryImport = components['schemas']['HistoryImport']
export type HistoryImportResult = components['schemas']['HistoryImportResult']
export type Vehicle = components['schemas']['Entity']
type Wanted = components['schemas']['ImportHistory']

/** First part of all query keys that a change of an import makes stale. */
export const IMPORTS_KEY = 'history-imports'
/** Key of the query that follows running imports. */
export const RUNNING_KEY = 'running-history-imports'

export const STATES = ['sending', 'computing', 'done', 'undoing', 'undone'] as const satisfies readonly HistoryImport['state'][]
export const FORMATS = ['gpx', 'kml', 'csv', 'ndjson'] as const satisfies readonly HistoryImport['format'][]

/** Columns of a CSV that a user can choose, the required ones first. */
export const COLUMNS = ['latitude', 'longitude', 'time', 'date', 'speed', 'altitude', 'heading', 'ignition'] as const
export type ColumnName = (typeof COLUMNS)[number]
export const SPEED_UNITS = ['km/h', 'm/s', 'mph', 'kn'] as const satisfies readonly NonNullable<Wanted['speed_unit']>[]

/** Pause between two requests for the progress, in milliseconds. */
const LOOK_AGAIN_MS = 2_000

/** Returns whether something of an import still changes by itself. */
export const isRunning = ({ state }: HistoryImport): boolean => state !== 'done' && state !== 'undone'

/** One import. Null if it does not exist or the user is not allowed to see it. */
export const historyImportQuery = (id: number) =>
  queryOptions({
    queryKey: [IMPORTS_KEY, 'one', id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/history-imports/{id}', { params: { path: { id } }, signal })),
  })

/** Running imports, polled until all have ended. */
export const runningQuery = queryOptions({
  queryKey: [RUNNING_KEY],
  queryFn: async ({ signal }) => {
    const query = { searchFields: 'state:insending,computing,undoing', orderBy: 'id', sortedBy: 'desc', limit: 50 } as const
    return (await unwrap(api.GET('/api/v1/history-imports', { params: { query }, signal }))).data
  },
  refetchInterval: ({ state: { data } }) => (data?.length === 0 ? false : LOOK_AGAIN_MS),
})

/** Sends a file. Without a key it is a dry run, which changes nothing. */
export const sendHistory = (wanted: Omit<Wanted, 'dry_run'>, key?: string): Promise<HistoryImportResult> =>
  dataOf(
    api.POST('/api/v1/history-imports', {
      params: { header: once(key ?? crypto.randomUUID()) },
      body: { ...wanted, dry_run: key === undefined },
    }),
  )

export const undoImport = (id: number) => dataOf(api.DELETE('/api/v1/history-imports/{id}', { params: { path: { id } } }))
