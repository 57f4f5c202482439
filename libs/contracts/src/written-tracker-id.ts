import { type CellFault, cellFault, plainCell } from './sheet-cell.js'
import { writtenImei } from './written-imei.js'

export type WrittenTrackerId = { trackerId: string; fault?: undefined } | { fault: CellFault | 'not-one' }

/**
 * Reads a tracker's own identifier as people type it and spreadsheets write it: a maker's number may have gained decimals or lost
 * digits.
 */
export function writtenTrackerId(text: string): WrittenTrackerId {
  const plain = plainCell(text)
  const fault = cellFault(plain)
  if (fault) return { fault }
  const trackerId = plain.replace(/^(\d+)[.,]0{1,2}$/, '$1')
  return isTrackerId(trackerId) ? { trackerId } : { fault: 'not-one' }
}

/**
 * Returns true for letters and digits that are not an IMEI, and not one that a spreadsheet may have rounded, because an IMEI
 * belongs to some tracker already.
 */
export const isTrackerId = (text: string): boolean =>
  /^(?!\d{15}$)[A-Za-z0-9._-]{1,20}$/.test(text) && writtenImei(text).fault !== undefined
