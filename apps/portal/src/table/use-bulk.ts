import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from '../components/notifications/use-notify.js'
import { previewOf, type BulkAction, type RowResult, type StepwiseAction } from './bulk-action.js'
import type { ListCriteria } from './list-criteria.js'
import { fetchEveryRow, type ListSource } from './list-source.js'
import type { SelectionControl } from './use-selection.js'

/** Progress of a bulk action. */
export type BulkStep<Row> =
  | { step: 'collecting' }
  | { step: 'preview'; tried: Row[]; refused: RowResult<Row>[] }
  | { step: 'running'; count: number }
  | { step: 'done'; done: Row[]; refused: RowResult<Row>[] }
  | { step: 'undoing'; count: number }
  | { step: 'undone'; count: number; refused: RowResult<Row>[] }
  | { step: 'failed'; error: unknown; again: () => Promise<void> }

export interface BulkRun<Row> {
  action: StepwiseAction<Row>
  progress: BulkStep<Row>
}

export interface Bulk<Row> {
  run: BulkRun<Row> | undefined
  start: (action: BulkAction<Row>) => void
  /** Runs the action with the chosen value. */
  confirm: (chosen?: string) => void
  undo: () => void
  close: () => void
}

/**
 * Runs one bulk action at a time. Collects the rows, shows a preview, runs the action, reports the outcome for each row, and can
 * undo the action.
 */
export function useBulk<Row>(
  source: ListSource<Row>,
  { selection, clear }: SelectionControl<Row>,
  criteria: () => ListCriteria,
  /** Returns the rows without the new ones that the list does not show yet. */
  withoutWaiting: (rows: readonly Row[]) => readonly Row[],
): Bulk<Row> {
  const queries = useQueryClient()
  const notify = useNotify()
  const isAll = selection.kind === 'all'
  const collect = async () =>
    selection.kind === 'all' ? withoutWaiting(await fetchEveryRow(source, criteria())) : [...selection.rows.values()]
  const onChanged = () => void queries.invalidateQueries({ queryKey: source.key })
  const [run, setRun] = useState<BulkRun<Row>>()
  const at = (action: StepwiseAction<Row>, progress: BulkStep<Row>) => setRun({ action, progress })
  const attempt = async (action: StepwiseAction<Row>, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      at(action, { step: 'failed', error, again: () => attempt(action, work) })
    }
  }
  const start = async (action: BulkAction<Row>): Promise<void> => {
    if ('hand' in action) return collect().then((rows) => action.hand(rows, clear, isAll), notify.failure)
    await attempt(action, async () => {
      at(action, { step: 'collecting' })
      at(action, { step: 'preview', ...previewOf(action, await collect()) })
    })
  }
  const confirm = (chosen?: string) => {
    if (run?.progress.step !== 'preview') return
    const { action, progress } = run
    void attempt(action, async () => {
      at(action, { step: 'running', count: progress.tried.length })
      const results = await action.run(progress.tried, chosen)
      const done = results.filter(({ refusedBecause }) => refusedBecause === undefined).map(({ row }) => row)
      const refused = [...progress.refused, ...results.filter(({ refusedBecause }) => refusedBecause !== undefined)]
      at(action, { step: 'done', done, refused })
      onChanged()
    })
  }
  const undo = () => {
    if (run?.progress.step !== 'done' || !run.action.undo) return
    const { action, progress } = run
    void attempt(action, async () => {
      at(action, { step: 'undoing', count: progress.done.length })
      const results = (await action.undo?.(progress.done)) ?? []
      const refused = results.filter(({ refusedBecause }) => refusedBecause !== undefined)
      at(action, { step: 'undone', count: progress.done.length - refused.length, refused })
      onChanged()
    })
  }
  return { run, start: (action: BulkAction<Row>) => void start(action), confirm, undo, close: () => setRun(undefined) }
}
