import { useSyncExternalStore } from 'react'
import type { Clock } from './clock.js'

/** How far the server's clock is ahead of this device's, and by how much that may be wrong. Milliseconds. */
interface Estimate {
  aheadMs: number
  errorMs: number
}

let estimate: Estimate | undefined
const listeners = new Set<() => void>()

/** Nearer than this, the device's own clock is right: the header has whole seconds. */
const NEAR_MS = 2_000

/**
 * Learns the server's time from an answer that it has just given. Keeps the most exact estimate, and drops it when a new one
 * contradicts it: somebody has set the device's clock.
 * @param date the answer's `Date` header (RFC 9110, 6.6.1), which leaves out the fraction of a second
 * @param roundTripMs from the request to the answer
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

/** Now as the server has it: ages and states are the same on a device whose clock is wrong. */
export const serverClock: Clock = { now: () => Date.now() + aheadMs(), onSet: subscribe }

/** How far the server's clock is ahead of this device's, milliseconds; 0 where the device is right. */
export const useServerAhead = (): number => useSyncExternalStore(subscribe, aheadMs)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For specs: nothing was learned yet. */
export function forgetServerTime(): void {
  estimate = undefined
  for (const listener of listeners) listener()
}
