import type { Sentence } from '../texts/sentence.js'

/** How a value is to be read: `time` ISO 8601 in UTC, `day` YYYY-MM-DD, `imei` digits that are no number, `percent` from 0 to 100. */
export const COLUMN_KINDS = ['text', 'time', 'day', 'km', 'hours', 'speed', 'number', 'percent', 'imei'] as const
export type ColumnKind = (typeof COLUMN_KINDS)[number]

/** Words are sentences, which each reader gets in their language. */
export type CellValue = string | number | Sentence | null
/** Values by column; ids of what the row is about besides. */
export type SheetRow = Record<string, CellValue>
