import { useReread } from '../../../components/notifications/use-change.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { once, unchanged } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import type { Tag, TagGroup } from '../tag.js'
import { TAGS_KEY } from './tag-queries.js'

type Schemas = components['schemas']

const at = (id: number) => ({ params: { path: { id } } })
/** Makes a write fail if the tag or group has changed since it was read, so that another user's change is not overwritten. */
const asRead = (one: Tag | TagGroup) => ({ params: { path: { id: one.id }, header: unchanged(one) } })

/** Writes for tags and groups. Each resolves to the API's response, or fails with its message. */
export const changes = {
  createTag: (body: Schemas['CreateTag'], key: string) =>
    dataOf(api.POST('/api/v1/tags', { params: { header: once(key) }, body })),
  updateTag: (tag: Tag, body: Schemas['UpdateTag']) => dataOf(api.PUT('/api/v1/tags/{id}', { ...asRead(tag), body })),
  readTag: (id: number) => dataOf(api.GET('/api/v1/tags/{id}', at(id))),
  deleteTag: ({ id }: Tag) => dataOf(api.DELETE('/api/v1/tags/{id}', at(id))),
  restoreTag: ({ id }: Tag) => dataOf(api.PUT('/api/v1/tags/{id}/restore', at(id))),
  mergeTag: ({ id }: Tag, into: number) => dataOf(api.POST('/api/v1/tags/{id}/merge', { ...at(id), body: { into } })),
  createGroup: (name: string, key: string) =>
    dataOf(api.POST('/api/v1/tag-groups', { params: { header: once(key) }, body: { name } })),
  renameGroup: (group: TagGroup, name: string) =>
    dataOf(api.PUT('/api/v1/tag-groups/{id}', { ...asRead(group), body: { name } })),
  deleteGroup: ({ id }: TagGroup) => dataOf(api.DELETE('/api/v1/tag-groups/{id}', at(id))),
  restoreGroup: ({ id }: TagGroup) => dataOf(api.PUT('/api/v1/tag-groups/{id}/restore', at(id))),
  attach: (groupId: number, tags: number[]) => dataOf(api.POST('/api/v1/tags/attach', { body: { group_id: groupId, tags } })),
  detach: (groupId: number, tags: number[]) => dataOf(api.POST('/api/v1/tags/detach', { body: { group_id: groupId, tags } })),
}

/** Reads again all data that depends on tags, including the vehicles that have tags. */
export const useTagsChanged = () => useReread(TAGS_KEY, 'entities', 'audit')
