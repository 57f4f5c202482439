import { useQuery } from '@tanstack/react-query'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { isTooLarge } from '../report.js'
import { entityOptionsQuery, targetGroupsQuery } from './report-queries.js'

/**
 * Returns true if a target group is not in the list. Such a group was deleted, or a link names a group that this user does
 * not see.
 */
export function useIsGone(groupId: number | undefined): boolean {
  const { data, isFetching } = useQuery(targetGroupsQuery)
  // While the list is being fetched again, nothing is reported as missing, because a group that was just created is not in
  // the old list.
  return groupId !== undefined && data !== undefined && !isFetching && data.every(({ id }) => id !== groupId)
}

/**
 * Returns true if the group field already shows why the report cannot be made. Without a group, the report covers all
 * vehicles.
 */
export function useIsRefused(groupId: number | undefined, days: number): boolean {
  const isGone = useIsGone(groupId)
  const { data: vehicles } = useQuery(entityOptionsQuery)
  const { report_max_entities: most } = useRuntimeConfig()
  return isGone || (groupId === undefined && vehicles !== undefined && isTooLarge(vehicles.length, days, most))
}
