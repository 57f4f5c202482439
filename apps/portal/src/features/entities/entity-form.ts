import { VEHICLE_TYPES } from '@roadbook/contracts'
import { z } from 'zod'
import type { Entity } from './entity.js'
import type { CreateEntity, UpdateEntity } from './queries/entity-changes.js'
import { FREE_TYPES } from '../../lib/catalogue-queries.js'

/** Vehicle types except the one that is never set by hand. */
export const WRITABLE_TYPES = VEHICLE_TYPES.filter((type) => type !== 'unregistered')
type WritableType = CreateEntity['vehicle_type']

/** Minimum number of characters of a text. */
const MIN_LENGTH = 4
const METRES_A_KILOMETRE = 1_000
const line = (most: number) => z.string().trim().max(most, 'form.errors.tooLong')

const optional = {
  short_name: line(50),
  model: line(100),
  engine_brand: line(100),
  engine_model: line(100),
  power_unit: line(100),
  odometerKm: z
    .string()
    .trim()
    .regex(/^\d{0,7}$/, 'form.errors.odometer'),
  tags: z.array(z.number()),
  target_group_id: z.number().nullable(),
  business_id: z.number().nullable(),
}

/** Makes the same checks as the API for a new vehicle. Each message is a key of `entities.json`. */
export const createSchema = z.object({
  ...optional,
  name: line(100).min(1, 'form.errors.name').min(MIN_LENGTH, 'form.errors.nameShort'),
  frame_number: line(50).min(1, 'form.errors.frame').min(MIN_LENGTH, 'form.errors.frameShort'),
  license_plate: line(20).min(1, 'form.errors.plate').min(MIN_LENGTH, 'form.errors.plateShort'),
  vehicle_type: z.string().min(1, 'form.errors.typeBrand'),
  brand: line(100).min(1, 'form.errors.typeBrand'),
  color: line(100),
})

const emptyOr = (most: number, message: string) => line(most).refine((text) => text === '' || text.length >= MIN_LENGTH, message)

/** Makes the same checks as the API for a change. */
export const updateSchema = z.object({
  ...optional,
  name: line(100).min(1, 'form.errors.nameBrandColor'),
  frame_number: emptyOr(50, 'form.errors.frameShort'),
  license_plate: emptyOr(20, 'form.errors.plateShort'),
  vehicle_type: z.string().min(1, 'form.errors.typeBrand'),
  brand: line(100).min(1, 'form.errors.nameBrandColor'),
  color: line(100).min(1, 'form.errors.nameBrandColor'),
})

export type EntityForm = z.infer<typeof createSchema>

export const emptyForm = (businessId: number | null): EntityForm => ({
  name: '',
  short_name: '',
  frame_number: '',
  license_plate: '',
  vehicle_type: '',
  brand: '',
  model: '',
  color: '',
  engine_brand: '',
  engine_model: '',
  power_unit: '',
  odometerKm: '',
  tags: [],
  target_group_id: null,
  business_id: businessId,
})

export const toForm = (entity: Entity): EntityForm => ({
  name: entity.name,
  short_name: entity.short_name ?? '',
  frame_number: entity.frame_number ?? '',
  license_plate: entity.license_plate ?? '',
  vehicle_type: entity.vehicle_type,
  brand: entity.brand ?? '',
  model: entity.model ?? '',
  color: entity.color ?? '',
  engine_brand: entity.engine_brand ?? '',
  engine_model: entity.engine_model ?? '',
  power_unit: entity.power_unit ?? '',
  odometerKm: kilometresOf(entity),
  tags: (entity.tags ?? []).filter(({ type }) => FREE_TYPES.includes(type)).map(({ id }) => id),
  target_group_id: entity.tags?.find(({ type }) => type === 'group')?.id ?? null,
  business_id: entity.business_id,
})

const kilometresOf = ({ odo }: Entity): string => String(Math.round(odo / METRES_A_KILOMETRE))

const words = (form: EntityForm) => ({
  name: form.name,
  brand: form.brand,
  vehicle_type: form.vehicle_type as WritableType,
  short_name: form.short_name || null,
  model: form.model || null,
  power_unit: form.power_unit || null,
  engine_brand: form.engine_brand || null,
  engine_model: form.engine_model || null,
  tags: form.tags,
  target_group_id: form.target_group_id,
})
const metres = (kilometres: string) => Number(kilometres) * METRES_A_KILOMETRE

export const toCreate = (form: EntityForm): CreateEntity => ({
  ...words(form),
  frame_number: form.frame_number,
  license_plate: form.license_plate,
  color: form.color || null,
  business_id: form.business_id,
  ...(form.odometerKm !== '' && { odometer_m: metres(form.odometerKm) }),
})

/**
 * Converts the form into a change. Omits an unchanged odometer, because the form has whole kilometres, and sending it would
 * also discard the distance driven meanwhile.
 */
export const toUpdate = (form: EntityForm, entity: Entity): UpdateEntity => ({
  ...words(form),
  frame_number: form.frame_number || null,
  license_plate: form.license_plate || null,
  color: form.color,
  ...(form.odometerKm !== '' && form.odometerKm !== kilometresOf(entity) && { odometer_m: metres(form.odometerKm) }),
})
