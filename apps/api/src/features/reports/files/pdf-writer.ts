import type { ReportSheet, SheetWriter } from './report-sheet.js'

/** More than this nobody leafs through: 250 pages. */
export const MAX_PDF_ROWS = 5_000

/** A PDF that goes on with another table, which has a title of its own. */
export interface PdfWriter extends SheetWriter {
  begin(sheet: ReportSheet): void
  /** Pictures beside each other, as JPEG, below what stands there. */
  pictures(title: string, pictures: readonly Buffer[]): void
}
