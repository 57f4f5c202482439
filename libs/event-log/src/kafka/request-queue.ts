import { createRequire } from 'node:module'

interface RequestQueue {
  throttledUntil: number
  pending: unknown[]
  throttleCheckTimeoutId: NodeJS.Timeout | null
  checkPendingRequests(): void
  scheduleCheckPendingRequests(): void
}

const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as { prototype: RequestQueue }

/** Milliseconds after which pending requests are checked again, the same as in kafkajs. */
const PENDING_MS = 10

/**
 * Replaces a method of kafkajs that sets a wrong timer if no request is throttled. The timer's delay would be negative, and
 * Node would print a warning.
 */
prototype.scheduleCheckPendingRequests = function () {
  if (this.throttleCheckTimeoutId) return
  const throttledMs = this.throttledUntil - Date.now()
  const waitMs = throttledMs > 0 ? throttledMs : this.pending.length > 0 ? PENDING_MS : 1
  this.throttleCheckTimeoutId = setTimeout(() => {
    this.throttleCheckTimeoutId = null
    this.checkPendingRequests()
  }, waitMs)
}
