import type { Sheet, SheetWriter } from './sheet.js'

/** Maximum rows of a PDF: 250 pages. A longer PDF would be of no use. */
export const MAX_PDF_ROWS = 5_000

/** A PDF to which another table with its own title can be added. */
export interface PdfWriter extends SheetWriter {
  begin(sheet: Sheet): void
  /** Adds JPEG pictures side by side below the existing content. */
  pictures(title: string, pictures: readonly Buffer[]): void
}
