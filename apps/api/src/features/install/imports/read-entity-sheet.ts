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
/** Maximum rows of a sheet. Each row is written separately, so a larger sheet could exceed the time limit of a request. */
const MAX_ROWS = 1_000
const READ = { imei: readImei }
type Values = Record<(typeof FIELDS)[number], string | null>

/** Column headings of fields that have another name in the request body. */
const HEAD_OF: Readonly<Record<string, string>> = {
  odometer_m: 'odometer_km',
  subscription_id: 'subscription',
  target_group_id: 'target_group',
  customer: 'customer_email',
  ...Object.fromEntries(CUSTOMER.map((name) => [`customer.${name}`, `customer_${name}`])),
}

/** Headings of the exported list of vehicles in every language, so that such a file can be imported. */
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

/** Ids of tags, groups and other things that a sheet refers to by name. The keys are normalised like headings. */
export interface KnownWords {
  tags: ReadonlyMap<string, number>
  groups: ReadonlyMap<string, number>
  subscriptions: ReadonlyMap<string, number>
}

/** Body that validates a row before any database query. */
class ImportedEntityDto extends CreateEntityDto {
  /** Users write the type as a word, so the message lists the allowed words. */
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
  /** Row number as in a spreadsheet; the heading is row 1. */
  row: number
  vehicle: NewVehicle
}

/** Returns the errors of a row, by the headings of the sheet. */
export const mistakesAt = (row: number, error: unknown, otherwise = 'name'): BadRowDto[] =>
  mistakesIn(error, otherwise).map(([name, message]) => ({ row, field: HEAD_OF[name] ?? name, message }))

/** Caller's settings for values that the sheet does not determine. */
export interface EntitySheetAsked extends OdometerAsked {
  columns?: EntityColumnsDto
  /** True: accepts twins, which are rows with the same number as an earlier row. */
  allowsTwins?: boolean
}

export interface EntitySheet {
  rows: EntityRow[]
  failed: BadRowDto[]
  twins: number
  /** First odometer in the sheet that is unclear, as written. The point or comma in it may separate decimals or thousands. */
  unclear_number: string | null
  first_rows: FirstRowDto[]
}

/** Reads a CSV of vehicles. Returns the valid rows. For each invalid row, returns the field and the error. */
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

/** Returns an odometer for the preview: its metres, an empty text for an empty cell, or null when it could not be read. */
const shownOf = (cell: string | null, odometer: Odometer | undefined): string | null =>
  odometer ? (odometer.fault ? null : String(odometer.metres)) : cell

/**
 * Returns a function that remembers the rows passed to it. For each vehicle, it returns an earlier row with the same number,
 * regardless of spelling.
 */
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

/** @throws Problem 422 with the errors by field */
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
  // In an exported list of vehicles, the target group is one of the names in the column of tags.
  const isGroup = (name: string) => known.groups.has(keyOf(name)) && !known.tags.has(keyOf(name))
  const tags = named
    .filter((name) => !isGroup(name))
    .flatMap((name) => idOf(name, known.tags, { tags: [say('import.no-tag', { name: name.trim() })] }) ?? [])
  const group = idOf(values.target_group ?? named.find(isGroup) ?? null, known.groups, { target_group: [absent('target-group')] })
  return {
    ...checked,
    subscription_id: idOf(values.subscription, known.subscriptions, { subscription: [say('import.not-offered')] }),
    // Absent values are left out, because writing them would need additional statements for each of up to a thousand rows.
    ...(tags.length > 0 && { tags: [...new Set(tags)] }),
    ...(group !== undefined && { target_group_id: group }),
  }
}

/** Names are compared like headings, regardless of case and spaces. */
const keyOf = headKey

/**
 * Splits a cell into names. Bars (as in the exported list), commas and line breaks separate names. A semicolon separates names
 * too, unless it is part of a known name.
 */
const namesIn = (cell: string, known: KnownWords): string[] =>
  cell
    .split(/[|,\r\n]/)
    .flatMap((name) => (known.tags.has(keyOf(name)) || known.groups.has(keyOf(name)) ? [name] : name.split(';')))

/**
 * Returns the id of a name; undefined when the cell is empty.
 * @throws Problem with `problem` for an unknown name
 */
function idOf(name: string | null, ids: ReadonlyMap<string, number>, problem: Parameters<typeof invalid>[0]): number | undefined {
  const key = keyOf(name ?? '')
  if (key === '') return undefined
  const id = ids.get(key)
  if (id === undefined) throw invalid(problem)
  return id
}

/**
 * Returns the type for a word such as `e-bike` or `Vélo électrique` (both `eBike`). Returns an unknown word unchanged, so that
 * validation refuses it.
 */
const typeOf = (word: string | null): string | null => (word && vehicleTypeOf(word)) ?? word
