import { AsyncLocalStorage } from 'node:async_hooks'

const open = new AsyncLocalStorage<true>()

/** Runs the work of a transaction, and marks it so that called code can detect the open transaction. */
export const inOpenTransaction = <T>(work: () => Promise<T>): Promise<T> => open.run(true, work)

/**
 * Fails when a transaction is open. A transaction must not stay open during a call to another system. Its locks and its
 * connection would make other requests wait, and the two systems could deadlock.
 * @throws Error when the caller has an open transaction, which is a programming error
 */
export function assertNoOpenTransaction(asked: string): void {
  if (open.getStore()) throw new Error(`${asked} is asked while a transaction is open: ask before it, or after it`)
}
