import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap, dataOf } from '../../../lib/api/api-client.js'
import { BY_PAGES } from '../../../lib/api/pages.js'
import type { Tag, TagGroup } from '../tag.js'
import type { TagPlace } from '../use-tags-address.js'

/** First part of the keys of all queries that must be read again after a change of a tag. */
export const TAGS_KEY = 'tags'

/** The API's largest page. */
const LARGEST_PAGE = 200
const CHIPS_A_PAGE = 100
const BY_NAME = { orderBy: 'name', sortedBy: 'asc' } as const

interface Page<Row> {
  data: Row[]
  meta: { last_page: number }
}

async function everyPage<Row>(ask: (page: number) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await ask(page)
    rows.push(...answer.data)
    last = answer.meta.last_page
  }
  return rows
}

/** All groups: the three configured ones first, then by name. */
export const groupsQuery = queryOptions({
  queryKey: [TAGS_KEY, 'groups'],
  queryFn: ({ signal }): Promise<TagGroup[]> =>
    everyPage((page) =>
      unwrap(api.GET('/api/v1/tag-groups', { params: { query: { ...BY_NAME, page, limit: LARGEST_PAGE } }, signal })),
    ),
})

/** One group with the vehicles that have one of its tags. */
export const groupQuery = (id: number) =>
  queryOptions({
    queryKey: [TAGS_KEY, 'group', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/tag-groups/{id}', { params: { path: { id } }, signal })),
  })

/** Tags of a place, in pages. Tags in use come before unused tags, and both groups are sorted by name. */
export const tagsQuery = (place: TagPlace, search = '') =>
  infiniteQueryOptions({
    queryKey: [TAGS_KEY, 'list', place, search],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...({ orderBy: 'use', sortedBy: 'asc', page: pageParam, limit: CHIPS_A_PAGE } as const),
        ...(typeof place === 'number' && { group_id: place }),
        ...(place === 'none' && { searchFields: 'is_grouped:=false' }),
        // Replaces colons by blanks, because the API would search the field `type` for a text such as "type:x".
        ...(search !== '' && { search: search.replaceAll(':', ' ') }),
      }
      return unwrap(api.GET('/api/v1/tags', { params: { query }, signal }))
    },
    ...BY_PAGES,
  })

/** Deleted tags and groups, which can be restored. */
export const deletedQuery = queryOptions({
  queryKey: [TAGS_KEY, 'deleted'],
  queryFn: async ({ signal }): Promise<{ tags: Tag[]; groups: TagGroup[] }> => {
    const query = (page: number) => ({ ...BY_NAME, page, limit: LARGEST_PAGE, searchFields: 'state:=deleted' })
    const [tags, groups] = await Promise.all([
      everyPage((page) => unwrap(api.GET('/api/v1/tags', { params: { query: query(page) }, signal }))),
      everyPage((page) => unwrap(api.GET('/api/v1/tag-groups', { params: { query: query(page) }, signal }))),
    ])
    return { tags, groups }
  },
})

/** All tags with ID, name and type, as options in forms. */
export const tagOptionsQuery = queryOptions({
  queryKey: [TAGS_KEY, 'options'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dropdown/tags', { signal })),
})
