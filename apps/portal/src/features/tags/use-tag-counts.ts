import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { groupsQuery, tagsQuery } from './queries/tag-queries.js'
import type { TagPlace } from './use-tags-address.js'

/** Returns the numbers of tags, of tags without a group, and of groups. Undefined until all are known. */
export function useTagCounts(): { tags: number; ungrouped: number; groups: number } | undefined {
  const { data: groups } = useQuery(groupsQuery)
  const [tags, ungrouped] = [useTotal('all'), useTotal('none')]
  return groups && tags !== undefined && ungrouped !== undefined ? { tags, ungrouped, groups: groups.length } : undefined
}

const useTotal = (place: TagPlace) => useInfiniteQuery(tagsQuery(place)).data?.pages[0]?.meta.total
