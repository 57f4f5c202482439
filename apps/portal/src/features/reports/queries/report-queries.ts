import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, unwrap } from '../../../lib/api/api-client.js'
import type { DayRange } from '../../../lib/day-range.js'
import type { ReportMode, ReportPage } from '../report.js'

/** First part of the query keys of report data. */
const REPORTS = 'reports'
export const REQUESTS = 'report-requests'
export const SCHEDULES = 'report-schedules'

/** Parameters of a report on screen. */
export interface ReportWish extends DayRange {
  mode: ReportMode
  entityIds: readonly number[]
  groupId: number | undefined
  timeZone: string
  limitKph: number
  minMinutes: number
}

export const PAGE_SIZE = 50

export const individualQuery = (entityId: number | undefined, range: DayRange, timeZone: string) =>
  queryOptions({
    queryKey: [REPORTS, 'individual', entityId, range, timeZone],
    enabled: entityId !== undefined,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/report', { params: { query: { entity_id: entityId ?? 0, ...range, tz: timeZone } }, signal })),
  })

export const pageQuery = (wish: ReportWish, page: number, isAsked: boolean) =>
  queryOptions({
    queryKey: [REPORTS, wish.mode, wish, page],
    enabled: isAsked,
    // The present page stays visible until the requested page of the same kind of report is loaded.
    placeholderData: (before: ReportPage | undefined, query) => (query?.queryKey[1] === wish.mode ? before : undefined),
    queryFn: ({ signal }): Promise<ReportPage> => {
      const { mode, entityIds, groupId, from, till, timeZone, limitKph, minMinutes } = wish
      const who = { ...(entityIds.length > 0 && { entity_ids: entityIds.join() }), ...(groupId && { target_group_id: groupId }) }
      const query = { from, till, tz: timeZone, page, limit: PAGE_SIZE, limit_kph: limitKph, min_minutes: minMinutes, ...who }
      return unwrap(api.GET('/api/v1/reports/{kind}', { params: { path: { kind: mode }, query }, signal }))
    },
  })

export const entityOptionsQuery = queryOptions({
  queryKey: [REPORTS, 'entities'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dropdown/entities', { signal })),
})

export const TARGET_GROUPS = [REPORTS, 'target-groups'] as const

export const targetGroupsQuery = queryOptions({
  queryKey: TARGET_GROUPS,
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dropdown/target-groups', { signal })),
})
