import { type Fix, FixValidity } from '@roadbook/contracts'
import { type Interruption, SimulatedTracker, type SimulatedTrackerOptions } from '@roadbook/testing'
import type { LiveView } from './live-view.js'

/** Parts of the way from a tracker to the map, in their order. The canary reports which of them is broken. */
export const PLACES = ['gateway', 'login', 'acknowledgement', 'portal', 'map'] as const
export type Place = (typeof PLACES)[number]

export type Outcome =
  /** Milliseconds from sending until the acknowledgement, and until the map shows the position. */
  | { isSeen: true; acknowledgedMs: number; seenMs: number }
  /** `reason` is a sentence for the operator. */
  | { isSeen: false; brokenAt: Place; reason: string }

const SECOND = 1_000

export interface RoundOptions {
  tracker: Pick<SimulatedTrackerOptions, 'host' | 'port' | 'protocol' | 'imei'>
  view: LiveView
  /** Place at which the simulated tracker stands. */
  place: { latitude: number; longitude: number }
  /** Maximum time, in milliseconds, until the map must show the position. */
  withinMs: number
  /** Signal that ends the round early. A round is one test with one position. */
  signal?: AbortSignal
  /** Called when the gateway has acknowledged the position. */
  onAcknowledged?: () => void
}

/** Opens a connection as a tracker does, sends one position, and waits until the acknowledgement and the map show that it arrived. */
export async function round({ tracker: options, view, place, withinMs, signal, onAcknowledged }: RoundOptions): Promise<Outcome> {
  const deadline = AbortSignal.any([AbortSignal.timeout(withinMs), ...(signal ? [signal] : [])])
  const fix = standing(place, view.newest(options.imei))
  const began = performance.now()
  let acknowledgedMs: number | undefined
  let interruption: Interruption | undefined
  const tracker = new SimulatedTracker({
    ...options,
    responseTimeoutMs: withinMs,
    onInterrupted: (during) => (interruption = during),
    onAcknowledged: () => {
      acknowledgedMs = performance.now() - began
      onAcknowledged?.()
    },
  })
  tracker.report(fix)
  tracker.start()
  try {
    await view.seen(options.imei, fix.positionedAt, deadline)
    if (!deadline.aborted) return { isSeen: true, acknowledgedMs: acknowledgedMs ?? 0, seenMs: performance.now() - began }
    if (acknowledgedMs === undefined) return brokenBefore(stoppedDuring(tracker.state, interruption), options)
    if (view.trouble !== undefined) return broken('portal', `The live channel of the portal is not available: ${view.trouble}.`)
    return broken(
      'map',
      'The gateway has the position, and the map does not show it. Do consumer processes and the event log work?',
    )
  } finally {
    tracker.stop()
  }
}

const broken = (brokenAt: Place, reason: string): Outcome => ({ isSeen: false, brokenAt, reason })

/**
 * Returns the step in which the tracker was interrupted at the deadline. Undefined if it was waiting for the
 * acknowledgement.
 */
function stoppedDuring(state: SimulatedTracker['state'], last: Interruption | undefined): Interruption | undefined {
  if (state === 'awaitingLogin') return 'login'
  if (state === 'connecting') return last ?? 'connecting'
  return state === 'offline' ? last : undefined
}

function brokenBefore(during: Interruption | undefined, { host, port, imei }: RoundOptions['tracker']): Outcome {
  if (during === 'connecting') return broken('gateway', `No gateway accepts connections at ${host}:${port}.`)
  if (during === 'login')
    return broken('login', `The gateway does not accept the tracker ${imei}. Is it registered, and is a gateway ready?`)
  return broken('acknowledgement', 'The gateway accepts the tracker and acknowledges nothing. Can it write to the event log?')
}

/**
 * Returns a fix of a standing vehicle with a good signal, which begins no trip. The fix must be newer than the position
 * that the map shows already. Otherwise the round would mistake that position for its own.
 */
const standing = ({ latitude, longitude }: RoundOptions['place'], shownAt: number): Fix => ({
  // Whole seconds, because not every protocol sends fractions of a second.
  positionedAt: Math.max(Math.floor(Date.now() / SECOND) * SECOND, shownAt + SECOND),
  validity: FixValidity.valid,
  latitude,
  longitude,
  altitudeM: 0,
  heading: 0,
  speedKph: 0,
  satellites: 12,
  hdop: 1,
  ignition: false,
  movement: false,
})
