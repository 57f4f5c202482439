import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { refusedFields } from '../../lib/api/api-error.js'
import { useOnceKey } from '../../lib/api/headers.js'
import { useNotify } from './use-notify.js'

/** Callbacks for the outcome of a change. */
export interface ChangeCallbacks<Wanted, Answer> {
  /** Returns the success message from the answer and the wanted change. */
  done?: (answer: Answer, wanted: Wanted) => string
  /** Runs after success. */
  then?: (answer: Answer, wanted: Wanted) => void
  /** Handlers for the API's error message, by the field that the API rejected. */
  refused?: Readonly<Record<string, ((sentence: string) => void) | undefined>>
  /** Reports any other failure. By default the API's message is shown. */
  failed?: (error: unknown) => void
}

/** Returns a function that refetches the queries whose keys begin with the given keys. */
export function useReread(...old: readonly (string | QueryKey)[]): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(old.map((key) => queries.invalidateQueries({ queryKey: typeof key === 'string' ? [key] : key })))
}

/**
 * Returns a mutation with an idempotency key, so that a repeated change takes effect only once. On success, fetches the
 * affected queries again. Without `callbacks`, the caller must handle failures.
 */
export function useChange<Wanted, Answer>(
  work: (wanted: Wanted, key: string) => Promise<Answer>,
  reread: () => Promise<unknown>,
  callbacks?: ChangeCallbacks<Wanted, Answer>,
) {
  const notify = useNotify()
  const keyOf = useOnceKey()
  const refuse = (error: unknown) => {
    const taken = Object.entries(refusedFields(error)).filter(([field]) => callbacks?.refused?.[field])
    for (const [field, sentence = ''] of taken) callbacks?.refused?.[field]?.(sentence)
    if (taken.length === 0) (callbacks?.failed ?? notify.failure)(error)
  }
  return useMutation({
    mutationFn: (wanted: Wanted) => work(wanted, keyOf(wanted ?? null)),
    onSuccess: (answer, wanted) => {
      void reread()
      if (callbacks?.done) notify.success(callbacks.done(answer, wanted))
      callbacks?.then?.(answer, wanted)
    },
    onError: callbacks && refuse,
  })
}
