import type { StepwiseAction, RowResult } from './bulk-action.js'

/** Maximum number of rows per request. */
const MAX_ROWS = 1_000

/** Outcome for each row, as the server reports it. */
interface BulkAnswer {
  undo_id: number | null
  results: readonly { id: number; result: 'changed' | 'unchanged' | 'failed'; message: string | null }[]
}

interface Requests {
  /**
   * Sends one request.
   * @param key value of the `Idempotency-Key` header, so that a repeat after a time-out takes effect only once
   */
  send: (ids: number[], key: string, chosen?: string) => Promise<{ data: BulkAnswer }>
  /** Reverts the change that has this `undo_id`. Omitted if the change cannot be undone. */
  takeBack?: (undoId: number, key: string) => Promise<{ data: BulkAnswer }>
  /** Called after each answer, because the rows on the screen are then possibly out of date. */
  onChanged?: () => unknown
}

/** Builds a bulk action that sends one request per thousand rows. The change is undone with the IDs that the server returned. */
export function bulkRequest<Row extends { id: number }>({
  send,
  takeBack,
  onChanged,
}: Requests): Pick<StepwiseAction<Row>, 'run' | 'undo'> {
  const keys = new Map<string, string>()
  const keyOf = (what: unknown) => {
    const text = JSON.stringify(what)
    const key = keys.get(text) ?? crypto.randomUUID()
    keys.set(text, key)
    return key
  }
  let undoIds: number[] = []
  const run = async (rows: readonly Row[], chosen?: string): Promise<RowResult<Row>[]> => {
    undoIds = []
    const results: RowResult<Row>[] = []
    for (let at = 0; at < rows.length; at += MAX_ROWS) {
      const some = rows.slice(at, at + MAX_ROWS)
      const ids = some.map(({ id }) => id)
      const { data: answer } = await send(ids, keyOf([ids, chosen]), chosen)
      onChanged?.()
      results.push(...resultsFor(some, answer))
      if (answer.undo_id !== null) undoIds.push(answer.undo_id)
    }
    // A later run is a new action, so it needs new keys.
    keys.clear()
    return results
  }
  if (!takeBack) return { run }
  const undo = async (rows: readonly Row[]): Promise<RowResult<Row>[]> => {
    const results: RowResult<Row>[] = []
    for (const undoId of undoIds) {
      const { data: answer } = await takeBack(undoId, keyOf(['undo', undoId]))
      onChanged?.()
      results.push(...resultsFor(rows, answer))
    }
    return results
  }
  return { run, undo }
}

/** Returns the outcome of those rows that the answer contains. */
function resultsFor<Row extends { id: number }>(rows: readonly Row[], { results }: BulkAnswer): RowResult<Row>[] {
  const byId = new Map(results.map((one) => [one.id, one]))
  return rows.flatMap((row) => {
    const one = byId.get(row.id)
    if (!one) return []
    return [one.result === 'failed' ? { row, refusedBecause: one.message?.replace(/\.$/, '') ?? '' } : { row }]
  })
}
