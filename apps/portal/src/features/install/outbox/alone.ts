/**
 * Runs work that only one tab of this browser may do at a time. Returns undefined if another tab has the lock. The lock is
 * released when that tab is closed. In a browser without locks, two tabs may run the work at the same time. The
 * Idempotency-Key then prevents double writes.
 */
export async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined> {
  if (!('locks' in navigator)) return work()
  const held: Result | undefined = await navigator.locks.request(`roadbook-${name}`, { ifAvailable: true }, async (lock) =>
    lock ? work() : undefined,
  )
  return held
}
