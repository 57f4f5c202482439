import type { components } from '../../lib/api/schema.js'

/** A tag with the fields that tag managers see. */
export type Tag = components['schemas']['ManagedTag']
export type TagType = Tag['type']
/** A group of tags. */
export type TagGroup = components['schemas']['TagGroup']

/** Types of tags, in the order in which people look for them. */
export const TAG_TYPES: readonly TagType[] = [
  ...(['general', 'group', 'type', 'brand', 'model', 'color'] as const),
  ...(['engine_brand', 'engine_model', 'powerunit', 'selected'] as const),
]

/** Types that allow a vehicle at most one tag (G-65). */
const SINGLE_TYPES: readonly string[] = [
  ...(['type', 'brand', 'model', 'color', 'engine_brand', 'engine_model', 'powerunit', 'group'] as const satisfies TagType[]),
]
export const isSingle = (type: string): boolean => SINGLE_TYPES.includes(type)

/** Types of tags that need a parent, each with the type of the parent. */
export const PARENT_TYPES = { model: 'brand', engine_model: 'engine_brand' } as const satisfies Partial<Record<TagType, TagType>>

export const parentTypeOf = (type: TagType): 'brand' | 'engine_brand' | undefined =>
  type === 'model' || type === 'engine_model' ? PARENT_TYPES[type] : undefined

/** Vehicle types that a tag of type `type` may represent. A vehicle cannot be tagged as unregistered. */
export const TAGGED_VEHICLE_TYPES = [
  ...(['eBike', 'eCargoBike', 'speedPedelec', 'eMoped', 'moped', 'automobile', 'other'] as const),
] satisfies NonNullable<Tag['vehicle_type']>[]
