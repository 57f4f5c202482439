import { readFileSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { readSpeedUnit, readUtcOffset, SPEED_UNITS, type SpeedUnit } from '@roadbook/contracts'
import { describeWaypoints, migrate } from '@roadbook/migrations'
import { createAdmin } from './admin-create.js'
import { backupCommand } from './backup/backup-command.js'
import { restoreCommand } from './backup/restore-command.js'
import { businessCommand } from './business/business-command.js'
import { canaryCommand } from './canary/canary-command.js'
import { importDevices } from './devices-import.js'
import { importCommand } from './import-traccar/import-command.js'
import { setDevices } from './devices-set.js'
import { demoFleetCommand } from './demo-fleet.js'
import { doctorCommand } from './doctor/doctor-command.js'
import { logCommand } from './log/log-command.js'
import { personCommand } from './person/person-command.js'
import { replayCommand } from './replay/replay-command.js'
import { demoAccounts, seedDemo } from './seed/seed-demo.js'
import { simulateCommand } from './simulate-command.js'
import { DataDirectory } from './start/data-directory.js'
import { launch } from './start/launcher.js'
import { createToken } from './token-create.js'
import { tripsCommand } from './trips/trips-command.js'
import { withDatabase } from './with-database.js'

const wholeNumber = (text: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('a whole number from 1 is needed')
  return value
}

const orNone =
  <T>(parse: (text: string) => T) =>
  (text: string): T | null =>
    text === 'none' ? null : parse(text)

function parseOffset(text: string): number {
  const minutes = readUtcOffset(text)
  if (minutes === undefined) throw new InvalidArgumentError('minutes from -720 to 840, or hours and minutes such as +05:30')
  return minutes
}

function parseSpeedUnit(text: string): SpeedUnit {
  const unit = readSpeedUnit(text)
  if (!unit) throw new InvalidArgumentError(`one of ${SPEED_UNITS.join(', ')}`)
  return unit
}

const program = new Command('roadbook').description('Run and operate Roadbook')

program
  .command('start')
  .description('start the whole product on this machine')
  .option('--demo', 'with demo businesses, accounts and a moving fleet', false)
  .action((options: { demo: boolean }) => launch(options))

program
  .command('migrate')
  .description('bring the database to the newest schema')
  .action(() =>
    withDatabase(async (pool, url) => {
      const ran = await migrate(url, { notify: (sentence) => console.error(sentence) })
      console.log(ran.length > 0 ? ran.join('\n') : 'nothing to do')
      console.log(await describeWaypoints(async (text, values) => (await pool.query(text, values)).rows as never))
    }),
  )

program
  .command('seed')
  .description('fill the database')
  .requiredOption('--demo', 'with the demo businesses, accounts, vehicles and 90 days of trips')
  .option('--no-accounts', 'do not print the accounts')
  .action((options: { accounts: boolean }) =>
    withDatabase(async (pool, url) => {
      await migrate(url)
      const accounts = demoAccounts(new DataDirectory())
      await seedDemo(pool, accounts, (text) => console.log(text))
      if (options.accounts)
        for (const { roleName, email, password } of accounts)
          console.log([roleName, email, password ?? 'no account yet'].join('\t'))
    }),
  )

const token = program.command('token').description('API tokens')
token
  .command('create')
  .description('make an API token with the rights of a user; prints only the token')
  .requiredOption('--email <email>', 'of the user')
  .requiredOption('--name <name>', 'what the token is for')
  .action((options: { email: string; name: string }) =>
    withDatabase(async (pool) => {
      process.stdout.write(`${await createToken(pool, options)}\n`)
    }),
  )

const admin = program.command('admin').description('super admins')
admin
  .command('create')
  .description('make a super admin whose account is kept by an outside identity provider')
  .requiredOption('--email <email>', 'verified at the identity provider')
  .requiredOption('--first-name <name>')
  .requiredOption('--last-name <name>')
  .action((options: { email: string; firstName: string; lastName: string }) => withDatabase((pool) => createAdmin(pool, options)))

const devices = program.command('devices').description('trackers')
devices
  .command('import <file>')
  .description(
    'register trackers from a CSV file (imei, title, bound_protocol, source_network, …; a wrong column names them all)',
  )
  .requiredOption('--business <id>', 'the business that owns them', wholeNumber)
  .option('--dry-run', 'only say what would happen', false)
  .action((file: string, options: { business: number; dryRun: boolean }) =>
    withDatabase(async (pool) => {
      const csv = readFileSync(file, 'utf8')
      const result = await importDevices(pool, { csv, businessId: options.business, dryRun: options.dryRun })
      for (const { line, message } of result.problems) console.error(`${file}:${line}: ${message}`)
      console.log(
        `${options.dryRun ? 'would register' : 'registered'} ${result.created}, ${result.existing} were registered already`,
      )
      if (result.problems.length > 0) process.exitCode = 1
    }),
  )

devices
  .command('set <imei...>')
  .description('set how registered trackers write')
  .option('--utc-offset <offset>', 'of the clock that they date by: minutes east of UTC, +05:30, or none', orNone(parseOffset))
  .option('--speed-unit <unit>', `in what they send their speed: ${SPEED_UNITS.join(', ')}, or none`, orNone(parseSpeedUnit))
  .action((imeis: string[], options: { utcOffset?: number | null; speedUnit?: SpeedUnit | null }) =>
    withDatabase(async (pool) => {
      const { utcOffset: utcOffsetMinutes, speedUnit } = options
      const unknown = await setDevices(pool, imeis, { utcOffsetMinutes, speedUnit })
      if (unknown.length > 0) throw new Error(`not registered, so nothing was set: ${unknown.join(', ')}`)
      console.log(`set ${imeis.length}`)
    }),
  )

program.addCommand(simulateCommand())
program.addCommand(demoFleetCommand())
program.addCommand(replayCommand())
program.addCommand(tripsCommand())
program.addCommand(logCommand())
program.addCommand(doctorCommand())
program.addCommand(canaryCommand())
program.addCommand(backupCommand())
program.addCommand(restoreCommand())
program.addCommand(personCommand())
program.addCommand(businessCommand())
program.addCommand(importCommand())

// A reader such as "head" closes the pipe when it has read enough. This is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

program.parseAsync().catch((error: unknown) => {
  console.error(`roadbook: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
