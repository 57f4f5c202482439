import { PLACES } from '../../../canary/round.js'
import { ago, durationText } from '../../../log/describe-stats.js'
import { fail, ok, type Check } from '../../check.js'
import { messageOf } from '../../examine.js'

const PATIENCE_MS = 3_000
/** Age of the last seen position from which a canary counts as stopped. It sends every ten seconds by default, or at least once an hour. */
const STALE_MS = 65 * 60_000
const PAGE = 'docs/operating/monitoring.md, "A canary"'

/** Questions for the operator, by the place at which the way to the map is broken. */
const REMEDIES: Readonly<Record<(typeof PLACES)[number], string>> = {
  gateway: 'does a gateway run, and do firewall and balancer pass its port on?',
  login: 'is the canary’s tracker registered and on a vehicle? Can gateways read the registry in the database?',
  acknowledgement: 'do gateways reach the event log? Their /health/ready names the reason',
  portal: 'does an API run, are proxy and certificate right, and is CANARY_TOKEN valid?',
  map: 'do consumers run? Run: npx roadbook log stats',
}

/** Reads the metrics of a canary on another machine. */
export const canary: Check = {
  name: 'canary',
  look: async ({ environment, now }) => {
    const address = environment.CANARY_METRICS_URL || undefined
    if (address === undefined) return [ok(`no canary is known (CANARY_METRICS_URL; ${PAGE})`)]
    try {
      const answer = await fetch(new URL('/metrics', address), { signal: AbortSignal.timeout(PATIENCE_MS) })
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      return judgeCanary(await answer.text(), now())
    } catch (error) {
      const { cause } = error as Error
      return [fail(`the canary at ${address}: ${messageOf(cause ?? error)}`, `start it, or correct CANARY_METRICS_URL: ${PAGE}`)]
    }
  },
}

/** Rates the metrics of a canary, in the text format of Prometheus. */
export function judgeCanary(metrics: string, now: number) {
  const broken = PLACES.filter((at) => new RegExp(`^canary_broken\\{at="${at}"\\} 1$`, 'm').test(metrics))
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)
  const seenAt = valueOf('canary_last_seen_timestamp_seconds') * 1_000
  const age = seenAt > 0 ? ago(now - seenAt) : 'never'
  if (broken.length > 0)
    return broken.map((at) =>
      fail(`the way from a tracker to the map is broken at ${at}; a position was last seen: ${age}`, REMEDIES[at]),
    )
  if (Number.isNaN(seenAt))
    return [fail('CANARY_METRICS_URL answers, but not as a canary', `let it lead to port 9105 of a canary: ${PAGE}`)]
  if (seenAt === 0) return [ok('the canary has just started')]
  if (now - seenAt > STALE_MS)
    return [fail(`the canary saw no position for ${durationText(now - seenAt)}`, `restart it: ${PAGE}`)]
  return [ok(`the canary saw its position on the map after ${valueOf('canary_seen_seconds').toFixed(1)} s, ${age}`)]
}
