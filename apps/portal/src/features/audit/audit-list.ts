import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../lib/api/api-client.js'
import { csvFile, type ListSource } from '../../table/index.js'
import type { AuditEntry } from './audit-entry.js'
import type { AuditWords } from './use-audit-words.js'

type OrderBy = 'created_at'

/** Everything that was done, refused and looked at, of the businesses that the reader manages. */
export const auditList = (words: AuditWords, timeZone: string): ListSource<AuditEntry> => ({
  key: ['audit'],
  idOf: ({ id }) => id,
  nameOf: (entry) => `${words.action(entry.action)}, ${words.object(entry)}`,
  fetchPage: (criteria, signal) => {
    const query = { ...criteria, orderBy: criteria.orderBy as OrderBy }
    return unwrap(api.GET('/api/v1/audit-log', { params: { query }, signal }))
  },
  fetchCsv: ({ page: _page, limit: _limit, searchFields, ...rest }, _columns, ids) =>
    csvFile(
      (fields) => {
        const wish = { orderBy: rest.orderBy as OrderBy, format: 'csv' as const, tz: timeZone }
        const query = { ...rest, searchFields: fields, ...wish }
        return unwrap(api.GET('/api/v1/audit-log', { params: { query }, parseAs: 'text' }))
      },
      searchFields,
      ids,
    ),
  csvName: 'audit-log.csv',
  // A line for each field that changed: its columns are not those of the table.
  mailCsv: ({ page: _page, limit: _limit, ...rest }) => {
    const query = { ...rest, orderBy: rest.orderBy as OrderBy, tz: timeZone }
    return unwrap(api.POST('/api/v1/audit-log/csv', { params: { query } }))
  },
})

/** One entry by its id; null when it is not there or not the reader's. */
export const entryQuery = (id: number) =>
  queryOptions({
    queryKey: ['audit', 'entry', id],
    // An entry never changes.
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const query = { searchFields: `id:=${id}`, limit: 1 }
      const { data } = await unwrap(api.GET('/api/v1/audit-log', { params: { query }, signal }))
      return data[0] ?? null
    },
  })
