import { Gauge, Registry } from 'prom-client'
import { type Outcome, PLACES } from './round.js'

/** Returns the metrics of a canary, and a function that records an outcome in them. */
export function canaryMetrics(): { registry: Registry; write: (outcome: Outcome) => void } {
  const registry = new Registry()
  const registers = [registry]
  const brokenAt = new Gauge({
    name: 'canary_broken',
    help: '1 where the way from a tracker to the map is broken',
    labelNames: ['at'],
    registers,
  })
  const seen = new Gauge({ name: 'canary_seen_seconds', help: 'From sending the last position to the map, seconds', registers })
  const lastSeen = new Gauge({
    name: 'canary_last_seen_timestamp_seconds',
    help: 'When the map last showed a position of the canary',
    registers,
  })
  for (const at of PLACES) brokenAt.set({ at }, 0)
  return {
    registry,
    write: (outcome) => {
      for (const at of PLACES) brokenAt.set({ at }, !outcome.isSeen && outcome.brokenAt === at ? 1 : 0)
      if (!outcome.isSeen) return
      seen.set(outcome.seenMs / 1_000)
      lastSeen.setToCurrentTime()
    },
  }
}
