/** Repeats work at an interval, without overlap. A failure is reported and does not prevent the next run. */
export function repeat(everyMs: number, work: () => Promise<unknown>, onError: (error: unknown) => void): { stop(): void } {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    void work()
      .catch(onError)
      .finally(() => (isRunning = false))
  }, everyMs).unref()
  return { stop: () => clearInterval(timer) }
}
