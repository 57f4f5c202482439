import { readUtcOffset } from '@roadbook/contracts'
import { type Read, readIccid, readImei, readTrackerId } from '../../../http/imei-fields.js'
import { validateBody } from '../../../http/validation.js'
import { type BadRowDto, type FirstRowDto, firstRows, mistakesIn, readSheet, readText } from '../../../sheets/index.js'
import type { DeviceValues } from '../device.row.js'
import { withChanges } from '../device-response.js'
import type { DeviceColumnsDto } from './import-devices.dto.js'
import { CreateDeviceDto } from '../dto/write-device.dto.js'
import { say } from '../texts.js'

const PINS = ['bound_protocol', 'source_network', 'client_certificate'] as const
const SETTINGS = ['utc_offset_minutes', 'speed_unit'] as const
const FIELDS = [
  'imei',
  'title',
  'description',
  'model',
  'iccid',
  'firmware_version',
  'settings_crc',
  'tracker_id',
  ...SETTINGS,
  ...PINS,
] as const

/** Returns the offset in minutes. Returns unreadable text unchanged, so that the validation of the row refuses it. */
function readOffset(cell: string): Read {
  const read = readText(cell)
  return read.fault ? read : { text: String(readUtcOffset(read.text) ?? read.text) }
}
const READ = { imei: readImei, iccid: readIccid, tracker_id: readTrackerId, utc_offset_minutes: readOffset }
const MAX_ROWS = 5_000

export interface SheetRow {
  /** Row number as in a spreadsheet; the heading is row 1. */
  row: number
  values: DeviceValues
}

/** Reads a CSV of devices. Returns the valid rows. For each invalid row, returns the field and the error. */
export function readDeviceSheet(
  csv: string,
  columns?: DeviceColumnsDto,
): { rows: SheetRow[]; failed: BadRowDto[]; first_rows: FirstRowDto[] } {
  const rows: SheetRow[] = []
  const failed: BadRowDto[] = []
  const seen = new Set<string>()
  const numbers = new Set<string>()
  const sheet = readSheet(csv, { fields: FIELDS, needed: 'imei', columns, read: READ, maxRows: MAX_ROWS })
  for (const { row, values, faults } of sheet.lines) {
    const lost = Object.entries(faults).map(([field, message]) => ({ row, field, message }))
    if (lost.length > 0) {
      failed.push(...lost)
      continue
    }
    const imei = values.imei ?? ''
    try {
      const device = withChanges(validateBody(CreateDeviceDto, values))
      const number = device.tracker_id
      if (seen.has(imei)) failed.push({ row, field: 'imei', message: say('imei-twice') })
      else if (number && numbers.has(number)) failed.push({ row, field: 'tracker_id', message: say('number-twice') })
      else rows.push({ row, values: device })
      if (number) numbers.add(number)
    } catch (error) {
      failed.push(...mistakesIn(error, 'imei').map(([field, message]) => ({ row, field, message })))
    }
    seen.add(imei)
  }
  return { rows, failed, first_rows: firstRows(sheet) }
}
