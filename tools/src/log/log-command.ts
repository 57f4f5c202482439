import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { Topic } from '@roadbook/contracts'
import { systemClock } from '@roadbook/testing'
import { Command, Option } from 'commander'
import { framesOfLog } from '../replay/selection.js'
import { counted } from '../replay/report.js'
import { READABLE_TOPICS } from './describe-message.js'
import { describeStats } from './describe-stats.js'
import { imeiOption, parseCount, parseInstant, parsePartitions } from './parse-options.js'
import { raisePartitions } from './raise-partitions.js'
import { lineOfFrame } from './stored-frame.js'
import { tail } from './tail.js'
import { withEventLog } from './with-event-log.js'

const SINCE_MS = 15 * 60_000

/** `roadbook log`: reads the event log, and gives it more partitions. */
export function logCommand(): Command {
  return new Command('log')
    .description('the event log: what comes in, what waits')
    .addCommand(tailCommand())
    .addCommand(exportCommand())
    .addCommand(statsCommand())
    .addCommand(partitionsCommand())
}

interface TailFlags {
  topic?: keyof typeof READABLE_TOPICS
  imei: string[]
  from?: number
  till?: number
  lines: number
  raw: boolean
  follow: boolean
}

function tailCommand(): Command {
  return new Command('tail')
    .description('what trackers sent lately: packets, events, rejected frames')
    .addOption(new Option('--topic <topic>', 'only this one').choices(Object.keys(READABLE_TOPICS)))
    .addOption(imeiOption())
    .option('--from <time>', 'since a time, or how long ago: 2h, 3d (default: 15m)', parseInstant)
    .option('--till <time>', 'before', parseInstant)
    .option('--lines <count>', 'at most the newest so many', parseCount, 50)
    .option('--raw', 'packets as lines that "roadbook replay --file" reads', false)
    .option('--follow', 'go on with what comes, until Ctrl+C', false)
    .action(({ topic, imei: imeis, from = Date.now() - SINCE_MS, till, lines, raw, follow }: TailFlags) =>
      untilInterrupted((signal) =>
        withEventLog((log) =>
          tail({
            log,
            topics: topic ? [READABLE_TOPICS[topic]] : raw ? [Topic.packets] : Object.values(READABLE_TOPICS),
            imeis,
            from,
            ...(till !== undefined && { till }),
            most: lines,
            raw,
            follow,
            signal,
            clock: systemClock,
            say: (line) => console.log(line),
          }),
        ),
      ),
    )
}

interface ExportFlags {
  imei: string[]
  from?: number
  till?: number
}

function exportCommand(): Command {
  return new Command('export')
    .description('stored packets as a file that "roadbook replay --file" reads: one JSON object a line')
    .argument('<file>', '"-" for the standard output')
    .addOption(imeiOption())
    .option('--from <time>', 'received since: 2025-11-20, 2025-11-20T07:00Z, or how long ago: 2h, 3d', parseInstant)
    .option('--till <time>', 'received before', parseInstant)
    .action((file: string, { imei: imeis, ...period }: ExportFlags) =>
      withEventLog(async (log) => {
        const output = file === '-' ? process.stdout : createWriteStream(file, { mode: 0o600 })
        const failed = once(output, 'error').then(([error]) => Promise.reject(error as Error))
        failed.catch(() => undefined)
        let count = 0
        const source = framesOfLog(log, (reason) => console.error(`no packet: ${reason}`))
        for await (const frame of source.frames({ imeis, ...period })) {
          count++
          if (!output.write(`${lineOfFrame(frame)}\n`)) await Promise.race([once(output, 'drain'), failed])
        }
        if (output === process.stdout) return
        output.end()
        await Promise.race([once(output, 'finish'), failed])
        console.log(`${counted(count, 'packet')} in ${file}`)
      }),
    )
}

function statsCommand(): Command {
  return new Command('stats')
    .description('how much each topic holds, how fast it grows, and who has not read it yet')
    .action(() =>
      withEventLog(async (log) => {
        for (const topic of Object.values(Topic)) {
          for (const line of describeStats(topic, await log.stats(topic), Date.now())) console.log(line)
        }
      }),
    )
}

function partitionsCommand(): Command {
  return new Command('partitions')
    .description(
      'gives packets and events more partitions, for more consumers than there are partitions; gateways must be stopped',
    )
    .argument('<count>', 'partitions afterwards', parsePartitions)
    .action((count: number) => withEventLog((log) => raisePartitions(log, count, (line) => console.log(line))))
}

/**
 * Runs `work` until it ends or Ctrl+C is pressed. Ctrl+C ends only the work and not the process, so that the process can
 * still close its connections.
 */
async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const ending = new AbortController()
  const end = () => ending.abort()
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    await work(ending.signal)
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}
