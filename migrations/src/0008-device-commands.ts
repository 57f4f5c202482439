import type { MigrationInterface, QueryRunner } from 'typeorm'
import { commandRules } from './0008-device-commands/command-rules.js'
import { commandTable } from './0008-device-commands/command-table.js'
import { deviceReads } from './0008-device-commands/device-reads.js'

/** Commands to trackers with their history, what a device spoke last, and who may look at its raw messages. */
export class DeviceCommands1763700000008 implements MigrationInterface {
  name = 'DeviceCommands1763700000008'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(commandTable)
    await runner.query(commandRules)
    await runner.query(deviceReads)
  }

  async down(): Promise<void> {
    throw new Error('migrations only go forward')
  }
}
