import { Command } from 'commander'
import type { VehicleType } from '@roadbook/contracts'
import { loadDemoCity } from './demo-city.js'
import { runFleet } from './fleet/index.js'
import { withDatabase } from './with-database.js'

/**
 * `roadbook demo-fleet`: drives every installed tracker of the database through the demo city until it is told to stop.
 * Trackers that fell silent long before the others stay silent: a fleet has such, and the portal must show them.
 */
export function demoFleetCommand(): Command {
  return new Command('demo-fleet')
    .description('drive every installed tracker through the demo city')
    .option('--host <host>', 'of the gateway', '127.0.0.1')
    .option('--port <port>', 'of the gateway', (text) => Number(text), 5027)
    .action(async ({ host, port }: { host: string; port: number }) => {
      const vehicles = await withDatabase(async (pool) => {
        const { rows } = await pool.query<{ imei: string; vehicleType: VehicleType; odometerM: number | undefined }>(
          `SELECT d.imei, e.vehicle_type AS "vehicleType", s.odometer_m AS "odometerM" FROM installations i
           JOIN devices d ON d.id = i.device_id JOIN entities e ON e.id = i.entity_id
           LEFT JOIN device_states s ON s.device_id = d.id
           WHERE i.removed_at IS NULL AND d.deleted_at IS NULL AND e.deleted_at IS NULL
             AND (s.last_received_at IS NULL
               OR s.last_received_at > (SELECT max(last_received_at) FROM device_states) - interval '26 hours')
           ORDER BY d.id`,
        )
        return rows.map((row) => ({ ...row, odometerM: row.odometerM ?? undefined }))
      })
      const end = new AbortController()
      for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(event as 'SIGINT', () => end.abort())
      await runFleet({ city: loadDemoCity(), vehicles, host, port, signal: end.signal })
      process.exit(0)
    })
}
