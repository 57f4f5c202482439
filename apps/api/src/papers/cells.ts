import type { Sentence } from '../texts/sentence.js'

/**
 * Types of values.
 * - `time`: ISO 8601 in UTC
 * - `day`: YYYY-MM-DD
 * - `imei`: digits that are not a number
 * - `percent`: from 0 to 100
 */
export const COLUMN_KINDS = ['text', 'time', 'day', 'km', 'hours', 'speed', 'number', 'percent', 'imei'] as const
export type ColumnKind = (typeof COLUMN_KINDS)[number]

/** Words are stored as sentences (codes with values), so that each reader gets them in their own language. */
export type CellValue = string | number | Sentence | null
/** Values by column, and ids of the row's objects. */
export type SheetRow = Record<string, CellValue>
