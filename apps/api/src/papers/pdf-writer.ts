import type { Sheet, SheetWriter } from './sheet.js'

/** More than this nobody leafs through: 250 pages. */
export const MAX_PDF_ROWS = 5_000

/** A PDF that goes on with another table, which has a title of its own. */
export interface PdfWriter extends SheetWriter {
  begin(sheet: Sheet): void
  /** Pictures beside each other, as JPEG, below what stands there. */
  pictures(title: string, pictures: readonly Buffer[]): void
}
