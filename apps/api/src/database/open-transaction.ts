import { AsyncLocalStorage } from 'node:async_hooks'

const open = new AsyncLocalStorage<true>()

/** Runs what a transaction does, so that what it calls knows that one is open. */
export const inOpenTransaction = <T>(work: () => Promise<T>): Promise<T> => open.run(true, work)

/**
 * Nobody waits for somebody else's answer with rows, locks and a connection in hand: others would wait along, and where the other side
 * needs one of them, both wait for each other.
 * @throws Error where a transaction of this call is open: that is a mistake in the code
 */
export function assertNoOpenTransaction(asked: string): void {
  if (open.getStore()) throw new Error(`${asked} is asked while a transaction is open: ask before it, or after it`)
}
