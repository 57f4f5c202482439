import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { logOptionsOf, openEventLog } from '@roadbook/event-log'
import { eventLogShape, readConfiguration } from '@roadbook/platform'
import { withDatabase } from '../with-database.js'
import { apply } from './apply.js'
import { describePlan } from './describe-plan.js'
import { Ledger } from './ledger.js'
import { EMPTY, type Mapping, readMapping } from './mapping.js'
import { planOf, type Plan } from './plan.js'
import { importPositions } from './positions.js'
import { propose } from './propose.js'
import { RoadbookApi } from './roadbook-api.js'
import type { TraccarSource } from './source/model.js'
import { openSource, type SourceOptions } from './source/open-source.js'
import { builtSince, undo } from './undo.js'

type Options = SourceOptions & { mapping: string }

/** `roadbook import traccar`: moves everything of a Traccar server to Roadbook, after a trial, and back. */
export function importCommand(): Command {
  const command = new Command('import').description('move in from another system')
  const traccar = command.command('traccar').description('move in from Traccar 5 or 6').addHelpText('after', HELP)
  reading(traccar.command('plan'))
    .description('the trial: counts everything, names every loss, and writes the mapping file. It changes nothing in Roadbook')
    .option('--json', 'print the plan as JSON', false)
    .action((options: Options & { json: boolean }) => plan(options))
  reading(traccar.command('apply'))
    .description('create what is missing, by the mapping file. It may be ended and run again')
    .requiredOption('--into <id>', 'business that takes everything', businessId)
    .option('--to <url>', 'address of Roadbook', 'http://localhost:8080')
    .action((options: Options & { into: number; to: string }) => applyPlan(options))
  reading(traccar.command('positions'))
    .description('import the positions since history_from of the mapping file. It may be ended and run again')
    .action((options: Options) => positions(options))
  traccar
    .command('undo')
    .description('remove everything that the import made, unless somebody has built on it')
    .option('--mapping <file>', 'mapping file', MAPPING)
    .option('--to <url>', 'address of Roadbook', 'http://localhost:8080')
    .action((options: { mapping: string; to: string }) => undoImport(options))
  return command
}

const MAPPING = 'traccar-mapping.json'

function businessId(text: string): number {
  const id = Number(text)
  if (!Number.isInteger(id) || id < 1) throw new InvalidArgumentError('the id of a business is needed, a whole number from 1')
  return id
}

const reading = (command: Command): Command =>
  command
    .requiredOption('--from <address>', 'http://… of Traccar, or postgres://… of its database')
    .option('--zone <zone>', "time zone of Traccar's Java process, with postgres://…", 'UTC')
    .option('--mapping <file>', 'mapping file', MAPPING)

const HELP = `
Secrets come from the environment:
  TRACCAR_TOKEN, or TRACCAR_EMAIL and TRACCAR_PASSWORD   an administrator of Traccar
  ROADBOOK_TOKEN                                        of a super admin: npx roadbook token create`

async function withSource<T>(options: SourceOptions, work: (source: TraccarSource) => Promise<T>): Promise<T> {
  const source = openSource(options)
  try {
    return await work(source)
  } finally {
    await source.close()
  }
}

/** Reads Traccar and the mapping file, proposes what the file lacks, and plans. */
async function planned(source: TraccarSource, file: string): Promise<{ mapping: Mapping; plan: Plan }> {
  const model = await source.model()
  const mapping = propose(model, existsSync(file) ? readMapping(readFileSync(file, 'utf8'), file) : EMPTY)
  return { mapping, plan: planOf(model, mapping) }
}

async function plan(options: Options & { json: boolean }): Promise<void> {
  await withSource(options, async (source) => {
    const { mapping, plan } = await planned(source, options.mapping)
    // Through another file, so that an interruption does not lose what the operator has edited.
    writeFileSync(`${options.mapping}.new`, `${JSON.stringify(mapping, null, 2)}\n`)
    renameSync(`${options.mapping}.new`, options.mapping)
    if (options.json) return console.log(JSON.stringify(plan, null, 2))
    for (const line of describePlan(plan)) console.log(line)
    console.log(`\n${historyOf(mapping)}\nWritten: ${options.mapping}. Edit it, run plan again, then apply. Nothing was changed.`)
  })
}

const historyOf = ({ history_from }: Mapping): string =>
  history_from === null
    ? 'Positions: none. To take some, set "history_from" to a day before you apply, because trackers count as installed since then.'
    : `Positions: since ${history_from}.`

async function applyPlan(options: Options & { into: number; to: string }): Promise<void> {
  if (!existsSync(options.mapping)) throw new Error(`there is no ${options.mapping}: run plan first, and look at it`)
  const api = roadbook(options.to)
  await withSource(options, async (source) => {
    const { mapping, plan } = await planned(source, options.mapping)
    await withDatabase(async (pool) => {
      const ledger = await Ledger.open(pool, mapping.import)
      const { made, kept, existing, failed } = await apply(
        plan,
        mapping,
        { pool, api, ledger, into: options.into },
        console.error,
      )
      for (const name of existing) console.log(`in Roadbook before, left as it is: ${name}`)
      for (const line of failed) console.log(`refused: ${line}`)
      console.log(
        `created ${made}, were there from an earlier run ${kept}, existed before ${existing.length}, refused ${failed.length}`,
      )
      if (failed.length > 0) process.exitCode = 1
    })
  })
}

async function positions(options: Options): Promise<void> {
  const mapping = readMapping(readFileSync(options.mapping, 'utf8'), options.mapping)
  const from = mapping.history_from
  if (from === null) throw new Error(`"history_from" in ${options.mapping} is null: no positions are taken`)
  const configuration = readConfiguration(eventLogShape)
  await withSource(options, (source) =>
    withDatabase(async (pool, databaseUrl) => {
      const ledger = await Ledger.find(pool, mapping.import)
      if (!ledger) throw new Error(`nothing was imported as ${mapping.import}: run apply first`)
      const log = await openEventLog(configuration.EVENT_LOG, {
        ...logOptionsOf(configuration),
        clientId: 'roadbook-import',
        databaseUrl,
      })
      try {
        const begun = Date.now()
        const { positions, fixes, refused } = await importPositions({ source, ledger, pool, log, from, say: console.error })
        for (const [reason, count] of refused) console.log(`cannot be stored, ${count} times: ${reason}`)
        console.log(`published ${positions} positions as ${fixes} readings in ${Math.round((Date.now() - begun) / 1_000)} s`)
      } finally {
        await log.close()
      }
    }),
  )
}

async function undoImport(options: { mapping: string; to: string }): Promise<void> {
  const name = existsSync(options.mapping)
    ? readMapping(readFileSync(options.mapping, 'utf8'), options.mapping).import
    : EMPTY.import
  const api = roadbook(options.to)
  await withDatabase(async (pool) => {
    const ledger = await Ledger.find(pool, name)
    if (!ledger) return console.log(`nothing was imported as ${name}`)
    const built = await builtSince(pool, ledger)
    if (built.length > 0)
      throw new Error(`nothing was removed, because somebody has built on the import:\n  ${built.join('\n  ')}`)
    const removed = await undo(pool, api, ledger)
    console.log(
      `removed ${
        Object.entries(removed)
          .map(([kind, count]) => `${count} ${kind}`)
          .join(', ') || 'nothing'
      }`,
    )
  })
}

function roadbook(address: string): RoadbookApi {
  const token = process.env.ROADBOOK_TOKEN
  if (!token) throw new Error('set ROADBOOK_TOKEN to a token of a super admin: npx roadbook token create --email E --name import')
  return new RoadbookApi(address, token)
}
