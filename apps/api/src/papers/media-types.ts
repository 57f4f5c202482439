export const PAPER_FORMATS = ['csv', 'xlsx', 'pdf'] as const
export type PaperFormat = (typeof PAPER_FORMATS)[number]

export const MEDIA_TYPES: Readonly<Record<PaperFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}
