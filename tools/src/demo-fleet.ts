import { Command } from 'commander'
import type { VehicleType } from '@roadbook/contracts'
import type pg from 'pg'
import { loadDemoCity } from './demo-city.js'
import { type RunningVehicle, runFleet } from './fleet/index.js'
import { DEMO_IMEIS } from './seed/demo-trackers.js'
import { withDatabase } from './with-database.js'

/**
 * `roadbook demo-fleet`: drives the demo's own vehicles through the demo city until a signal. It never uses the identity of
 * a tracker that a user added. Some trackers stopped reporting in the demo's past. They stay silent, because the portal
 * must show such trackers, too. Trackers that are not installed report without moving, and drive after they are installed.
 */
export function demoFleetCommand(): Command {
  return new Command('demo-fleet')
    .description('drive the vehicles of the demo through the demo city')
    .option('--host <host>', 'of the gateway', '127.0.0.1')
    .option('--port <port>', 'of the gateway', (text) => Number(text), 5027)
    .action(({ host, port }: { host: string; port: number }) =>
      withDatabase(async (pool) => {
        const end = new AbortController()
        for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(event as 'SIGINT', () => end.abort())
        const { signal } = end
        const vehicles = [...(await drivenVehicles(pool)), ...(await freeVehicles(pool, signal))]
        await runFleet({ city: loadDemoCity(), vehicles, host, port, signal })
        process.exit(0)
      }),
    )
}

/** Returns the vehicles whose tracker belongs to the demo and still reports, wherever the tracker is now. */
export async function drivenVehicles(pool: Pick<pg.Pool, 'query'>): Promise<RunningVehicle[]> {
  const { rows } = await pool.query<{ imei: string; vehicleType: VehicleType; odometerM: number | null }>(
    `SELECT d.imei, e.vehicle_type AS "vehicleType", s.odometer_m AS "odometerM" FROM installations i
     JOIN devices d ON d.id = i.device_id JOIN entities e ON e.id = i.entity_id
     LEFT JOIN device_states s ON s.device_id = d.id
     WHERE d.imei = ANY ($1) AND i.removed_at IS NULL AND d.deleted_at IS NULL AND e.deleted_at IS NULL
       AND (s.last_received_at IS NULL
         OR s.last_received_at > (SELECT max(last_received_at) FROM device_states WHERE imei = ANY ($1)) - interval '26 hours')
     ORDER BY d.id`,
    [DEMO_IMEIS],
  )
  return rows.map((row) => ({ ...row, odometerM: row.odometerM ?? undefined }))
}

/** Returns the demo's trackers that are not installed. Each of them waits until it is installed. */
async function freeVehicles(pool: pg.Pool, signal: AbortSignal): Promise<RunningVehicle[]> {
  const { rows } = await pool.query<{ imei: string }>(
    `SELECT d.imei FROM devices d WHERE d.imei = ANY ($1) AND d.deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM installations i WHERE i.device_id = d.id AND i.removed_at IS NULL) ORDER BY d.id`,
    [DEMO_IMEIS],
  )
  const shelf = new Shelf(pool, signal)
  return rows.map(({ imei }) => ({ imei, vehicleType: 'eBike', persona: 'steady', departure: shelf.leaves(imei) }))
}

const LOOK_EVERY_MS = 3_000

/** Shelf: the trackers that are not installed. Polls the database to find out which of them have been installed. */
class Shelf {
  readonly #waiting = new Map<string, () => void>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly pool: pg.Pool,
    signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => clearTimeout(this.#timer), { once: true })
  }

  /** Resolves when the tracker is on a vehicle. */
  leaves(imei: string): Promise<void> {
    this.#timer ??= setTimeout(() => void this.#look(), LOOK_EVERY_MS)
    return new Promise((resolve) => this.#waiting.set(imei, resolve))
  }

  async #look(): Promise<void> {
    // If the database is unavailable for a moment, the next poll tries again.
    const { rows } = await this.pool
      .query<{ imei: string }>(
        `SELECT d.imei FROM devices d JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL WHERE d.imei = ANY ($1)`,
        [[...this.#waiting.keys()]],
      )
      .catch(() => ({ rows: [] }))
    for (const { imei } of rows) {
      this.#waiting.get(imei)?.()
      this.#waiting.delete(imei)
    }
    this.#timer = this.#waiting.size > 0 ? setTimeout(() => void this.#look(), LOOK_EVERY_MS) : undefined
  }
}
