import { VEHICLE_TYPES, type VehicleType } from '@roadbook/contracts'

/** Types of tags. Colours and engines are types too. */
export const TAG_TYPES = [
  'general',
  'powerunit',
  'type',
  'group',
  'model',
  'brand',
  'selected',
  'color',
  'engine_brand',
  'engine_model',
] as const
export type TagType = (typeof TAG_TYPES)[number]

/** Types with at most one tag per entity (G-65). */
export const SLOTS = [
  'type',
  'brand',
  'model',
  'color',
  'engine_brand',
  'engine_model',
  'powerunit',
  'group',
] as const satisfies readonly TagType[]
export const isSlot = (type: string): type is (typeof SLOTS)[number] => (SLOTS as readonly string[]).includes(type)

/** Types of the parent tag. */
export const PARENT_TYPES: Partial<Record<TagType, TagType>> = { model: 'brand', engine_model: 'engine_brand' }

/** Vehicle types that a tag may set. A tag cannot make a vehicle unregistered. */
export const TAGGED_VEHICLE_TYPES: readonly VehicleType[] = VEHICLE_TYPES.filter((type) => type !== 'unregistered')
