import { useQuery } from '@tanstack/react-query'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { isTooLarge } from '../report.js'
import { entityOptionsQuery, targetGroupsQuery } from './report-queries.js'

/** Whether a target group is none of those that there are: it was deleted, or a link names one of somebody else. */
export function useIsGone(groupId: number | undefined): boolean {
  const { data, isFetching } = useQuery(targetGroupsQuery)
  // One that was just made is in the list that is on its way.
  return groupId !== undefined && data !== undefined && !isFetching && data.every(({ id }) => id !== groupId)
}

/** Whether the field says already why a report of this group, or of all vehicles without one, cannot be made. */
export function useIsRefused(groupId: number | undefined, days: number): boolean {
  const isGone = useIsGone(groupId)
  const { data: vehicles } = useQuery(entityOptionsQuery)
  const { report_max_entities: most } = useRuntimeConfig()
  return isGone || (groupId === undefined && vehicles !== undefined && isTooLarge(vehicles.length, days, most))
}
