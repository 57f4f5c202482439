import { useCallback, useMemo, useState } from 'react'
import type { RowId } from '../list-source.js'

/**
 * Returns how many rows come before the first known row. Returns 0 if no row is known, because the list then has quite
 * different rows. A row is known after it has been shown.
 */
export const newcomersOf = <Row>(rows: readonly Row[], known: ReadonlySet<RowId>, idOf: (row: Row) => RowId): number =>
  Math.max(
    0,
    rows.findIndex((row) => known.has(idOf(row))),
  )

interface Known {
  /** Criteria of the request, as text. */
  criteria: string
  /** Time of the answer, in milliseconds since 1970. */
  at: number
  /** IDs of the known rows. Undefined if the next answer is to be shown in full. */
  ids?: ReadonlySet<RowId>
}

interface Answer<Row> {
  rows: readonly Row[]
  /** Criteria of the request, as text. */
  criteria: string
  /** Time of arrival, in milliseconds since 1970. */
  at: number
  /** False for an answer to earlier criteria. It is shown until the answer to the current criteria arrives. */
  isOfNow: boolean
}

/**
 * Hides new rows at the top of a list. Rows before the first known row stay hidden until `takeAll` is called, even if the
 * list is fetched again after the user's own change.
 * @param answer undefined until the current criteria have one
 * @param isHeld false shows new rows immediately
 */
export function useKnownRows<Row>(answer: Answer<Row> | undefined, idOf: (row: Row) => RowId, isHeld: boolean) {
  const [known, setKnown] = useState<Known>()
  const { rows: all, criteria, at } = answer ?? {}
  const isFirst = answer !== undefined && (known?.criteria !== answer.criteria || (!known.ids && answer.at > known.at))
  if (isFirst && answer.isOfNow) setKnown({ criteria: answer.criteria, at: answer.at, ids: new Set(answer.rows.map(idOf)) })
  const ids = isFirst ? undefined : known?.ids
  const waiting = all && ids && isHeld ? newcomersOf(all, ids, idOf) : 0
  const rows = useMemo(() => all?.slice(waiting), [all, waiting])
  // Rows that have been shown count as known, wherever in the list they appeared.
  if (known && ids && rows?.some((row) => !ids.has(idOf(row)))) setKnown({ ...known, ids: new Set([...ids, ...rows.map(idOf)]) })
  const takeAll = useCallback(() => {
    if (criteria !== undefined && at !== undefined) setKnown({ criteria, at })
  }, [criteria, at])
  /** Removes the hidden new rows from rows that are in the order of the list. */
  const withoutWaiting = (some: readonly Row[]) => some.slice(ids && isHeld ? newcomersOf(some, ids, idOf) : 0)
  return { rows, takeAll, withoutWaiting }
}
