import { createRequire } from 'node:module'

interface RequestQueue {
  throttledUntil: number
  pending: unknown[]
  throttleCheckTimeoutId: NodeJS.Timeout | null
  checkPendingRequests(): void
  scheduleCheckPendingRequests(): void
}

const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as { prototype: RequestQueue }

/** As in kafkajs: how long what is pending waits for room. */
const PENDING_MS = 10

/** As kafkajs does it, but for what is not throttled: there it counts down to a time long past, and Node warns of the timer. */
prototype.scheduleCheckPendingRequests = function () {
  if (this.throttleCheckTimeoutId) return
  const throttledMs = this.throttledUntil - Date.now()
  const waitMs = throttledMs > 0 ? throttledMs : this.pending.length > 0 ? PENDING_MS : 1
  this.throttleCheckTimeoutId = setTimeout(() => {
    this.throttleCheckTimeoutId = null
    this.checkPendingRequests()
  }, waitMs)
}
