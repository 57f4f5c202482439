import { isConnectionLoss } from '@roadbook/platform'
import { setTimeout as wait } from 'node:timers/promises'

/** Thrown if an external system is unavailable, so that the same call can succeed later. */
export class RetriableError extends Error {
  override name = 'RetriableError'
}

/** Error code of a statement that the server cancelled because it took too long. Another attempt may be faster. */
const QUERY_CANCELED = '57014'

export const isRetriable = (error: unknown): boolean =>
  error instanceof RetriableError || isConnectionLoss(error) || (error as { code?: unknown } | null)?.code === QUERY_CANCELED

const LONGEST_PAUSE_MS = 2_000

export interface RetryOptions {
  signal: AbortSignal
  /** Called before each retry. */
  onRetry: (error: unknown) => void | Promise<void>
}

/**
 * Repeats `work` until it succeeds, or fails with an error that another attempt cannot solve. Rejects with the abort reason
 * if the signal aborts.
 */
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
