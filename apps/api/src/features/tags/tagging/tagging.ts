import type { TaggingFailure } from '../dto/bulk-tags.dto.js'
import type { EntityTagChange, TaggableRow, UsableTag } from './entity-tags.repository.js'
import { isSlot, type TagType } from '../tag-types.js'

/** Planned change of one entity's tags. */
export interface Tagging {
  row: TaggableRow | undefined
  failure: TaggingFailure | null
  conflicts: { type: TagType; present: string }[]
  change: EntityTagChange
}

/** Requested change, the same for every entity. */
export interface Wish {
  attach: readonly UsableTag[]
  detach: readonly UsableTag[]
  /**
   * True: the new tag replaces the tag of the same type that the vehicle already has. False: such a tag is a conflict. (G-65:
   * a vehicle has at most one brand and one type.)
   */
  replace: boolean
}

/** Plans the change of one entity without applying it. */
export function planTagging(entityId: number, row: TaggableRow | undefined, { attach, detach, replace }: Wish): Tagging {
  const change: EntityTagChange = { entity_id: entityId, attached: [], detached: [], words: {} }
  const planned: Tagging = { row, failure: null, conflicts: [], change }
  if (!row) return { ...planned, failure: 'not_found' }
  if (row.vehicle_type === 'unregistered') return { ...planned, failure: 'unregistered' }
  if (attach.some(({ business_id }) => business_id !== null && !row.path.includes(business_id))) {
    return { ...planned, failure: 'other_business' }
  }
  const leaving = new Set(detach.map(({ id }) => id))
  change.detached = row.carried.filter(({ id }) => leaving.has(id)).map(({ id }) => id)
  for (const tag of attach) {
    if (row.carried.some(({ id }) => id === tag.id)) continue
    change.attached.push(tag.id)
    if (!isSlot(tag.type)) continue
    const present = row.carried.find(({ slot, id }) => slot === tag.type && !leaving.has(id))
    const word = present ? undefined : wordInTheWay(row, tag, leaving)
    if (present) change.detached.push(present.id)
    if (word !== undefined) change.words[tag.type] = word
    const shown = present?.deleted ? undefined : (present?.name ?? word)
    if (shown !== undefined) planned.conflicts.push({ type: tag.type, present: shown })
  }
  if (planned.conflicts.length === 0 || replace) return planned
  return { ...planned, failure: 'conflict', change: { entity_id: entityId, attached: [], detached: [], words: {} } }
}

/**
 * Returns the text in the vehicle's own field for the type of the new tag (for example the brand), if that text differs
 * from the new tag's name. Returns undefined if the change removes a tag of this type from the vehicle.
 */
function wordInTheWay(row: TaggableRow, tag: UsableTag, leaving: ReadonlySet<number>): string | undefined {
  if (row.carried.some(({ slot, id }) => slot === tag.type && leaving.has(id))) return undefined
  const word = row.words[tag.type]
  return word && word.toLowerCase() !== tag.name.toLowerCase() ? word : undefined
}

export const isChanged = ({ failure, change }: Tagging): boolean =>
  failure === null && change.attached.length + change.detached.length > 0

/**
 * Plans to undo the change of one entity, or returns why it cannot be undone. An undo is possible only if the entity still
 * has the tags that the change added, and none that it removed.
 */
export function planUndo(done: EntityTagChange, row: TaggableRow | undefined): Tagging {
  const change: EntityTagChange = {
    entity_id: done.entity_id,
    attached: done.detached,
    detached: done.attached,
    words: done.words,
  }
  const planned: Tagging = { row, failure: null, conflicts: [], change }
  if (!row) return { ...planned, failure: 'not_found' }
  const carries = (id: number) => row.carried.some((tag) => tag.id === id)
  const isAsLeft = done.attached.every(carries) && !done.detached.some(carries)
  return isAsLeft ? planned : { ...planned, failure: 'changed_since' }
}
