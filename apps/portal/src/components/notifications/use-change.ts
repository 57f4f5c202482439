import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { refusedFields } from '../../lib/api/api-error.js'
import { useOnceKey } from '../../lib/api/headers.js'
import { useNotify } from './use-notify.js'

/** What is told of a change. */
export interface Told<Wanted, Answer> {
  /** Said when it is done. */
  done?: (answer: Answer, wanted: Wanted) => string
  /** What follows then. */
  then?: (answer: Answer, wanted: Wanted) => void
  /** Where a sentence goes that the API refuses a field with. */
  refused?: Readonly<Record<string, ((sentence: string) => void) | undefined>>
  /** Says of any other failure what failed; absent: in the API's words. */
  failed?: (error: unknown) => void
}

/** Reads again what a change makes old, by what the keys of its queries begin with. */
export function useReread(...old: readonly (string | QueryKey)[]): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(old.map((key) => queries.invalidateQueries({ queryKey: typeof key === 'string' ? [key] : key })))
}

/** A change: the same wanted again is done once, what it makes old is read again. Who tells nothing deals with its failure. */
export function useChange<Wanted, Answer>(
  work: (wanted: Wanted, key: string) => Promise<Answer>,
  reread: () => Promise<unknown>,
  told?: Told<Wanted, Answer>,
) {
  const notify = useNotify()
  const keyOf = useOnceKey()
  const refuse = (error: unknown) => {
    const taken = Object.entries(refusedFields(error)).filter(([field]) => told?.refused?.[field])
    for (const [field, sentence = ''] of taken) told?.refused?.[field]?.(sentence)
    if (taken.length === 0) (told?.failed ?? notify.failure)(error)
  }
  return useMutation({
    mutationFn: (wanted: Wanted) => work(wanted, keyOf(wanted ?? null)),
    onSuccess: (answer, wanted) => {
      void reread()
      if (told?.done) notify.success(told.done(answer, wanted))
      told?.then?.(answer, wanted)
    },
    onError: told && refuse,
  })
}
