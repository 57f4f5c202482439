import { useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { once, unchanged } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import type { Tag, TagGroup } from '../tag.js'
import { TAGS_KEY } from './tag-queries.js'

type Schemas = components['schemas']

const at = (id: number) => ({ params: { path: { id } } })
/** Of the state that was read: somebody else's change in between is not written over. */
const asRead = (one: Tag | TagGroup) => ({ params: { path: { id: one.id }, header: unchanged(one) } })

/** Writes about tags and groups; each answers what the API said, or fails with its words. */
export const changes = {
  createTag: async (body: Schemas['CreateTag'], key: string) =>
    (await unwrap(api.POST('/api/v1/tags', { params: { header: once(key) }, body }))).data,
  updateTag: async (tag: Tag, body: Schemas['UpdateTag']) =>
    (await unwrap(api.PUT('/api/v1/tags/{id}', { ...asRead(tag), body }))).data,
  readTag: async (id: number) => (await unwrap(api.GET('/api/v1/tags/{id}', at(id)))).data,
  deleteTag: async ({ id }: Tag) => (await unwrap(api.DELETE('/api/v1/tags/{id}', at(id)))).data,
  restoreTag: async ({ id }: Tag) => (await unwrap(api.PUT('/api/v1/tags/{id}/restore', at(id)))).data,
  mergeTag: async ({ id }: Tag, into: number) =>
    (await unwrap(api.POST('/api/v1/tags/{id}/merge', { ...at(id), body: { into } }))).data,
  createGroup: async (name: string, key: string) =>
    (await unwrap(api.POST('/api/v1/tag-groups', { params: { header: once(key) }, body: { name } }))).data,
  renameGroup: async (group: TagGroup, name: string) =>
    (await unwrap(api.PUT('/api/v1/tag-groups/{id}', { ...asRead(group), body: { name } }))).data,
  deleteGroup: async ({ id }: TagGroup) => (await unwrap(api.DELETE('/api/v1/tag-groups/{id}', at(id)))).data,
  restoreGroup: async ({ id }: TagGroup) => (await unwrap(api.PUT('/api/v1/tag-groups/{id}/restore', at(id)))).data,
  attach: async (groupId: number, tags: number[]) =>
    (await unwrap(api.POST('/api/v1/tags/attach', { body: { group_id: groupId, tags } }))).data,
  detach: async (groupId: number, tags: number[]) =>
    (await unwrap(api.POST('/api/v1/tags/detach', { body: { group_id: groupId, tags } }))).data,
}

/** Reads again whatever a change of tags makes old: the vehicles that carry them, too. */
export function useTagsChanged(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all([TAGS_KEY, 'entities', 'audit'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
}
