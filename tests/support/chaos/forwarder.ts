import { setTimeout as pause } from 'node:timers/promises'
import { FixValidity, type Fix } from '@roadbook/contracts'
import { KPH_PER_KNOT } from '@roadbook/geo'
import type { AckJournal } from './ack-journal.js'

export interface ForwarderOptions {
  journal: AckJournal
  port: number
  secret: string
  random: () => number
}

const PAUSE_MS = 50
const TIMEOUT_MS = 5_000

/**
 * A forwarding server. It sends each position again until the answer is 200, as Traccar does with `forward.retry.enable`.
 * Now and then it dies in the middle of a request, and sends the same request again after that.
 */
export class Forwarder {
  readonly sent = new Map<string, readonly Fix[]>()

  constructor(private readonly options: ForwarderOptions) {}

  /** Forwards the positions of one tracker in Traccar's format, one after the other. */
  traccar(imei: string, fixes: readonly Fix[]): Promise<void> {
    this.sent.set(imei, fixes)
    return this.#each(imei, fixes, 1, '/traccar', ([fix]) => traccarBody(imei, fix!))
  }

  /** Forwards the positions of one tracker in Roadbook's own JSON, several in one request. */
  batches(imei: string, fixes: readonly Fix[]): Promise<void> {
    this.sent.set(imei, fixes)
    return this.#each(imei, fixes, 10, '/v1/positions', (batch) => ({ positions: batch.map((fix) => ownPosition(imei, fix)) }))
  }

  async #each(
    imei: string,
    fixes: readonly Fix[],
    atOnce: number,
    route: string,
    bodyOf: (batch: Fix[]) => object,
  ): Promise<void> {
    for (let from = 0; from < fixes.length; from += atOnce) {
      const batch = fixes.slice(from, from + atOnce)
      const body = JSON.stringify(bodyOf(batch))
      while (!(await this.#post(route, body))) {
        // Sleep: a forwarding server also pauses between two attempts.
        await pause(PAUSE_MS)
      }
      this.options.journal.add(imei, batch)
    }
  }

  /** @returns true if the gateway confirmed that everything is stored */
  async #post(route: string, body: string): Promise<boolean> {
    const { port, secret, random } = this.options
    const diesEarly = random() < 0.05
    try {
      const response = await fetch(`http://127.0.0.1:${port}${route}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        body,
        signal: AbortSignal.timeout(diesEarly ? Math.ceil(random() * 5) : TIMEOUT_MS),
      })
      const answer = (await response.json()) as { result?: string; not_stored?: number }
      return response.status === 200 && (answer.result === 'stored' || answer.not_stored === 0)
    } catch {
      return false
    }
  }
}

const isoOf = ({ positionedAt }: Fix): string => new Date(positionedAt).toISOString()

function traccarBody(imei: string, fix: Fix): object {
  const time = isoOf(fix).replace('Z', '+00:00')
  const position = {
    protocol: 'gl200',
    serverTime: time,
    deviceTime: time,
    fixTime: time,
    valid: fix.validity !== FixValidity.noFix,
    latitude: fix.latitude,
    longitude: fix.longitude,
    altitude: fix.altitudeM ?? 0,
    speed: (fix.speedKph ?? 0) / KPH_PER_KNOT,
    course: fix.heading ?? 0,
    accuracy: 0,
    attributes: {
      ...(fix.satellites !== undefined && { sat: fix.satellites }),
      ...(fix.ignition !== undefined && { ignition: fix.ignition }),
      ...(fix.externalBatteryMv !== undefined && { power: fix.externalBatteryMv / 1_000 }),
    },
  }
  return { position, device: { id: 1, uniqueId: imei } }
}

const ownPosition = (imei: string, fix: Fix): object => ({
  id: imei,
  time: isoOf(fix),
  latitude: fix.latitude,
  longitude: fix.longitude,
  valid: fix.validity !== FixValidity.noFix,
  altitude_m: fix.altitudeM,
  speed_kph: fix.speedKph,
  heading: fix.heading,
  satellites: fix.satellites,
  ignition: fix.ignition,
  moving: fix.movement,
  external_battery_mv: fix.externalBatteryMv,
})
