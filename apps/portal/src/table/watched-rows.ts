import type { RowId } from './list-source.js'

/**
 * A list that keeps its order while somebody works in it: the rows as they were first seen, each with what is now known of it, and how
 * many have changed their place since: came, went, or stand elsewhere among the others. Whom a newcomer pushes off the page is none.
 */
export function watchedRows<Row>(frozen: readonly Row[], now: readonly Row[], idOf: (row: Row) => RowId) {
  const fresh = new Map(now.map((row) => [idOf(row), row]))
  const known = new Set(frozen.map(idOf))
  const rows = frozen.map((row) => fresh.get(idOf(row)) ?? row)
  const stayed = new Map(frozen.filter((row) => fresh.has(idOf(row))).map((row, at) => [idOf(row), at]))
  const stand = now.filter((row) => known.has(idOf(row))).map((row) => stayed.get(idOf(row))!)
  return { rows, changes: outOfOrder(stand) + Math.max(frozen.length, now.length) - stayed.size }
}

/** How few of them would have to go for the others to rise: one that jumps over ten has moved, not the ten (Fredman, 1975). */
function outOfOrder(places: readonly number[]): number {
  const ends: number[] = []
  for (const place of places) {
    const at = ends.findIndex((end) => end > place)
    ends[at < 0 ? ends.length : at] = place
  }
  return places.length - ends.length
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
