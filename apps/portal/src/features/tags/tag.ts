import type { components } from '../../lib/api/schema.js'

/** A tag as those who manage tags see it. */
export type Tag = components['schemas']['ManagedTag']
export type TagType = Tag['type']
/** a group of tags. */
export type TagGroup = components['schemas']['TagGroup']

/** What a tag says of a vehicle, as people look for it. */
export const TAG_TYPES: readonly TagType[] = [
  ...(['general', 'group', 'type', 'brand', 'model', 'color'] as const),
  ...(['engine_brand', 'engine_model', 'powerunit', 'selected'] as const),
]

/** Types of which a vehicle carries one tag at most (G-65). */
const SINGLE_TYPES: readonly string[] = [
  ...(['type', 'brand', 'model', 'color', 'engine_brand', 'engine_model', 'powerunit', 'group'] as const satisfies TagType[]),
]
export const isSingle = (type: string): boolean => SINGLE_TYPES.includes(type)

/** What stands above a tag of these types. */
export const PARENT_TYPES = { model: 'brand', engine_model: 'engine_brand' } as const satisfies Partial<Record<TagType, TagType>>

export const parentTypeOf = (type: TagType): 'brand' | 'engine_brand' | undefined =>
  type === 'model' || type === 'engine_model' ? PARENT_TYPES[type] : undefined

/** What a tag that is a type may say that a vehicle is: nobody tags something as unregistered. */
export const TAGGED_VEHICLE_TYPES = [
  ...(['eBike', 'eCargoBike', 'speedPedelec', 'eMoped', 'moped', 'automobile', 'other'] as const),
] satisfies NonNullable<Tag['vehicle_type']>[]
