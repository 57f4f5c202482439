import { AsyncLocalStorage } from 'node:async_hooks'

const open = new AsyncLocalStorage<true>()

/** Runs the work of a transaction, so that the code it calls can detect that one is open. */
export const inOpenTransaction = <T>(work: () => Promise<T>): Promise<T> => open.run(true, work)

/**
 * Fails when a transaction is open. A call to another system must not hold rows, locks and a connection: others would wait too,
 * and the systems could deadlock.
 * @throws Error when this call has an open transaction, which is a programming error
 */
export function assertNoOpenTransaction(asked: string): void {
  if (open.getStore()) throw new Error(`${asked} is asked while a transaction is open: ask before it, or after it`)
}
