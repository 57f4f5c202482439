import { Migration } from './migration.js'
import { deviceUpdates } from './0020-devices-and-sims/device-updates.js'
import { deviceTables } from './0020-devices-and-sims/device-tables.js'
import { odometer } from './0020-devices-and-sims/odometer.js'

/**
 * The life of a tracker beside its data: its SIM, its updates, the import that it came with, whether it was sent back; and an
 * odometer of the vehicle that goes on when the tracker is another one.
 */
export class DevicesAndSims1763700000020 extends Migration {
  readonly steps = [deviceTables, deviceUpdates, odometer]
}
