import { Migration } from './migration.js'
import { byCounters } from './0150-odometers/by-counters.js'
import { byHand } from './0150-odometers/by-hand.js'
import { byTrips } from './0150-odometers/by-trips.js'
import { installing } from './0150-odometers/installing.js'
import { maintenance } from './0150-odometers/maintenance.js'
import { stored } from './0150-odometers/stored.js'
import { tables } from './0150-odometers/tables.js'
import { tells } from './0150-odometers/tells.js'

/**
 * The odometer is the vehicle's own: what somebody read of it, the trips since, and what trackers counted beyond those. It follows
 * trips that are cut again, goes on where a counter begins again or stands still, and is read as one number (decision 81).
 */
export class Odometers1763700000150 extends Migration {
  readonly steps = [tables, stored, maintenance, byTrips, byCounters, installing, byHand, tells]
}
