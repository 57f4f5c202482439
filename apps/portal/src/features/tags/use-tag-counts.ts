import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { groupsQuery, tagsQuery } from './queries/tag-queries.js'

/** How many tags and groups there are, once both are known. */
export function useTagCounts(): { tags: number; groups: number } | undefined {
  const { data: groups } = useQuery(groupsQuery)
  const { data: tags } = useInfiniteQuery(tagsQuery(undefined, ''))
  const total = tags?.pages[0]?.meta.total
  return groups && total !== undefined ? { tags: total, groups: groups.length } : undefined
}
