import { useCallback, useMemo, useState } from 'react'
import type { RowId } from '../list-source.js'

/** How many rows come before the first one that is known; none where no row is known: that is another list. */
export const newcomersOf = <Row>(rows: readonly Row[], known: ReadonlySet<RowId>, idOf: (row: Row) => RowId): number =>
  Math.max(
    0,
    rows.findIndex((row) => known.has(idOf(row))),
  )

interface Known {
  /** What was asked for. */
  of: string
  /** Of which answer: milliseconds since 1970. */
  at: number
  /** Absent: the next answer is taken as it is. */
  ids?: ReadonlySet<RowId>
}

interface Answer<Row> {
  rows: readonly Row[]
  /** Changes with whatever the user asks of the list. */
  of: string
  /** When it came: milliseconds since 1970. */
  at: number
  /** False while it is one of earlier, shown until the one that was asked for now is there. */
  isOfNow: boolean
}

/**
 * A list that grows at its top while somebody works in it: what has come before the first row that they know waits until `takeAll`, also
 * where the list is read again because they changed something.
 * @param answer undefined while there is none to what is asked now
 * @param isHeld false: it is shown as it comes
 */
export function useKnownRows<Row>(answer: Answer<Row> | undefined, idOf: (row: Row) => RowId, isHeld: boolean) {
  const [known, setKnown] = useState<Known>()
  const { rows: all, of, at } = answer ?? {}
  const isFirst = answer !== undefined && (known?.of !== answer.of || (!known.ids && answer.at > known.at))
  if (isFirst && answer.isOfNow) setKnown({ of: answer.of, at: answer.at, ids: new Set(answer.rows.map(idOf)) })
  const ids = isFirst ? undefined : known?.ids
  const waiting = all && ids && isHeld ? newcomersOf(all, ids, idOf) : 0
  const rows = useMemo(() => all?.slice(waiting), [all, waiting])
  // What has been shown is known, wherever in the list it came.
  if (known && ids && rows?.some((row) => !ids.has(idOf(row)))) setKnown({ ...known, ids: new Set([...ids, ...rows.map(idOf)]) })
  const takeAll = useCallback(() => {
    if (of !== undefined && at !== undefined) setKnown({ of, at })
  }, [of, at])
  /** Of rows in the order of the list: those that do not wait. */
  const withoutWaiting = (some: readonly Row[]) => some.slice(ids && isHeld ? newcomersOf(some, ids, idOf) : 0)
  return { rows, takeAll, withoutWaiting }
}
