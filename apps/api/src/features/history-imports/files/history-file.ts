import type { Fix } from '@roadbook/contracts'
import type { Sentence } from '../../../texts/sentence.js'
import { say } from '../texts.js'
import { Refusals } from './refusals.js'

/** Formats of files with positions. */
export const FORMATS = ['gpx', 'kml', 'csv', 'ndjson'] as const
export type Format = (typeof FORMATS)[number]

/** Values of a position that may be in a column of a CSV. `date` is for files with date and time in two columns. */
export const COLUMNS = ['latitude', 'longitude', 'time', 'date', 'speed', 'altitude', 'heading', 'ignition'] as const
export type ColumnName = (typeof COLUMNS)[number]

export const SPEED_UNITS = ['km/h', 'm/s', 'mph', 'kn'] as const
export type SpeedUnit = (typeof SPEED_UNITS)[number]

/**
 * Options for reading a file. The file may lack the time zone, and the columns and the speed unit of a CSV may be unclear.
 * A user can enter these values.
 */
export interface Reading {
  /** Time zone for times in the file that have none. */
  timeZone: string
  /** Heading of each value's column. Null: the value has no column. Absent: the column is guessed. */
  columns: Partial<Record<ColumnName, string | null>>
  /** Unit of a CSV's speed. Absent: the unit in the heading, or km/h if the heading contains no unit. */
  speedUnit?: SpeedUnit
  /** Present time in milliseconds since 1970 UTC. */
  now: number
}

/** Columns of a CSV, as they were read. */
export interface Sheet {
  /** Headings in their order. */
  heads: string[]
  /** Heading of each value's column. Null: the value has no column. */
  columns: Record<ColumnName, string | null>
  speedUnit: SpeedUnit
}

/** Positions of a file, before it is checked which of them can be stored. */
export interface HistoryFile {
  format: Format
  fixes: Fix[]
  refusals: Refusals
  /** True if any time in the file has no time zone. */
  needsTimeZone: boolean
  sheet?: Sheet
}

/** Returns a file without positions, for a reader to fill. */
export const emptyFile = (format: Format): HistoryFile => ({
  format,
  fixes: [],
  refusals: new Refusals(),
  needsTimeZone: false,
})

/** Error for a file that cannot be read, with a sentence that explains what to do. */
export class NotReadable extends Error {
  constructor(readonly sentence: Sentence) {
    super('a file that cannot be read')
  }
}

/**
 * Maximum number of positions in a file. A vehicle that reports every ten seconds reaches this number in about a year of
 * daily rides.
 */
export const MOST_POINTS = 200_000

/** Maximum number of lines in a file, including lines that are left out. */
export const MOST_LINES = 2 * MOST_POINTS

/** Maximum number of characters in a line. */
export const LONGEST_LINE = 20_000

/** Maximum number of characters in a time, a number or a flag. A longer value is refused before it is compared with a pattern. */
export const LONGEST_VALUE = 40

/** Error for a file with more than {@link MOST_LINES}. */
export const tooManyLines = () => new NotReadable(say('too-many-lines', { max: MOST_LINES }))

/** Error for a line with more than {@link LONGEST_LINE} characters. */
export const tooLongLine = (line: number) => new NotReadable(say('long-line', { line, max: LONGEST_LINE }))
