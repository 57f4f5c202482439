/**
 * Does work that only one tab of this browser may do at a time; undefined when another one is at it. A tab that dies lets go. A
 * browser without locks has no other tab to fear that the server's Idempotency-Key would not stop.
 */
export async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined> {
  if (!('locks' in navigator)) return work()
  const held: Result | undefined = await navigator.locks.request(`roadbook-${name}`, { ifAvailable: true }, async (lock) =>
    lock ? work() : undefined,
  )
  return held
}
