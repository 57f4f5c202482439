import { api, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import type { OnConflict, TaggingResult, TaggingWay } from './taggable.js'

type Answer = components['schemas']['BulkTagsResult']

/** The API's limit on entities per call. */
const ENTITIES_A_CALL = 1_000

export interface TaggingWish {
  way: TaggingWay
  tags: readonly number[]
  entities: readonly number[]
  onConflict: OnConflict
}

const sum = (answers: readonly Answer[]): TaggingResult => ({
  changed: answers.reduce((all, { changed }) => all + changed, 0),
  unchanged: answers.reduce((all, { unchanged }) => all + unchanged, 0),
  failed: answers.reduce((all, { failed }) => all + failed, 0),
  results: answers.flatMap(({ results }) => results),
  undoIds: answers.flatMap(({ undo_id }) => (undo_id === null ? [] : [undo_id])).reverse(),
})

/**
 * Adds tags to entities or removes them, a thousand entities per call. A dry run only returns what would happen.
 * @param key the same for all attempts of a change, so that a call that has already arrived takes effect only once
 */
export async function tagEntities({ way, tags, entities, onConflict }: TaggingWish, key?: string): Promise<TaggingResult> {
  const answers: Answer[] = []
  for (let at = 0; at < entities.length; at += ENTITIES_A_CALL) {
    const body = {
      entities: entities.slice(at, at + ENTITIES_A_CALL),
      [way]: [...tags],
      on_conflict: onConflict,
      dry_run: key === undefined,
    }
    const header = key === undefined ? {} : once(`${key}-${at}`)
    answers.push(await dataOf(api.PUT('/api/v1/entities/tags/bulk', { params: { header }, body })))
  }
  return sum(answers)
}

/** Undoes a change. Its calls are undone in reverse order. */
export async function undoTagging(undoIds: readonly number[]): Promise<TaggingResult> {
  const answers: Answer[] = []
  for (const id of undoIds) {
    const params = { path: { id }, header: once(`undo-tags-${id}`) }
    answers.push(await dataOf(api.POST('/api/v1/entities/tags/bulk/{id}/undo', { params })))
  }
  return sum(answers)
}
