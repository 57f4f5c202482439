import type { StepwiseAction, RowResult } from './bulk-action.js'

/** Rows that one request takes. */
const MAX_ROWS = 1_000

/** What the server says became of each row. */
interface BulkAnswer {
  undo_id: number | null
  results: readonly { id: number; result: 'changed' | 'unchanged' | 'failed'; message: string | null }[]
}

interface Requests {
  /** @param key for the `Idempotency-Key` header: sent again after a time-out, it is done once */
  send: (ids: number[], key: string, chosen?: string) => Promise<{ data: BulkAnswer }>
  /** Takes back what an answer's `undo_id` names; absent when there is no way back. */
  takeBack?: (undoId: number, key: string) => Promise<{ data: BulkAnswer }>
  /** Told after each answer: what is shown of these rows may be old now. */
  onChanged?: () => unknown
}

/** A bulk action that is one request for each thousand rows, and is taken back by what the server remembers. */
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
      results.push(...told(some, answer))
      if (answer.undo_id !== null) undoIds.push(answer.undo_id)
    }
    // The next time is another time.
    keys.clear()
    return results
  }
  if (!takeBack) return { run }
  const undo = async (rows: readonly Row[]): Promise<RowResult<Row>[]> => {
    const results: RowResult<Row>[] = []
    for (const undoId of undoIds) {
      const { data: answer } = await takeBack(undoId, keyOf(['undo', undoId]))
      onChanged?.()
      results.push(...told(rows, answer))
    }
    return results
  }
  return { run, undo }
}

/** Of these rows, those that the answer names. */
function told<Row extends { id: number }>(rows: readonly Row[], { results }: BulkAnswer): RowResult<Row>[] {
  const byId = new Map(results.map((one) => [one.id, one]))
  return rows.flatMap((row) => {
    const one = byId.get(row.id)
    if (!one) return []
    return [one.result === 'failed' ? { row, refusedBecause: one.message?.replace(/\.$/, '') ?? '' } : { row }]
  })
}
