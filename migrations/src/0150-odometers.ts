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
 * Makes the odometer a value of the vehicle itself: the last manual reading, the trips since then, and the distance that
 * trackers counted beyond those trips. The odometer changes with recalculated trips and continues if a tracker's counter
 * restarts or stops. It is stored as one number (decision 81).
 */
export class Odometers1763700000150 extends Migration {
  readonly steps = [tables, stored, maintenance, byTrips, byCounters, installing, byHand, tells]
}
