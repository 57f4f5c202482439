import { type CellFault, cellFault, plainCell } from './sheet-cell.js'
import { writtenImei } from './written-imei.js'

export type WrittenTrackerId = { trackerId: string; fault?: undefined } | { fault: CellFault | 'not-one' }

/**
 * Reads a tracker's own identifier as people type it and as spreadsheets write it. A spreadsheet may have added decimals to
 * an identifier that consists of digits, or removed digits from it.
 */
export function writtenTrackerId(text: string): WrittenTrackerId {
  const plain = plainCell(text)
  const fault = cellFault(plain)
  if (fault) return { fault }
  const trackerId = plain.replace(/^(\d+)[.,]0{1,2}$/, '$1')
  return isTrackerId(trackerId) ? { trackerId } : { fault: 'not-one' }
}

/**
 * Returns true for letters and digits that can be an identifier. A text that is an IMEI, or that a spreadsheet may have made
 * from an IMEI by rounding, is refused, because an IMEI may belong to another tracker.
 */
export const isTrackerId = (text: string): boolean =>
  /^(?!\d{15}$)[A-Za-z0-9._-]{1,20}$/.test(text) && writtenImei(text).fault !== undefined
