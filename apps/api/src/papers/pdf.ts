import type { Position } from '@roadbook/geo'
import type { PdfWriter } from './pdf-writer.js'
import type { Sheet } from './sheet.js'

/**
 * Begins a PDF in landscape format, with the totals, an optional map, and a heading on every page. Loads its drawing library on
 * first use, because it takes more memory and time than a start should cost.
 * @param trips the lines of the map; empty for a PDF without one
 */
export async function pdfSheet(sheet: Sheet, trips: readonly (readonly Position[])[]): Promise<PdfWriter> {
  const { drawnSheet } = await import('./pdf-sheet.js')
  return drawnSheet(sheet, trips)
}
