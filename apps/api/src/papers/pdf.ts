import type { Position } from '@roadbook/geo'
import type { PdfWriter } from './pdf-writer.js'
import type { Sheet } from './sheet.js'

/**
 * Begins a PDF: across, with the totals, a map where one is wanted, and a head on every page. The library that draws it is loaded with
 * the first one, because it takes more memory and time than a start should cost.
 * @param trips the lines of the map; none for a PDF without one
 */
export async function pdfSheet(sheet: Sheet, trips: readonly (readonly Position[])[]): Promise<PdfWriter> {
  const { drawnSheet } = await import('./pdf-sheet.js')
  return drawnSheet(sheet, trips)
}
