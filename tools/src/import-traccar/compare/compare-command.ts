import { type Command, InvalidArgumentError, Option } from 'commander'
import { consumerShape } from '@roadbook/consumer/configuration'
import { logOptionsOf, openEventLog } from '@roadbook/event-log'
import { eventLogShape, isTimeZone, readConfiguration } from '@roadbook/platform'
import { withDatabase } from '../../with-database.js'
import { keptSince } from '../history/limits.js'
import { Ledger } from '../ledger.js'
import type { RoadbookApi } from '../roadbook-api.js'
import { nameOfSource, openHttp } from '../source/open-source.js'
import { TraccarApi } from '../source/read-api.js'
import { assertSameSource } from '../source/same-source.js'
import { caughtUp } from './caught-up.js'
import { compare, type ComparedDays, type Comparison } from './compare.js'
import { summaryOf } from './days.js'
import { comparisonAsJson, daysAsCsv, describeComparison, tripsAsCsv } from './describe.js'
import { type ImportedTrack, importedTracks } from './imported-tracks.js'
import { dayAt, later } from './periods.js'
import { RoadbookTrips } from './roadbook-trips.js'

/** Number of days that are compared by default, up to the last imported position. */
const DAYS = 14
/** Most days of one comparison. */
const MOST_DAYS = 366

interface Flags {
  from: string
  to: string
  import: string
  firstDay?: string
  lastDay?: string
  timeZone?: string
  json: boolean
  csv?: 'trips' | 'days'
}

/**
 * Adds `roadbook import traccar compare`, which compares trips, distances, durations and engine hours after an import.
 * @param roadbook opens the API of Roadbook at an address
 */
export function addCompareCommand(traccar: Command, roadbook: (address: string) => RoadbookApi): void {
  traccar
    .command('compare')
    .description(
      'compare the trips of imported vehicles in Traccar and in Roadbook, and explain the differences. It changes nothing',
    )
    .requiredOption('--from <address>', 'http://… of Traccar')
    .option('--to <url>', 'address of Roadbook', 'http://localhost:8080')
    .option('--import <name>', 'name of the import, "import" in its mapping file', 'traccar')
    .option('--first-day <day>', `first day, such as 2026-10-01. Default: ${DAYS} days with the last day`, readDay)
    .option('--last-day <day>', 'last day, included. Default: the day of the last imported position', readDay)
    .option('--time-zone <zone>', "time zone of the days, such as Europe/Berlin. Default: that of the token's user", readZone)
    .option('--json', 'print everything as JSON', false)
    .addOption(
      new Option('--csv [rows]', 'print a line for each trip or day')
        .choices(['trips', 'days'])
        .preset('trips')
        .conflicts('json'),
    )
    .action((flags: Flags) => run(flags, roadbook(flags.to)))
}

function readDay(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text))
    throw new InvalidArgumentError('a day of the calendar is needed, such as 2026-10-01')
  return text
}

function readZone(text: string): string {
  if (!isTimeZone(text)) throw new InvalidArgumentError('the name of a time zone is needed, such as Europe/Berlin')
  return text
}

async function run(flags: Flags, api: RoadbookApi): Promise<void> {
  const http = openHttp(flags.from)
  const { RETENTION_MONTHS, ...configuration } = readConfiguration({
    ...eventLogShape,
    RETENTION_MONTHS: consumerShape.RETENTION_MONTHS,
  })
  const comparison = await withDatabase(async (pool, databaseUrl) => {
    const ledger = await Ledger.find(pool, flags.import)
    if (!ledger) throw new Error(`nothing was imported as ${flags.import}: run apply first, or name another import with --import`)
    const devices = await new TraccarApi(http).devices()
    const replaced = assertSameSource(nameOfSource(flags.from), devices, ledger)
    const tracks = await importedTracks(pool, ledger.name)
    const zone = flags.timeZone ?? (await new RoadbookTrips(api).zone())
    const log = await openEventLog(configuration.EVENT_LOG, {
      ...logOptionsOf(configuration),
      clientId: 'roadbook-compare',
      databaseUrl,
    })
    let hasCaughtUp = false
    try {
      hasCaughtUp = await caughtUp(log)
    } finally {
      await log.close()
    }
    return compare({
      ...daysOf(flags, tracks, zone),
      http,
      api,
      pool,
      ledger,
      devices,
      replaced,
      tracks,
      keptSince: keptSince(Date.now(), RETENTION_MONTHS),
      hasCaughtUp,
      say: console.error,
    })
  })
  print(comparison, flags)
}

/** @throws Error when there is no history, or the days are no period */
function daysOf({ firstDay, lastDay }: Flags, tracks: ReadonlyMap<number, ImportedTrack>, zone: string): ComparedDays {
  const newest = Math.max(...[...tracks.values()].map(({ till }) => till))
  if (!lastDay && newest === -Infinity) throw new Error('no positions were imported: run positions first')
  const last = lastDay ?? dayAt(newest, zone)
  const first = firstDay ?? later(last, 1 - DAYS)
  if (first > last) throw new Error(`the first day, ${first}, is after the last day, ${last}`)
  if (later(first, MOST_DAYS) <= last) throw new Error(`at most ${MOST_DAYS} days can be compared at once`)
  return { first, last, zone }
}

function print(comparison: Comparison, { json, csv }: Flags): void {
  if (json) console.log(JSON.stringify(comparisonAsJson(comparison), null, 2))
  else if (csv) process.stdout.write(csv === 'days' ? daysAsCsv(comparison) : tripsAsCsv(comparison))
  else for (const line of describeComparison(comparison)) console.log(line)
  const { unexplained, open } = summaryOf(comparison.vehicles)
  if (unexplained + open + comparison.notComparable.length > 0) process.exitCode = 1
}
