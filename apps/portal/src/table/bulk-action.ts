import type { LucideIcon } from 'lucide-react'

/** Outcome of a bulk action for one row. A bulk action is an action on all selected rows together. */
export interface RowResult<Row> {
  row: Row
  /** Reason for a failure. Undefined on success. */
  refusedBecause?: string
}

export interface BulkOption {
  value: string
  label: string
  /** Reason why the option cannot be chosen. The option then stays in the list and shows the reason. */
  disabledBecause?: string
}

/** Action on all selected rows together. */
export type BulkAction<Row> = StepwiseAction<Row> | HandedAction<Row>

interface NamedAction {
  key: string
  label: string
  icon: LucideIcon
  isDanger?: boolean
  /** Reason why this user cannot use the action at all. The button then stays visible and shows the reason. */
  disabledBecause?: string
}

/**
 * Bulk action that handles the rows itself, usually in its own dialog, and reports the outcome. It deselects the rows that it has
 * handled.
 */
interface HandedAction<Row> extends NamedAction {
  /**
   * Handles the rows. `isAll` means that these are all rows that match the filters, even those on pages that the user has not
   * opened. An action without a dialog must then ask for confirmation.
   */
  hand: (rows: readonly Row[], untick: () => void, isAll: boolean) => void
}

/** Bulk action that the table previews, runs and reports. */
export interface StepwiseAction<Row> extends NamedAction {
  /** Returns one sentence about the effect on that many rows. */
  effectOn: (count: number) => string
  /** Returns why a row will be left out, if this is known before the action runs. */
  refusalOf?: (row: Row) => string | undefined
  /** Choice to make before the action runs, such as the role to assign. The chosen value is passed to `run`. */
  choice?: { label: string; options: readonly BulkOption[] }
  run: (rows: readonly Row[], chosen?: string) => Promise<RowResult<Row>[]>
  /** Reverts the action for these rows. Returns the outcome for each row, or nothing if all succeeded. */
  undo?: (rows: readonly Row[]) => Promise<RowResult<Row>[] | void>
}

/** Splits the rows into those to try and those to leave out, with the reason. */
export function previewOf<Row>(action: StepwiseAction<Row>, rows: readonly Row[]): { tried: Row[]; refused: RowResult<Row>[] } {
  const refused = rows.flatMap((row) => {
    const refusedBecause = action.refusalOf?.(row)
    return refusedBecause === undefined ? [] : [{ row, refusedBecause }]
  })
  const left = new Set(refused.map(({ row }) => row))
  return { tried: rows.filter((row) => !left.has(row)), refused }
}
