import type { LucideIcon } from 'lucide-react'

/** What became of one row. */
export interface RowResult<Row> {
  row: Row
  /** Absent when it is done. */
  refusedBecause?: string
}

export interface BulkOption {
  value: string
  label: string
  /** Why it cannot be chosen; it stays in the list and says so. */
  disabledBecause?: string
}

/** Something done to every ticked row at once. */
export type BulkAction<Row> = StepwiseAction<Row> | HandedAction<Row>

interface NamedAction {
  key: string
  label: string
  icon: LucideIcon
  isDanger?: boolean
  /** Why this user cannot do it at all; the button stays and says so. */
  disabledBecause?: string
}

/** Deals with the rows by itself, mostly in a dialog of its own, and says what became of them; what it did at once it unticks. */
interface HandedAction<Row> extends NamedAction {
  /** `isAll`: they are all that the filters leave, most of which nobody may have seen: whoever acts at once asks first. */
  hand: (rows: readonly Row[], untick: () => void, isAll: boolean) => void
}

/** Previewed, done and told by the table itself. */
export interface StepwiseAction<Row> extends NamedAction {
  /** What will happen to that many rows, in one sentence. */
  effectOn: (count: number) => string
  /** Known beforehand: why a row will be left out. */
  refusalOf?: (row: Row) => string | undefined
  /** What is asked before it is done, for example which role is given; the chosen value goes to `run`. */
  choice?: { label: string; options: readonly BulkOption[] }
  run: (rows: readonly Row[], chosen?: string) => Promise<RowResult<Row>[]>
  /** Takes back what was done to these rows, and tells what became of each; nothing when all of it worked. */
  undo?: (rows: readonly Row[]) => Promise<RowResult<Row>[] | void>
}

/** Splits rows into what will be tried and what will be left out, with the reason. */
export function previewOf<Row>(action: StepwiseAction<Row>, rows: readonly Row[]): { tried: Row[]; refused: RowResult<Row>[] } {
  const refused = rows.flatMap((row) => {
    const refusedBecause = action.refusalOf?.(row)
    return refusedBecause === undefined ? [] : [{ row, refusedBecause }]
  })
  const left = new Set(refused.map(({ row }) => row))
  return { tried: rows.filter((row) => !left.has(row)), refused }
}
