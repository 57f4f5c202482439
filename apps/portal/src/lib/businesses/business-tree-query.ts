import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, unwrap } from '../api/api-client.js'
import { usePermission, useSession } from '../session/session.js'
import { toBusinessTree } from './business-tree.js'

/** First part of the keys of all queries that must be read again after a change of the tree. */
export const BUSINESSES_KEY = ['businesses'] as const

/** Query for the businesses that this user sees, as trees ready for traversal. */
const businessTreeQuery = queryOptions({
  queryKey: [...BUSINESSES_KEY, 'tree'],
  queryFn: async ({ signal }) => toBusinessTree((await unwrap(api.GET('/api/v1/businesses/tree', { signal }))).data),
  // Switches off the comparison of new data with old data, which would take too long for ten thousand nodes with their
  // parents.
  structuralSharing: false,
})

/** Returns the tree. For users who are not allowed to read the tree, returns the businesses in their own profile. */
export function useBusinessTree() {
  const { user } = useSession()
  const mayRead = usePermission('read:business-management')
  const query = useQuery({ ...businessTreeQuery, enabled: mayRead })
  const own = useMemo(
    () =>
      toBusinessTree(
        user.businesses.map(({ id, name, kind }) => ({
          id,
          name,
          kind,
          parent_id: null,
          entities_count: 0,
          devices_count: 0,
          children: [],
        })),
      ),
    [user.businesses],
  )
  return {
    tree: mayRead ? query.data : own,
    isPending: mayRead && query.isPending,
    error: mayRead && !query.data ? query.error : null,
    retry: () => void query.refetch(),
  }
}
