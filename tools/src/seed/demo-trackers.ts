import type pg from 'pg'
import { demoBusinesses, type DemoBusiness } from './demo-businesses.js'
import { demoImei, demoVehicle } from './demo-vehicles.js'

const entitiesOf = ({ entities, below = [] }: DemoBusiness): number =>
  below.reduce((sum, business) => sum + entitiesOf(business), entities)
const VEHICLES = demoBusinesses.reduce((sum, business) => sum + entitiesOf(business), 0)

/** Number of trackers per vendor that are not installed. People can use them to try an installation. */
const FREE: Readonly<Record<string, number>> = { 'Rheintal Mobility': 12, 'Unterland Bikes': 5, 'Oberland Motors': 3 }
const FREE_IN_ALL = Object.values(FREE).reduce((sum, count) => sum + count, 0)

const imeisFrom = (first: number, count: number): string[] => Array.from({ length: count }, (_, nth) => demoImei(first + nth))

/** Trackers that the demo installs on vehicles. They have a past. */
export const DEMO_INSTALLED: readonly string[] = imeisFrom(0, VEHICLES)
/** Trackers that the demo leaves uninstalled. */
export const DEMO_FREE: readonly string[] = imeisFrom(VEHICLES, FREE_IN_ALL)
/** All trackers that the demo may simulate. It never uses the identity of a tracker that a user added. */
export const DEMO_IMEIS: readonly string[] = [...DEMO_INSTALLED, ...DEMO_FREE]

/** Adds trackers of the vendors that are not installed. */
export async function addFreeTrackers(client: pg.PoolClient, ids: ReadonlyMap<string, number>): Promise<void> {
  let index = VEHICLES
  for (const [business, count] of Object.entries(FREE)) {
    for (let nth = 0; nth < count; nth++) {
      const { imei, deviceTitle, deviceModel, iccid } = demoVehicle(index++)
      await client.query(
        `INSERT INTO devices (imei, business_id, title, model, iccid, firmware_version, created_at)
         VALUES ($1, $2, $3, $4, $5, '03.28.07', now() - interval '9 days')`,
        [imei, ids.get(business), deviceTitle, deviceModel, iccid],
      )
    }
  }
}
