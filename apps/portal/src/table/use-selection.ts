import { useState } from 'react'
import type { RowId } from './list-source.js'

/** Selected rows: single rows on any page, or all rows that match the filters. */
export type Selection<Row> = { kind: 'some'; rows: ReadonlyMap<RowId, Row> } | { kind: 'all'; total: number }

const NOTHING = { kind: 'some', rows: new Map<RowId, never>() } as const

export interface SelectionControl<Row> {
  count: number
  selection: Selection<Row>
  has: (row: Row) => boolean
  /**
   * Selects a row, or deselects it if it is selected. With `upTo`, all rows of the page from the row that was toggled last to
   * this one get the new state of this row.
   */
  toggle: (row: Row, upTo?: boolean) => void
  togglePage: () => void
  selectAll: (total: number) => void
  clear: () => void
}

/**
 * Manages the selection. Paging and sorting do not change the selection. A change of the filters (`criteriaKey`) clears it,
 * because the selected rows may no longer be visible.
 */
export function useSelection<Row>(
  pageRows: readonly Row[],
  idOf: (row: Row) => RowId,
  criteriaKey: string,
): SelectionControl<Row> {
  const [kept, setKept] = useState<{ criteria: string; selection: Selection<Row>; last?: RowId }>({
    criteria: criteriaKey,
    selection: NOTHING,
  })
  const { selection, last } = kept.criteria === criteriaKey ? kept : { selection: NOTHING as Selection<Row>, last: undefined }
  const keep = (next: Selection<Row>, lastId?: RowId) => setKept({ criteria: criteriaKey, selection: next, last: lastId })
  const has = (row: Row) => selection.kind === 'all' || selection.rows.has(idOf(row))
  /** If all rows are selected and one is deselected, the other rows of this page stay selected. */
  const rows = () => new Map(selection.kind === 'all' ? pageRows.map((row) => [idOf(row), row] as const) : selection.rows)
  const toggle = (row: Row, upTo = false) => {
    const next = rows()
    const at = pageRows.findIndex((one) => idOf(one) === idOf(row))
    const from = pageRows.findIndex((one) => idOf(one) === last)
    const range = upTo && from >= 0 ? pageRows.slice(Math.min(from, at), Math.max(from, at) + 1) : [row]
    const isTicked = has(row)
    for (const one of range) {
      if (isTicked) next.delete(idOf(one))
      else next.set(idOf(one), one)
    }
    keep({ kind: 'some', rows: next }, idOf(row))
  }
  const togglePage = () => {
    const next = rows()
    const isWhole = pageRows.every(has)
    for (const row of pageRows) {
      if (isWhole) next.delete(idOf(row))
      else next.set(idOf(row), row)
    }
    keep({ kind: 'some', rows: next })
  }
  return {
    count: selection.kind === 'all' ? selection.total : selection.rows.size,
    selection,
    has,
    toggle,
    togglePage,
    selectAll: (total) => keep({ kind: 'all', total }),
    clear: () => keep(NOTHING),
  }
}
