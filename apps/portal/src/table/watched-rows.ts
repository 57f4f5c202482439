import type { RowId } from './list-source.js'

/**
 * Keeps a list's order while the user works in it. Returns the rows as first shown, each with its newest values, and the
 * number of rows that were added, removed or moved since. A row that is no longer on the page because a new row was added
 * before it does not count.
 */
export function watchedRows<Row>(frozen: readonly Row[], now: readonly Row[], idOf: (row: Row) => RowId) {
  const fresh = new Map(now.map((row) => [idOf(row), row]))
  const known = new Set(frozen.map(idOf))
  const rows = frozen.map((row) => fresh.get(idOf(row)) ?? row)
  const stayed = new Map(frozen.filter((row) => fresh.has(idOf(row))).map((row, at) => [idOf(row), at]))
  const stand = now.filter((row) => known.has(idOf(row))).map((row) => stayed.get(idOf(row))!)
  return { rows, changes: outOfOrder(stand) + Math.max(frozen.length, now.length) - stayed.size }
}

/**
 * Returns the minimum number of rows to take out so that the others are in order. A row that moves past ten others thus
 * counts as one moved row and not as ten (Fredman, 1975).
 */
function outOfOrder(places: readonly number[]): number {
  const ends: number[] = []
  for (const place of places) {
    const at = ends.findIndex((end) => end > place)
    ends[at < 0 ? ends.length : at] = place
  }
  return places.length - ends.length
}

/** Maximum number of rows per page that the API returns. */
const LARGEST_PAGE = 200

/**
 * Returns the range of pages to fetch in one request. If the rows move with their trackers' data (`isMoving`), the range is
 * as large as the API allows, so that a row stays within it.
 */
export function blockOf({ page, limit }: { page: number; limit: number }, isMoving: boolean) {
  const pages = isMoving ? Math.max(1, Math.floor(LARGEST_PAGE / limit)) : 1
  const block = Math.ceil(page / pages)
  const from = (page - 1 - (block - 1) * pages) * limit
  return { page: block, limit: pages * limit, from, till: from + limit }
}
