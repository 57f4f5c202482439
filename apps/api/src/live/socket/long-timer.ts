/** Longest timer of Node in milliseconds, about 24 days. A longer timer would overflow and fire immediately. */
const MAX_TIMEOUT_MS = 2_147_483_647

/** Starts a timer that may be longer than Node's own and does not keep the process alive. */
export function longTimer(delayMs: number, act: () => void): { cancel(): void } {
  const end = Date.now() + delayMs
  let timer: NodeJS.Timeout
  const arm = () => {
    const left = Math.max(0, end - Date.now())
    timer = setTimeout(left > MAX_TIMEOUT_MS ? arm : act, Math.min(left, MAX_TIMEOUT_MS)).unref()
  }
  arm()
  return { cancel: () => clearTimeout(timer) }
}
