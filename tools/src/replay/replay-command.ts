import { createInterface } from 'node:readline/promises'
import { SPEED_UNITS, type SpeedUnit } from '@roadbook/contracts'
import type { EventLog, LogReader } from '@roadbook/event-log'
import { DECODERS } from '@roadbook/protocols'
import { Command, InvalidArgumentError, Option } from 'commander'
import type pg from 'pg'
import { imeiOption, parseCount, parseInstant } from '../log/parse-options.js'
import { withDatabaseAndLog, withEventLog } from '../log/with-event-log.js'
import { play } from './play.js'
import { countFrames, publishAgain } from './publish-again.js'
import { redecodeStored } from './redecode-stored.js'
import { counted, DifferenceReport } from './report.js'
import { settledTill } from './settled-till.js'
import { framesOfFile, framesOfLog, type FrameSource, type Selection } from './selection.js'

/** Exit code of `--dry-run` when something would change. */
const DIFFERENT = 3
/** Lag of the consumer processes, in milliseconds, above which it is reported. */
const WORTH_SAYING_MS = 60_000

interface Flags {
  imei: string[]
  from?: number
  till?: number
  file?: string
  redecode: boolean
  utcOffset?: number
  speedUnit?: SpeedUnit
  dryRun: boolean
  yes: boolean
  lines: number
  to?: { host: string; port: number }
  speed: number
}

/** `roadbook replay`: processes stored packets again, through the consumer, through today's decoder, or over TCP. */
export function replayCommand(): Command {
  return new Command('replay')
    .description('stored packets once more: into the log, through today’s decoder, or over TCP')
    .addOption(imeiOption())
    .option('--from <time>', 'received since: 2025-11-20, 2025-11-20T07:00Z, or how long ago: 2h, 3d', parseInstant)
    .option('--till <time>', 'received before', parseInstant)
    .option('--file <file>', 'packets of a file that "roadbook log export" wrote, instead of the event log')
    .option('--redecode', 'run the raw frames through today’s decoder and correct what is stored', false)
    .option('--utc-offset <minutes>', 'with --redecode: trackers that send local time are so far east of UTC', parseOffset)
    .addOption(new Option('--speed-unit <unit>', 'with --redecode: in what the trackers send their speed').choices(SPEED_UNITS))
    .option('--dry-run', 'say what would change and write nothing; exit code 3 when something would', false)
    .option('--yes', 'do not ask', false)
    .option('--lines <count>', 'waypoints that are shown of each tracker', parseCount, 20)
    .option('--to <host:port>', 'play the raw frames to this gateway instead', parseAddress)
    .option('--speed <number>', 'with --to: times as fast as received; 0 as fast as acknowledged', parseSpeed, 1)
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => replay(flags))
}

const EXAMPLES = `
Why is this bike's trip wrong?
  roadbook replay --imei 352625698104217 --from 2d --redecode --dry-run
What a test gateway makes of yesterday, a hundred times as fast:
  roadbook replay --from 2025-11-19 --till 2025-11-20 --to 127.0.0.1:5000 --speed 100`

async function replay(flags: Flags): Promise<void> {
  const { imei: imeis, from, till } = flags
  if (from !== undefined && till !== undefined && from >= till) throw new Error('--from must be before --till')
  if (flags.to && (flags.redecode || flags.dryRun)) throw new Error('--to goes with neither --redecode nor --dry-run')
  const selection: Selection = { imeis, ...(from !== undefined && { from }), ...(till !== undefined && { till }) }
  if (flags.utcOffset !== undefined && !flags.redecode) throw new Error('--utc-offset goes with --redecode only')
  if (flags.speedUnit !== undefined && !flags.redecode) throw new Error('--speed-unit goes with --redecode only')
  if (flags.to) return playTo(flags, flags.to, selection)
  if (imeis.length === 0 && from === undefined && flags.file === undefined)
    throw new Error('say which packets: --imei, --from or --file (or --from 7d for a week of the whole fleet)')
  if (flags.redecode) return withDatabaseAndLog((pool, log) => redecodeFrom(flags, pool, log, selection))
  if (flags.dryRun) return withEventLog((log) => preview(flags, log, selection))
  return withEventLog((log) => again(flags, log, selection))
}

function sourceOf({ file }: Flags, log: LogReader): FrameSource {
  return file === undefined ? framesOfLog(log, (reason) => console.error(`no packet: ${reason}`)) : framesOfFile(file)
}

/** Plays a file. Opens neither the database nor the log. */
async function playTo(flags: Flags, to: { host: string; port: number }, selection: Selection): Promise<void> {
  const ending = new AbortController()
  const end = () => ending.abort()
  process.once('SIGINT', end).once('SIGTERM', end)
  const run = async (source: FrameSource) => {
    const { speed } = flags
    const played = await play({ source, selection, protocols: DECODERS, ...to, speed, signal: ending.signal })
    console.log(`${counted(played.taken, 'frame')} of ${counted(played.trackers, 'tracker')} acknowledged`)
    for (const [reason, count] of played.notTaken) console.error(`${counted(count, 'frame')} not played: ${reason}`)
    if (played.notTaken.size > 0) process.exitCode = 1
  }
  try {
    if (flags.file !== undefined) await run(framesOfFile(flags.file))
    else await withEventLog((log) => run(sourceOf(flags, log)))
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

async function redecodeFrom(flags: Flags, pool: pg.Pool, log: LogReader, selection: Selection): Promise<void> {
  const source = sourceOf(flags, log)
  if (flags.file !== undefined) return redecodeAll(flags, pool, source, selection)
  const now = Date.now()
  const till = await settledTill(log, selection.till, now)
  if (till < (selection.till ?? now) - WORTH_SAYING_MS)
    console.error(`left out: packets since ${new Date(till).toISOString()}, which wait for a consumer`)
  await redecodeAll(flags, pool, source, { ...selection, till })
}

async function redecodeAll(flags: Flags, pool: pg.Pool, source: FrameSource, selection: Selection): Promise<void> {
  const report = new DifferenceReport({ mostWaypoints: flags.lines, say: (line) => console.log(line) })
  const { utcOffset: utcOffsetMinutes, speedUnit } = flags
  const common = {
    pool,
    source,
    selection,
    protocols: DECODERS,
    ...(utcOffsetMinutes !== undefined && { utcOffsetMinutes }),
    ...(speedUnit && { speedUnit }),
  }
  const { different } = await redecodeStored({
    ...common,
    apply: false,
    onDevice: (difference) => report.add(difference),
    onUnknown: (imei, frames) => report.addUnknown(imei, frames),
  })
  report.end()
  if (different === 0) return
  if (flags.dryRun) {
    process.exitCode = DIFFERENT
    return
  }
  if (!(await confirmed(flags, `Write this to ${counted(different, 'tracker')}?`))) return
  const applied = await redecodeStored({ ...common, apply: true, onDevice: () => undefined, onUnknown: () => undefined })
  console.log(`corrected ${counted(applied.different, 'tracker')}`)
}

async function preview(flags: Flags, log: LogReader, selection: Selection): Promise<void> {
  const { frames, trackers } = await countFrames(sourceOf(flags, log), selection)
  console.log(`would publish ${counted(frames, 'packet')} of ${counted(trackers, 'tracker')} again`)
}

async function again(flags: Flags, log: EventLog & LogReader, selection: Selection): Promise<void> {
  const source = sourceOf(flags, log)
  const { frames, trackers } = await countFrames(source, selection)
  const what = `${counted(frames, 'packet')} of ${counted(trackers, 'tracker')}`
  if (frames === 0) {
    console.log('no packet is selected')
    return
  }
  if (!(await confirmed(flags, `Publish ${what} again?`))) return
  const { published, unreadable } = await publishAgain(log, source, selection)
  for (const reason of unreadable.slice(0, flags.lines)) console.error(`not published: ${reason}`)
  console.log(`published ${counted(published, 'packet')} of ${counted(trackers, 'tracker')} again`)
  if (unreadable.length > 0) process.exitCode = 1
}

/**
 * Asks the user for confirmation.
 * @throws Error if there is no terminal on which to ask
 */
async function confirmed({ yes }: Flags, question: string): Promise<boolean> {
  if (yes) return true
  if (!process.stdin.isTTY) throw new Error(`${question} Nobody can be asked here: say --yes, or --dry-run to only look`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

function parseAddress(text: string): { host: string; port: number } {
  const parts = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(text)
  const port = Number(parts?.[3])
  if (!parts || port < 1 || port > 65_535)
    throw new InvalidArgumentError('host and port are needed, such as 127.0.0.1:5000 or [::1]:5000')
  return { host: (parts[1] ?? parts[2]) as string, port }
}

function parseOffset(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isInteger(value) || value < -720 || value > 840)
    throw new InvalidArgumentError('must be whole minutes from -720 to 840')
  return value
}

function parseSpeed(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0) || value === Infinity) throw new InvalidArgumentError('must be a number from 0')
  return value
}
