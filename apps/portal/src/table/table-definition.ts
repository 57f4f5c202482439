import type { ReactNode } from 'react'

/** A column; its key names it in the address, in the API's `orderBy` and in the CSV. */
export interface Column<Row> {
  key: string
  label: string
  render: (row: Row) => ReactNode
  /** The API cannot order by it. */
  isUnsortable?: boolean
  isNumeric?: boolean
  /** Shown only to who chooses it. */
  isOptional?: boolean
  /** Where room is short it is the first to go to the row's second line; others follow from the right. */
  isMinor?: boolean
  /** Its values change by themselves, with what trackers send. */
  isLive?: boolean
  /** Its values may be of any length: it takes the room that others leave, so that no value sends columns to the second line. */
  isLong?: boolean
  /** Where a card of a phone shows it; the first column is its title. */
  onCard?: 'meta' | 'state'
}

/** A typed filter; its key is the API's search field. */
export type Filter =
  | { key: string; label: string; kind: 'text' }
  | {
      key: string
      label: string
      kind: 'choice'
      choices: readonly { value: string; label: string }[]
      /** The choices come later: until then this says what may be one of them, so that a link keeps its filter. */
      isChoice?: (value: string) => boolean
    }
  | {
      key: string
      label: string
      kind: 'period'
      /** The column holds days of the calendar, not moments. */
      isOfDays?: boolean
    }
  /** From a number to a number, in the unit that people read; `scale` of the API's make one of it. */
  | { key: string; label: string; kind: 'range'; unit: string; scale: number }

export interface Sort {
  by: string
  direction: 'asc' | 'desc'
}

/** What a list can be asked for, whatever its rows are. */
export interface TableDefinition {
  columns: readonly Pick<Column<never>, 'key' | 'isUnsortable' | 'isOptional' | 'isLive'>[]
  filters: readonly Filter[]
  sort: Sort
  /** Of a list that grows at its top: the column by which its newest rows come first, and keep that place. */
  growsBy?: string
}

/** What somebody asks of a list. All of it is in the address. */
export interface TableState {
  search: string
  sort: Sort
  /** From 1. */
  page: number
  limit: number
  /** Keys of the shown columns, in order. */
  columns: readonly string[]
  /** Value of each filter in use, by its key. */
  filters: Readonly<Record<string, string>>
}

export const PAGE_SIZES: readonly number[] = [15, 50, 100]
