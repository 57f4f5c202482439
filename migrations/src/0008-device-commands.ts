import { Migration } from './migration.js'
import { commandRules } from './0008-device-commands/command-rules.js'
import { commandTable } from './0008-device-commands/command-table.js'
import { deviceReads } from './0008-device-commands/device-reads.js'

/**
 * Adds commands to trackers with their history, the protocol that a device used last, and the rules for reading its raw messages.
 */
export class DeviceCommands1763700000008 extends Migration {
  readonly steps = [commandTable, commandRules, deviceReads]
}
