import type { Fix } from '@roadbook/contracts'
import { note } from './note.js'

/** One cell of the mobile network as reported by a device. Values are numbers, or texts as the device sent them. */
export interface CellTower {
  mcc: number | string
  mnc: number | string
  lac: number | string
  cellId: number | string
  /** As sent by the device, in dBm or as a number without a unit. */
  signal?: number | string | undefined
}

/**
 * Stores cells as attributes. A single cell fills `mcc`, `mnc`, `lac`, `cellId`. Several cells become one text under the
 * name `cells`. Each has the form `mcc-mnc-lac-cell[:signal]`, and `;` separates them.
 */
export function noteCells(fix: Fix, cells: readonly CellTower[]): void {
  const [only] = cells
  if (cells.length === 1 && only) {
    for (const name of ['mcc', 'mnc', 'lac', 'cellId'] as const) note(fix, name, only[name])
    return note(fix, 'cellSignal', only.signal)
  }
  let text = ''
  for (const { mcc, mnc, lac, cellId, signal } of cells) {
    if (text.length > 0) text += ';'
    text += `${mcc}-${mnc}-${lac}-${cellId}`
    if (signal !== undefined && signal !== '') text += `:${signal}`
  }
  note(fix, 'cells', text)
}
