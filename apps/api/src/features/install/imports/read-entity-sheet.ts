import { colorOf, type VehicleType, vehicleTypeOf } from '@roadbook/contracts'
import { headKey } from '@roadbook/contracts/sheet-cell'
import { Type } from 'class-transformer'
import { IsIn, ValidateIf, ValidateNested } from 'class-validator'
import { invalid } from '../../../http/problems.js'
import { says, validateBody } from '../../../http/validation.js'
import { type BadRowDto, type FirstRowDto, firstRows, mistakesIn, readSheet } from '../../../sheets/index.js'
import { absent, field } from '../../../texts/platform.js'
import type { Sentence } from '../../../texts/sentence.js'
import { ImeiField, readImei } from '../../../http/imei-fields.js'
import { CreateEntityDto, entityHeads, twinKeysOf } from '../../entities/index.js'
import { InstallCustomerDto } from '../dto/install.dto.js'
import type { NewVehicle } from '../install.service.js'
import { say } from '../texts.js'
import type { EntityColumnsDto } from './import-entities.dto.js'
import { isOdometerHead, type Odometer, type OdometerAsked, readOdometers } from './read-odometers.js'
import { WRITTEN_TYPES, writtenTypes } from './type-words.js'

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
  odometer_m: 'odometer_km',
  subscription_id: 'subscription',
  target_group_id: 'target_group',
  customer: 'customer_email',
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

/** What is called by name in a sheet, by names as heads are compared. */
export interface KnownWords {
  tags: ReadonlyMap<string, number>
  groups: ReadonlyMap<string, number>
  subscriptions: ReadonlyMap<string, number>
}

/** What a row is checked by before anything is asked of the database. */
class ImportedEntityDto extends CreateEntityDto {
  /** People write its words, and are answered in words. */
  @IsIn(
    WRITTEN_TYPES,
    says((value) =>
      typeof value === 'string' && value !== ''
        ? say('import.not-a-type', { text: value, allowed: writtenTypes() })
        : field('type-and-brand'),
    ),
  )
  declare vehicle_type: VehicleType

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

/** The caller's answers to what the sheet does not say by itself. */
export interface EntitySheetAsked extends OdometerAsked {
  columns?: EntityColumnsDto
  /** Takes rows, too, that are the same vehicle as one before them. */
  allowsTwins?: boolean
}

export interface EntitySheet {
  rows: EntityRow[]
  failed: BadRowDto[]
  twins: number
  /** An odometer whose sign may part decimals or thousands, as it stands in the sheet. */
  unclear_number: string | null
  first_rows: FirstRowDto[]
}

/** A CSV of vehicles: rows without a mistake of their own, and for each bad row the field and why. */
export function readEntitySheet(
  csv: string,
  known: KnownWords,
  { columns, allowsTwins = false, ...asked }: EntitySheetAsked = {},
) {
  const isHead = { odometer_km: (head: string) => isOdometerHead(head, asked.unit) }
  const sheet = readSheet(csv, { fields: FIELDS, needed: 'name', columns, heads: HEADS, isHead, read: READ, maxRows: MAX_ROWS })
  const cells = sheet.lines.map(({ values }) => values.odometer_km ?? '')
  const odometers = readOdometers(cells, sheet.heads.odometer_km ?? '', asked)
  const unclear = odometers.findIndex((one) => one?.fault && one.isUnclear)
  const found: EntitySheet = {
    rows: [],
    failed: [],
    twins: 0,
    unclear_number: cells[unclear] ?? null,
    first_rows: firstRows(sheet, ({ odometer_km: told, ...others }, at) =>
      told === undefined ? others : { ...others, odometer_m: shownOf(told, odometers[at]) },
    ),
  }
  const twinIn = rememberNumbers()
  for (const [at, { row, values, faults }] of sheet.lines.entries()) {
    const odometer = odometers[at]
    const lost = { ...faults, ...(odometer?.fault && { odometer_km: odometer.fault }) }
    if (Object.keys(lost).length > 0) {
      found.failed.push(...Object.entries(lost).map(([name, message]) => ({ row, field: name, message })))
      continue
    }
    try {
      const vehicle = vehicleOf(values, odometer?.fault ? undefined : odometer?.metres, known)
      const twin = twinIn(row, vehicle)
      if (twin && !allowsTwins) {
        found.twins++
        throw invalid(twin)
      }
      found.rows.push({ row, vehicle })
    } catch (error) {
      found.failed.push(...mistakesAt(row, error))
    }
  }
  return found
}

/** An odometer for the first rows: its metres, an empty text for an empty cell, null where it could not be read. */
const shownOf = (cell: string | null, odometer: Odometer | undefined): string | null =>
  odometer ? (odometer.fault ? null : String(odometer.metres)) : cell

/** Returns for each vehicle the mistake of having a number of an earlier row, however it is written. */
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
function vehicleOf(values: Values, metres: number | undefined, known: KnownWords): NewVehicle {
  const words = Object.fromEntries(WORDS.map((name) => [name, values[name]]))
  const customer = Object.fromEntries(CUSTOMER.map((name) => [name, values[`customer_${name}`]]))
  const hasCustomer = Object.values(customer).some(Boolean)
  const checked = validateBody(ImportedEntityDto, {
    ...words,
    vehicle_type: typeOf(values.vehicle_type),
    color: values.color && colorOf(values.color),
    ...(values.imei && { imei: values.imei }),
    ...(metres !== undefined && { odometer_m: metres }),
    ...(hasCustomer && { customer }),
  })
  const named = namesIn(values.tags ?? '', known)
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

/** Names are compared as heads are: whatever their capitals and blanks. */
const keyOf = headKey

/** Parted by bars as in the file of the list, by commas, lines, or semicolons that are in no name. */
const namesIn = (cell: string, known: KnownWords): string[] =>
  cell
    .split(/[|,\r\n]/)
    .flatMap((name) => (known.tags.has(keyOf(name)) || known.groups.has(keyOf(name)) ? [name] : name.split(';')))

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
