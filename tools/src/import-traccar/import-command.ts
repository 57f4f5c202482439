import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { consumerShape } from '@roadbook/consumer/configuration'
import { logOptionsOf, openEventLog } from '@roadbook/event-log'
import { eventLogShape, readConfiguration } from '@roadbook/platform'
import type pg from 'pg'
import { withDatabase } from '../with-database.js'
import { apply, type Target } from './apply.js'
import { addCompareCommand } from './compare/compare-command.js'
import { describePlan } from './describe-plan.js'
import { refuseTooOld } from './history/limits.js'
import { notifiedBy } from './history/notified-by.js'
import { typeOfBusiness, withWhatIsThere } from './in-roadbook.js'
import { aloneOn, Ledger } from './ledger.js'
import { EMPTY, type Mapping, readMapping } from './mapping.js'
import { type Item, type Loss, RULES } from './item.js'
import { type Plan, planOf } from './plan.js'
import { importPositions } from './positions.js'
import { propose } from './propose.js'
import { RoadbookApi } from './roadbook-api.js'
import { keptAsMade } from './rules/kept.js'
import { assertReady } from './rules/ready.js'
import type { TraccarModel, TraccarSource } from './source/model.js'
import { nameOfSource, openSource, type SourceOptions } from './source/open-source.js'
import { assertSameDevices, assertSameSource, type Replaced, withoutPositionsOf } from './source/same-source.js'
import { assertNothingBuilt, removable, type Removed, undo } from './undo/undo.js'

type Options = SourceOptions & { mapping: string }
type ApplyOptions = Options & { into: number; to: string }
type HistoryCommand = Options & { notify: boolean; beyondRetention: boolean }

/** `roadbook import traccar`: moves the data of a Traccar server to Roadbook after a trial, and can undo the move. */
export function importCommand(): Command {
  const command = new Command('import').description('move in from another system')
  const traccar = command.command('traccar').description('move in from Traccar 5 or 6').addHelpText('after', HELP)
  reading(traccar.command('plan'))
    .description('the trial: counts everything, names every loss, and writes the mapping file. It changes nothing in Roadbook')
    .requiredOption('--into <id>', 'business that would take everything', businessId)
    .option('--json', 'print the plan as JSON', false)
    .action((options: Options & { into: number; json: boolean }) => plan(options))
  reading(traccar.command('apply'))
    .description('create what is missing, by the mapping file. It may be ended and run again')
    .requiredOption('--into <id>', 'business that takes everything', businessId)
    .option('--to <url>', 'address of Roadbook', 'http://localhost:8080')
    .action((options: ApplyOptions) => applyPlan(options))
  reading(traccar.command('rules'))
    .description('create the alert rules and maintenance plans, after the positions. It may be ended and run again')
    .requiredOption('--into <id>', 'business that takes everything', businessId)
    .option('--to <url>', 'address of Roadbook', 'http://localhost:8080')
    .action((options: ApplyOptions) => applyRules(options))
  reading(traccar.command('positions'))
    .description('import the positions since history_from of the mapping file. It may be ended and run again')
    .option('--notify', 'send webhooks and raise alerts for the history, too', false)
    .option('--beyond-retention', 'take also positions that are deleted in the next night: their trips stay', false)
    .action((options: HistoryCommand) => positions(options))
  addCompareCommand(traccar, roadbook)
  traccar
    .command('undo')
    .description('list what the import made, and with --yes remove it, unless somebody has built on it')
    .requiredOption('--import <name>', 'name of the import, "import" in its mapping file')
    .option('--yes', 'remove it', false)
    .option('--to <url>', 'address of Roadbook', 'http://localhost:8080')
    .action((options: { import: string; yes: boolean; to: string }) => undoImport(options))
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
    .requiredOption('--from <address>', 'http://… of Traccar, or postgres://… of its database, without a password')
    .option('--zone <zone>', "time zone of Traccar's Java process, with postgres://…", 'UTC')
    .option('--mapping <file>', 'mapping file', MAPPING)

const HELP = `
Secrets come from the environment:
  TRACCAR_TOKEN, or TRACCAR_EMAIL and TRACCAR_PASSWORD   an administrator of Traccar
  TRACCAR_DATABASE_PASSWORD                             of Traccar's database, with postgres://…
  ROADBOOK_TOKEN                                        of a super admin: npx roadbook token create`

async function withSource<T>(options: SourceOptions, work: (source: TraccarSource) => Promise<T>): Promise<T> {
  const source = openSource(options)
  try {
    return await work(source)
  } finally {
    await source.close()
  }
}

interface Trial {
  mapping: Mapping
  plan: Plan
  ledger: Ledger | undefined
  model: TraccarModel
}

/**
 * Reads Traccar, Roadbook and the mapping file, proposes the entries that the mapping file lacks, and makes the plan.
 * @throws Error when the file or the import belongs to another Traccar, or to another business
 */
async function trialOf(source: TraccarSource, pool: pg.Pool, options: Options & { into: number }): Promise<Trial> {
  const { mapping: file, into } = options
  const model = await source.model()
  const before = existsSync(file) ? readMapping(readFileSync(file, 'utf8'), file) : EMPTY
  assertSameDevices(model.devices, before, file)
  const mapping = propose(model, before)
  const ledger = await Ledger.find(pool, mapping.import)
  ledger?.assertInto(into)
  const replaced = ledger ? assertSameSource(nameOfSource(options.from), model.devices, ledger) : []
  const plan = planOf(model, mapping, await typeOfBusiness(pool, into))
  const { losses, ...rest } = await withWhatIsThere(plan, pool, { into, name: mapping.import, ledger })
  return { mapping, ledger, model, plan: { ...rest, losses: [...losses, ...replaced.map(lossOf)] } }
}

const lossOf = ({ id, was, is }: Replaced): Loss => ({
  kind: 'device',
  id,
  name: is,
  why: `was ${was} when it was imported, and stays that here; its newer positions are not imported`,
  remedy: `register ${is} in the portal, and put it on the vehicle`,
})

async function plan(options: Options & { into: number; json: boolean }): Promise<void> {
  await withSource(options, async (source) => {
    const { mapping, plan, ledger } = await withDatabase((pool) => trialOf(source, pool, options))
    save(mapping, options.mapping)
    if (options.json) return console.log(JSON.stringify(plan, null, 2))
    for (const line of [...describePlan(plan), ...keptAsMade(plan.items, ledger)]) console.log(line)
    console.log(`\n${historyOf(mapping)}\nWritten: ${options.mapping}. Edit it, run plan again, then apply. Nothing was changed.`)
  })
}

/**
 * Writes the mapping file. Only its owner may read it, because it has names and e-mail addresses. The content is first written
 * to another file, so that an interruption does not lose what the operator has edited.
 */
function save(mapping: Mapping, file: string): void {
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, `${JSON.stringify(mapping, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const historyOf = ({ history_from }: Mapping): string =>
  history_from === null
    ? 'Positions: none. To take some, set "history_from" to a day. Trackers count as installed since then.'
    : `Positions: since ${history_from}.`

/** Applies the plan without alert rules and maintenance. */
const applyPlan = (options: ApplyOptions): Promise<void> =>
  applyItems(options, async (plan, target) => {
    const waiting = plan.items.filter(({ kind, sourceId }) => RULES.has(kind) && target.ledger.idOf(kind, sourceId) === undefined)
    if (waiting.length > 0)
      console.log(
        `${waiting.length} alert rules and maintenance plans wait: run "rules" when the history is here and trackers send`,
      )
    return Promise.resolve(plan.items.filter(({ kind }) => !RULES.has(kind)))
  })

/** Applies the alert rules and maintenance of the plan. */
const applyRules = (options: ApplyOptions): Promise<void> =>
  applyItems(options, async (plan, target, mapping) => {
    const items = plan.items.filter(({ kind }) => RULES.has(kind))
    await assertReady(items, mapping, target)
    for (const line of keptAsMade(items, target.ledger)) console.log(line)
    return items
  })

async function applyItems(
  options: ApplyOptions,
  choose: (
    plan: Plan,
    target: Target & { databaseUrl: string; model: TraccarModel },
    mapping: Mapping,
  ) => Promise<readonly Item[]>,
): Promise<void> {
  if (!existsSync(options.mapping)) throw new Error(`there is no ${options.mapping}: run plan first, and look at it`)
  const api = roadbook(options.to)
  const { import: name } = readMapping(readFileSync(options.mapping, 'utf8'), options.mapping)
  await withSource(options, (source) =>
    withDatabase((pool, databaseUrl) =>
      aloneOn(pool, name, async () => {
        const { mapping, plan, model } = await trialOf(source, pool, options)
        const ledger = await Ledger.open(pool, name, { source: nameOfSource(options.from), into: options.into })
        const target = { pool, api, ledger, databaseUrl, model }
        const items = await choose(plan, target, mapping)
        const { made, kept, existing, left, failed } = await apply({ items }, mapping, target, console.error)
        for (const line of existing) console.log(`in Roadbook before: ${line}`)
        for (const line of left) console.log(line)
        for (const line of failed) console.log(`refused: ${line}`)
        console.log(
          `created ${made}, were there from an earlier run ${kept}, existed before ${existing.length}, left out ${left.length}, refused ${failed.length}`,
        )
        if (failed.length + left.length > 0) process.exitCode = 1
      }),
    ),
  )
}

async function positions(options: HistoryCommand): Promise<void> {
  const mapping = readMapping(readFileSync(options.mapping, 'utf8'), options.mapping)
  const from = mapping.history_from
  if (from === null)
    throw new Error(`"history_from" in ${options.mapping} is null: set it to the first day of the positions that you want`)
  const {
    RETENTION_MONTHS: retentionMonths,
    DEVICE_REFRESH_MS,
    ...configuration
  } = readConfiguration({
    ...eventLogShape,
    RETENTION_MONTHS: consumerShape.RETENTION_MONTHS,
    DEVICE_REFRESH_MS: consumerShape.DEVICE_REFRESH_MS,
  })
  refuseTooOld(from, { retentionMonths, beyondRetention: options.beyondRetention }, Date.now())
  await withSource(options, (whole) =>
    withDatabase((pool, databaseUrl) =>
      aloneOn(pool, mapping.import, async () => {
        const ledger = await Ledger.find(pool, mapping.import)
        if (!ledger) throw new Error(`nothing was imported as ${mapping.import}: run apply first`)
        if (!options.notify) await refuseToNotify(pool, ledger)
        const replaced = assertSameSource(nameOfSource(options.from), await whole.devices(), ledger)
        for (const { id, was, is } of replaced)
          console.log(`device ${id} is left out: it was ${was} when it was imported, and is ${is} now`)
        const source = withoutPositionsOf(whole, new Set(replaced.map(({ id }) => id)))
        const log = await openEventLog(configuration.EVENT_LOG, {
          ...logOptionsOf(configuration),
          clientId: 'roadbook-import',
          databaseUrl,
        })
        try {
          const begun = Date.now()
          const registryMs = 2 * DEVICE_REFRESH_MS + 5_000
          const history = { source, ledger, pool, log, from, say: console.error, registryMs }
          const { positions, fixes, refused, waiting } = await importPositions(history)
          for (const [reason, count] of refused) console.log(`cannot be stored, ${count} times: ${reason}`)
          console.log(`published ${positions} positions as ${fixes} readings in ${Math.round((Date.now() - begun) / 1_000)} s`)
          if (waiting > 0) console.log(`consumers have ${waiting} packets before them; trips follow when they are through`)
        } finally {
          await log.close()
        }
      }),
    ),
  )
}

async function undoImport({ import: name, yes, to }: { import: string; yes: boolean; to: string }): Promise<void> {
  const api = yes ? roadbook(to) : undefined
  await withDatabase((pool) =>
    aloneOn(pool, name, async () => {
      const ledger = await Ledger.find(pool, name)
      if (!ledger) throw new Error(`nothing was imported as ${name}. ${await importsIn(pool)}`)
      if (api) return console.log(`removed ${countsOf(await undo(pool, api, ledger))}`)
      await assertNothingBuilt(pool, ledger)
      console.log(`would remove ${countsOf(removable(ledger))}, with their positions and trips. Nothing was removed: add --yes`)
    }),
  )
}

/** @throws Error when the history would be sent to webhooks or raise alerts. The message says what to pause */
async function refuseToNotify(pool: pg.Pool, { name }: Ledger): Promise<void> {
  const { webhooks, rules } = await notifiedBy(pool, name)
  const found = [...webhooks, ...rules]
  if (found.length === 0) return
  throw new Error(
    `the history would be notified as if it happened now:\n  ${found.join('\n  ')}\nPause them until its trips are there, or run with --notify`,
  )
}

async function importsIn(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM imports ORDER BY name')
  return rows.length === 0 ? 'There is no import' : `There are: ${rows.map(({ name }) => name).join(', ')}`
}

const countsOf = (removed: Removed): string =>
  Object.entries(removed)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ') || 'nothing'

function roadbook(address: string): RoadbookApi {
  const token = process.env.ROADBOOK_TOKEN
  if (!token) throw new Error('set ROADBOOK_TOKEN to a token of a super admin: npx roadbook token create --email E --name import')
  return new RoadbookApi(address, token)
}
