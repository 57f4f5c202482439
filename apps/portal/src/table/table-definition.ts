import type { ReactNode } from 'react'

/** Column of a list. Its key is used in the URL, in the API's `orderBy` and in the CSV. */
export interface Column<Row> {
  key: string
  label: string
  render: (row: Row) => ReactNode
  /** True if the API cannot sort by this column. */
  isUnsortable?: boolean
  isNumeric?: boolean
  /** True if the column is hidden unless the user chooses it. */
  isOptional?: boolean
  /**
   * True if the column is among the first to move to the row's second line if there is not enough room. The other columns follow
   * from the right.
   */
  isMinor?: boolean
  /** True if data from trackers changes the values. */
  isLive?: boolean
  /**
   * True if values may have any length. The column takes the remaining width, so that a long value pushes no other column to the
   * second line.
   */
  isLong?: boolean
  /** Position on a phone's card. The first column is the card's title. */
  onCard?: 'meta' | 'state'
}

/** Filter of a list. Its key is the API's search field. */
export type Filter =
  | { key: string; label: string; kind: 'text' }
  | {
      key: string
      label: string
      kind: 'choice'
      choices: readonly { value: string; label: string }[]
      /** Checks a value from the URL before the choices have loaded, so that the filter of a link is not dropped. */
      isChoice?: (value: string) => boolean
    }
  | {
      key: string
      label: string
      kind: 'period'
      /** True if the column contains calendar days and not moments. */
      isOfDays?: boolean
    }
  /** Range of numbers in the displayed unit. One displayed unit equals `scale` units of the API. */
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
  /**
   * Column that sorts the newest rows first. Set if new rows appear at the top of the list in this order. The order of the
   * other rows then never changes.
   */
  growsBy?: string
}

/** State of a list as the user has set it. The URL contains all of it. */
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
