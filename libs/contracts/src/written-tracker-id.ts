import { type CellFault, cellFault, plainCell } from './sheet-cell.js'
import { writtenImei } from './written-imei.js'

export type WrittenTrackerId = { trackerId: string; fault?: undefined } | { fault: CellFault | 'not-one' }

/** What a tracker calls itself, as people type it and spreadsheets write it: a maker's number may have got decimals, or lost its digits. */
export function writtenTrackerId(text: string): WrittenTrackerId {
  const plain = plainCell(text)
  const fault = cellFault(plain)
  if (fault) return { fault }
  const trackerId = plain.replace(/^(\d+)[.,]0{1,2}$/, '$1')
  return isTrackerId(trackerId) ? { trackerId } : { fault: 'not-one' }
}

/** Letters and digits that are no IMEI, also none that a spreadsheet may have rounded: an IMEI belongs to some tracker already. */
export const isTrackerId = (text: string): boolean =>
  /^(?!\d{15}$)[A-Za-z0-9._-]{1,20}$/.test(text) && writtenImei(text).fault !== undefined
