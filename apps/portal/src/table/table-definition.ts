import type { ReactNode } from 'react'

/** Column; its key is used in the URL, in the API's `orderBy` and in the CSV. */
export interface Column<Row> {
  key: string
  label: string
  render: (row: Row) => ReactNode
  /** The API cannot sort by this column. */
  isUnsortable?: boolean
  isNumeric?: boolean
  /** Hidden unless the user chooses it. */
  isOptional?: boolean
  /** Moves to the row's second line first when room is short; others follow from the right. */
  isMinor?: boolean
  /** Values change on their own, with the trackers' data. */
  isLive?: boolean
  /**
   * Values may have any length. The column takes the remaining width, so that no value pushes other columns to the second line.
   */
  isLong?: boolean
  /** Position on a phone's card; the first column is the title. */
  onCard?: 'meta' | 'state'
}

/** Filter; its key is the API's search field. */
export type Filter =
  | { key: string; label: string; kind: 'text' }
  | {
      key: string
      label: string
      kind: 'choice'
      choices: readonly { value: string; label: string }[]
      /** Checks a value while the choices have not loaded yet, so that a link keeps its filter. */
      isChoice?: (value: string) => boolean
    }
  | {
      key: string
      label: string
      kind: 'period'
      /** The column holds calendar days, not moments. */
      isOfDays?: boolean
    }
  /** Number range in the displayed unit; one such unit is `scale` of the API's. */
  | { key: string; label: string; kind: 'range'; unit: string; scale: number }

export interface Sort {
  by: string
  direction: 'asc' | 'desc'
}

/** Columns, filters and order of a list, independent of its row type. */
export interface TableDefinition {
  columns: readonly Pick<Column<never>, 'key' | 'isUnsortable' | 'isOptional' | 'isLive'>[]
  filters: readonly Filter[]
  sort: Sort
  /** For a list that grows at its top: the column that sorts the newest rows first and in which rows keep their place. */
  growsBy?: string
}

/** User's state of a list. All of it is in the URL. */
export interface TableState {
  search: string
  sort: Sort
  /** Page number, from 1. */
  page: number
  limit: number
  /** Keys of the shown columns, in order. */
  columns: readonly string[]
  /** Value of each filter in use, by its key. */
  filters: Readonly<Record<string, string>>
}

export const PAGE_SIZES: readonly number[] = [15, 50, 100]
