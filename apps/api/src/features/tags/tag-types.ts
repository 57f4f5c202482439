import { VEHICLE_TYPES, type VehicleType } from '@roadbook/contracts'

/** What a tag says of a vehicle; colours and engines are tags of a type, too. */
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

/** Types of which an entity carries at most one tag (G-65). */
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

/** What stands above a tag of a type. */
export const PARENT_TYPES: Partial<Record<TagType, TagType>> = { model: 'brand', engine_model: 'engine_brand' }

/** What a tag may say that a vehicle is: nobody tags something as unregistered. */
export const TAGGED_VEHICLE_TYPES: readonly VehicleType[] = VEHICLE_TYPES.filter((type) => type !== 'unregistered')
