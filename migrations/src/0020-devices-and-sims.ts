import { Migration } from './migration.js'
import { deviceUpdates } from './0020-devices-and-sims/device-updates.js'
import { deviceTables } from './0020-devices-and-sims/device-tables.js'
import { odometer } from './0020-devices-and-sims/odometer.js'

/**
 * Adds the life cycle of a tracker, separately from its data: its SIM card, its updates, the import with which it came, and
 * its return. Also adds a vehicle odometer that continues when the tracker is replaced.
 */
export class DevicesAndSims1763700000020 extends Migration {
  readonly steps = [deviceTables, deviceUpdates, odometer]
}
