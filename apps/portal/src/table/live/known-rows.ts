import { useCallback, useMemo, useState } from 'react'
import type { RowId } from '../list-source.js'

/**
 * Returns how many rows precede the first known row. Returns 0 if no row is known, because it is then another list. A row is
 * known after it has been shown.
 */
export const newcomersOf = <Row>(rows: readonly Row[], known: ReadonlySet<RowId>, idOf: (row: Row) => RowId): number =>
  Math.max(
    0,
    rows.findIndex((row) => known.has(idOf(row))),
  )

interface Known {
  /** Criteria of the request, as text. */
  of: string
  /** Time of the answer, in milliseconds since 1970. */
  at: number
  /** IDs of the known rows. Undefined if the next answer is to be shown in full. */
  ids?: ReadonlySet<RowId>
}

interface Answer<Row> {
  rows: readonly Row[]
  /** Criteria of the request, as text. */
  of: string
  /** Time of arrival, in milliseconds since 1970. */
  at: number
  /** False for an earlier answer, which is shown until the answer to the current criteria arrives. */
  isOfNow: boolean
}

/**
 * Holds back new rows at the top of a list. Rows before the first known row wait until `takeAll`. This also applies when the
 * list is fetched again after the user's own change.
 * @param answer undefined until the current criteria have one
 * @param isHeld false shows new rows at once
 */
export function useKnownRows<Row>(answer: Answer<Row> | undefined, idOf: (row: Row) => RowId, isHeld: boolean) {
  const [known, setKnown] = useState<Known>()
  const { rows: all, of, at } = answer ?? {}
  const isFirst = answer !== undefined && (known?.of !== answer.of || (!known.ids && answer.at > known.at))
  if (isFirst && answer.isOfNow) setKnown({ of: answer.of, at: answer.at, ids: new Set(answer.rows.map(idOf)) })
  const ids = isFirst ? undefined : known?.ids
  const waiting = all && ids && isHeld ? newcomersOf(all, ids, idOf) : 0
  const rows = useMemo(() => all?.slice(waiting), [all, waiting])
  // Rows that have been shown count as known, wherever in the list they appeared.
  if (known && ids && rows?.some((row) => !ids.has(idOf(row)))) setKnown({ ...known, ids: new Set([...ids, ...rows.map(idOf)]) })
  const takeAll = useCallback(() => {
    if (of !== undefined && at !== undefined) setKnown({ of, at })
  }, [of, at])
  /** Removes the waiting rows from rows in list order. */
  const withoutWaiting = (some: readonly Row[]) => some.slice(ids && isHeld ? newcomersOf(some, ids, idOf) : 0)
  return { rows, takeAll, withoutWaiting }
}
