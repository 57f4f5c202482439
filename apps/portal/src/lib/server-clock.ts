import { useSyncExternalStore } from 'react'
import type { Clock } from './clock.js'

/** Milliseconds by which the server's clock is ahead of this device's, and the possible error of that estimate. */
interface Estimate {
  aheadMs: number
  errorMs: number
}

let estimate: Estimate | undefined
const listeners = new Set<() => void>()

/**
 * Maximum difference in ms at which the device's own clock counts as right. It must be more than a second, because the
 * server's header has only whole seconds.
 */
const NEAR_MS = 2_000

/**
 * Estimates the server's time from a response that has just arrived. Keeps the most exact estimate. If a new estimate
 * contradicts the stored one, the device's clock was changed since, so the new estimate is used.
 * @param date the response's `Date` header (RFC 9110, 6.6.1), which leaves out the fraction of a second
 * @param roundTripMs from the request to the response
 */
export function learnServerTime(date: string | null, roundTripMs: number, receivedAt = Date.now()): void {
  const said = date === null ? NaN : Date.parse(date)
  if (Number.isNaN(said)) return
  const next = { aheadMs: said + 500 + roundTripMs / 2 - receivedAt, errorMs: 500 + roundTripMs / 2 }
  if (estimate && estimate.errorMs <= next.errorMs && !contradicts(estimate, next)) return
  const before = aheadMs()
  estimate = next
  if (aheadMs() !== before) for (const listener of listeners) listener()
}

const contradicts = (one: Estimate, other: Estimate) =>
  Math.abs(one.aheadMs - other.aheadMs) > one.errorMs + other.errorMs + NEAR_MS

function aheadMs(): number {
  if (!estimate || Math.abs(estimate.aheadMs) <= estimate.errorMs + NEAR_MS) return 0
  return Math.round(estimate.aheadMs)
}

/** Clock with the server's time, so that ages and states are also right on a device with a wrong clock. */
export const serverClock: Clock = { now: () => Date.now() + aheadMs(), onSet: subscribe }

/** Returns the milliseconds by which the server's clock is ahead of this device's. 0 if the device's clock is right. */
export const useServerAhead = (): number => useSyncExternalStore(subscribe, aheadMs)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Clears the estimate, for specs. */
export function forgetServerTime(): void {
  estimate = undefined
  for (const listener of listeners) listener()
}
