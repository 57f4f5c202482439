import { readImei, readTrackerId } from '../../../../http/imei-fields.js'
import { validateBody } from '../../../../http/validation.js'
import { type BadRowDto, type FirstRowDto, firstRows, mistakesIn, readSheet } from '../../../../sheets/index.js'
import { DeliveredTrackerDto, type DeliveryColumnsDto, MAX_DELIVERED } from './delivery.dto.js'

const FIELDS = ['imei', 'tracker_id'] as const
const READ = { imei: readImei, tracker_id: readTrackerId }

export interface DeliveryRow {
  /** Row number as in a spreadsheet; the heading is row 1. */
  row: number
  values: DeliveredTrackerDto
}

/**
 * Reads a CSV of deliveries. Returns the valid rows. For each invalid row, returns the field and the error. An empty cell
 * means that the tracker has no number.
 */
export function readDeliverySheet(
  csv: string,
  columns?: DeliveryColumnsDto,
): { rows: DeliveryRow[]; failed: BadRowDto[]; first_rows: FirstRowDto[] } {
  const rows: DeliveryRow[] = []
  const failed: BadRowDto[] = []
  const sheet = readSheet(csv, { fields: FIELDS, needed: 'imei', columns, read: READ, maxRows: MAX_DELIVERED })
  for (const { row, values, faults } of sheet.lines) {
    const lost = Object.entries(faults)
    if (lost.length > 0) {
      failed.push(...lost.map(([field, message]) => ({ row, field, message })))
      continue
    }
    const { imei, tracker_id } = values
    try {
      rows.push({ row, values: validateBody(DeliveredTrackerDto, { imei, ...(tracker_id && { tracker_id }) }) })
    } catch (error) {
      failed.push(...mistakesIn(error, 'imei').map(([field, message]) => ({ row, field, message })))
    }
  }
  return { rows, failed, first_rows: firstRows(sheet) }
}
