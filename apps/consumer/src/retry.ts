import { isConnectionLoss } from '@roadbook/platform'
import { setTimeout as wait } from 'node:timers/promises'

/** Something outside is away; the same will work later. */
export class RetriableError extends Error {
  override name = 'RetriableError'
}

/** The server gave a statement up for the time it took, which says nothing about what it was to do. */
const QUERY_CANCELED = '57014'

export const isRetriable = (error: unknown): boolean =>
  error instanceof RetriableError || isConnectionLoss(error) || (error as { code?: unknown } | null)?.code === QUERY_CANCELED

const LONGEST_PAUSE_MS = 2_000

export interface RetryOptions {
  signal: AbortSignal
  /** Called before each repetition. */
  onRetry: (error: unknown) => void | Promise<void>
}

/** Repeats `work` until it succeeds or fails for a reason of its own; ends with the signal's reason when that aborts. */
export async function untilItWorks<T>(work: () => Promise<T>, { signal, onRetry }: RetryOptions): Promise<T> {
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!isRetriable(error)) throw error
      await onRetry(error)
      await wait(pauseMs, undefined, { signal })
    }
  }
}
