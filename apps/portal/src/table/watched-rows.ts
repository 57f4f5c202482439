import type { RowId } from './list-source.js'

/**
 * A list that keeps its order while somebody works in it: the rows as they were first seen, each with what is now known of it, and how
 * many places have changed since: rows that came, went or stand elsewhere.
 */
export function watchedRows<Row>(frozen: readonly Row[], now: readonly Row[], idOf: (row: Row) => RowId) {
  const fresh = new Map(now.map((row) => [idOf(row), row]))
  const rows = frozen.map((row) => fresh.get(idOf(row)) ?? row)
  const length = Math.max(frozen.length, now.length)
  let changes = 0
  for (let at = 0; at < length; at += 1) {
    const [before, after] = [frozen[at], now[at]]
    if (!before || !after || idOf(before) !== idOf(after)) changes += 1
  }
  return { rows, changes }
}

/** The API's largest page. */
const LARGEST_PAGE = 200

/** The pages that are asked for at once, so that a row is on one of them whatever its tracker sends meanwhile. */
export function blockOf({ page, limit }: { page: number; limit: number }, isMoving: boolean) {
  const pages = isMoving ? Math.max(1, Math.floor(LARGEST_PAGE / limit)) : 1
  const block = Math.ceil(page / pages)
  const from = (page - 1 - (block - 1) * pages) * limit
  return { page: block, limit: pages * limit, from, till: from + limit }
}
