import { Migration } from './migration.js'
import { commandRules } from './0008-device-commands/command-rules.js'
import { commandTable } from './0008-device-commands/command-table.js'
import { deviceReads } from './0008-device-commands/device-reads.js'

/** Commands to trackers with their history, what a device spoke last, and who may look at its raw messages. */
export class DeviceCommands1763700000008 extends Migration {
  readonly steps = [commandTable, commandRules, deviceReads]
}
