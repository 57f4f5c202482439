import { colorOf, vehicleTypeOf } from '@roadbook/contracts'
import { Type } from 'class-transformer'
import { ValidateIf, ValidateNested } from 'class-validator'
import { invalid } from '../../../http/problems.js'
import { validateBody } from '../../../http/validation.js'
import { type BadRowDto, mistakesIn, readSheet } from '../../../sheets/index.js'
import { absent, field } from '../../../texts/platform.js'
import type { Sentence } from '../../../texts/sentence.js'
import { ImeiField, readImei } from '../../../http/imei-fields.js'
import { CreateEntityDto, entityHeads, twinKeysOf } from '../../entities/index.js'
import { InstallCustomerDto } from '../dto/install.dto.js'
import type { NewVehicle } from '../install.service.js'
import { say } from '../texts.js'
import type { EntityColumnsDto } from './import-entities.dto.js'

const WORDS = [
  ...(['name', 'short_name', 'frame_number', 'license_plate', 'vehicle_type', 'brand', 'model', 'color'] as const),
  ...(['engine_brand', 'engine_model', 'power_unit'] as const),
] as const
const CUSTOMER = ['first_name', 'last_name', 'email', 'phone', 'address'] as const
const FIELDS = [
  ...WORDS,
  ...(['odometer_km', 'imei', 'subscription', 'tags', 'target_group'] as const),
  ...CUSTOMER.map((name) => `customer_${name}` as const),
] as const
/** Each is a write of its own, and the last one must be made before the request is given up. */
const MAX_ROWS = 1_000
const READ = { imei: readImei }
type Values = Record<(typeof FIELDS)[number], string | null>

/** Where a field of the body stands in the sheet, where that is not the same. */
const HEAD_OF: Readonly<Record<string, string>> = {
  ...{ odometer_m: 'odometer_km', subscription_id: 'subscription', target_group_id: 'target_group', customer: 'customer_email' },
  ...Object.fromEntries(CUSTOMER.map((name) => [`customer.${name}`, `customer_${name}`])),
}

/** The list of vehicles as a file is a sheet, too, in whichever language it was taken. */
const HEADS: Partial<Record<(typeof FIELDS)[number], readonly string[]>> = {
  name: entityHeads('name'),
  short_name: entityHeads('short_name'),
  frame_number: entityHeads('frame_number'),
  license_plate: entityHeads('license_plate'),
  vehicle_type: entityHeads('vehicle_type'),
  brand: entityHeads('brand'),
  model: entityHeads('model'),
  color: entityHeads('color'),
  odometer_km: entityHeads('odo'),
  imei: entityHeads('imei'),
  subscription: entityHeads('subscription'),
  tags: entityHeads('tags'),
}

/** What is called by name in a sheet; all in lower case. */
export interface KnownWords {
  tags: ReadonlyMap<string, number>
  groups: ReadonlyMap<string, number>
  subscriptions: ReadonlyMap<string, number>
}

/** What a row is checked by before anything is asked of the database. */
class ImportedEntityDto extends CreateEntityDto {
  @ValidateIf((_, value) => value !== undefined)
  @ImeiField()
  imei?: string

  @ValidateIf((_, value) => value !== undefined)
  @ValidateNested()
  @Type(() => InstallCustomerDto)
  customer?: InstallCustomerDto
}

export interface EntityRow {
  /** As a spreadsheet numbers it; the head is 1. */
  row: number
  vehicle: NewVehicle
}

/** The mistakes of a row, by the heads of the sheet. */
export const mistakesAt = (row: number, error: unknown, otherwise = 'name'): BadRowDto[] =>
  mistakesIn(error, otherwise).map(([name, message]) => ({ row, field: HEAD_OF[name] ?? name, message }))

/**
 * A CSV of vehicles: rows that are good as far as the sheet itself tells, and for each bad one the field and why.
 * @param allowsTwins takes rows, too, that are the same vehicle as one before them
 */
export function readEntitySheet(
  csv: string,
  columns: EntityColumnsDto | undefined,
  known: KnownWords,
  allowsTwins = false,
): { rows: EntityRow[]; failed: BadRowDto[]; twins: number } {
  const rows: EntityRow[] = []
  const failed: BadRowDto[] = []
  const twinIn = rememberNumbers()
  let twins = 0
  const sheet = readSheet(csv, { fields: FIELDS, needed: 'name', columns, heads: HEADS, read: READ, maxRows: MAX_ROWS })
  for (const { row, values, faults } of sheet.lines) {
    const lost = Object.entries(faults).map(([name, message]) => ({ row, field: name, message }))
    if (lost.length > 0) {
      failed.push(...lost)
      continue
    }
    try {
      const vehicle = vehicleOf(values, known)
      const twin = twinIn(row, vehicle)
      if (twin && !allowsTwins) {
        twins++
        throw invalid(twin)
      }
      rows.push({ row, vehicle })
    } catch (error) {
      failed.push(...mistakesAt(row, error))
    }
  }
  return { rows, failed, twins }
}

/** Tells of each vehicle which row before it has one of its numbers, however written. */
function rememberNumbers() {
  const seen = { frame_number: new Map<string, number>(), license_plate: new Map<string, number>() }
  return (row: number, vehicle: NewVehicle): Record<string, Sentence[]> | undefined => {
    const { frame_number: frame, license_plate: plate } = twinKeysOf(vehicle)
    const [sameFrame, samePlate] = [seen.frame_number.get(frame), seen.license_plate.get(plate)]
    if (frame !== '' && sameFrame === undefined) seen.frame_number.set(frame, row)
    if (plate !== '' && samePlate === undefined) seen.license_plate.set(plate, row)
    if (sameFrame !== undefined) return { frame_number: [say('import.frame-twice', { row: sameFrame })] }
    return samePlate === undefined ? undefined : { license_plate: [say('import.plate-twice', { row: samePlate })] }
  }
}

/** @throws Problem 422 with what is wrong, by fields */
function vehicleOf(values: Values, known: KnownWords): NewVehicle {
  const words = Object.fromEntries(WORDS.map((name) => [name, values[name]]))
  const customer = Object.fromEntries(CUSTOMER.map((name) => [name, values[`customer_${name}`]]))
  const hasCustomer = Object.values(customer).some(Boolean)
  const checked = validateBody(ImportedEntityDto, {
    ...words,
    vehicle_type: typeOf(values.vehicle_type),
    color: values.color && colorOf(values.color),
    ...(values.imei && { imei: values.imei }),
    ...(values.odometer_km && { odometer_m: metresOf(values.odometer_km) }),
    ...(hasCustomer && { customer }),
  })
  const named = (values.tags ?? '').split(/[|,]/)
  // A file of the list has the target group among the tags.
  const isGroup = (name: string) => known.groups.has(keyOf(name)) && !known.tags.has(keyOf(name))
  const tags = named
    .filter((name) => !isGroup(name))
    .flatMap((name) => idOf(name, known.tags, { tags: [say('import.no-tag', { name: name.trim() })] }) ?? [])
  const group = idOf(values.target_group ?? named.find(isGroup) ?? null, known.groups, { target_group: [absent('target-group')] })
  return {
    ...checked,
    subscription_id: idOf(values.subscription, known.subscriptions, { subscription: [say('import.not-offered')] }),
    // What is not said is not written either: a thousand rows are many statements.
    ...(tags.length > 0 && { tags: [...new Set(tags)] }),
    ...(group !== undefined && { target_group_id: group }),
  }
}

const keyOf = (name: string) => name.trim().toLowerCase()

/** Undefined where the sheet names none. */
function idOf(name: string | null, ids: ReadonlyMap<string, number>, problem: Parameters<typeof invalid>[0]): number | undefined {
  const key = keyOf(name ?? '')
  if (key === '') return undefined
  const id = ids.get(key)
  if (id === undefined) throw invalid(problem)
  return id
}

/** `e-bike` and `Vélo électrique` are `eBike`; what is no type is refused as it was written. */
const typeOf = (word: string | null): string | null => (word && vehicleTypeOf(word)) ?? word

function metresOf(kilometres: string): number {
  if (!/^\d{1,7}([.,]\d{1,3})?$/.test(kilometres)) throw invalid({ odometer_km: [field('not-number')] })
  return Math.round(Number(kilometres.replace(',', '.')) * 1_000)
}
