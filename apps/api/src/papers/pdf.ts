import type { Position } from '@roadbook/geo'
import type { PdfWriter } from './pdf-writer.js'
import type { Sheet } from './sheet.js'

/**
 * Begins a PDF in landscape format. It has the totals, an optional map, and a heading on every page. Loads its drawing library
 * on first use, because the library takes too much memory and time for the start of the process.
 * @param trips lines of the map; empty for a PDF without a map
 */
export async function pdfSheet(sheet: Sheet, trips: readonly (readonly Position[])[]): Promise<PdfWriter> {
  const { drawnSheet } = await import('./pdf-sheet.js')
  return drawnSheet(sheet, trips)
}
