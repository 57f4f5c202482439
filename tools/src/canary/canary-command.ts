import { isImei } from '@roadbook/geo'
import { startHealthServer } from '@roadbook/platform'
import { findProtocol, PROTOCOLS } from '@roadbook/protocols'
import { Command, InvalidArgumentError, Option } from 'commander'
import { canaryMetrics } from './canary-metrics.js'
import { LiveView } from './live-view.js'
import { type Outcome, round } from './round.js'
import { watch } from './watch.js'

/** Protocols in which the canary can send. */
const SPOKEN = PROTOCOLS.filter(({ tracker }) => tracker).map(({ name }) => name)

interface Flags {
  imei: string
  gateway: { host: string; port: number }
  portal: string
  protocol: string
  at: { latitude: number; longitude: number }
  every: number
  within: number
  metricsPort: number
  once: boolean
}

/** `roadbook canary`: sends positions as a tracker and looks for them on the live map, until SIGINT or SIGTERM. */
export function canaryCommand(): Command {
  return new Command('canary')
    .description('send positions as a tracker, and report when the live map does not show them')
    .requiredOption('--imei <imei>', 'a registered tracker, installed on a vehicle that no customer uses', readImei)
    .requiredOption('--gateway <host:port>', 'the address that trackers use', readAddress)
    .requiredOption('--portal <url>', 'the address that people use; CANARY_TOKEN is an API token for its live channel', readUrl)
    .addOption(new Option('--protocol <name>', 'what the tracker sends').choices(SPOKEN).default('teltonika'))
    .option('--at <latitude,longitude>', 'where the vehicle stands', readPlace, readPlace('47.1410,9.5209'))
    .option('--every <seconds>', 'between two positions', readSeconds, 10)
    .option('--within <seconds>', 'until the map must show a position', readSeconds, 15)
    .option('--metrics-port <port>', 'for Prometheus', Number, 9105)
    .option('--once', 'send one position; the exit code is 1 if the map does not show it', false)
    .action(run)
}

async function run({ imei, gateway, portal, protocol, at, every, within, metricsPort, once }: Flags): Promise<void> {
  const token = process.env.CANARY_TOKEN
  if (!token) throw new Error('CANARY_TOKEN is missing. Create an API token for the live channel in the portal, and set it.')
  const ending = new AbortController()
  const end = () => ending.abort()
  process.once('SIGINT', end).once('SIGTERM', end)
  const view = new LiveView(portal, token)
  const options = {
    tracker: { ...gateway, imei, protocol: findProtocol(protocol) },
    view,
    place: at,
    withinMs: within * 1_000,
    signal: ending.signal,
  }
  try {
    if (once) {
      const outcome = await round(options)
      console.log(sentence(outcome))
      if (!outcome.isSeen) process.exitCode = 1
      return
    }
    const { registry, write } = canaryMetrics()
    const server = await startHealthServer({ port: metricsPort, registry, ready: {} })
    console.log(`canary ${imei}: metrics at port ${server.port}`)
    const say = onChange((outcome) => console.log(`${new Date().toISOString()} ${sentence(outcome)}`))
    const report = (outcome: Outcome) => {
      write(outcome)
      say(outcome)
    }
    await watch({ ...options, everyMs: every * 1_000, report })
    await server.close()
  } finally {
    view.close()
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

const sentence = (outcome: Outcome) =>
  outcome.isSeen
    ? `ok: acknowledged after ${Math.round(outcome.acknowledgedMs)} ms, on the map after ${Math.round(outcome.seenMs)} ms`
    : `broken at ${outcome.brokenAt}: ${outcome.reason}`

/** Returns a function that reports an outcome only if its kind differs from that of the previous outcome. */
function onChange(report: (outcome: Outcome) => void): (outcome: Outcome) => void {
  let last: string | undefined
  return (outcome) => {
    const kind = outcome.isSeen ? 'ok' : outcome.brokenAt
    if (kind !== last) report(outcome)
    last = kind
  }
}

function readImei(text: string): string {
  if (!isImei(text)) throw new InvalidArgumentError('an IMEI has 15 digits')
  return text
}

function readAddress(text: string): Flags['gateway'] {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (!host || !port) throw new InvalidArgumentError('a host and a port are needed, such as trackers.example.com:5027')
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

function readUrl(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new InvalidArgumentError('an address is needed, such as https://fleet.example.com')
  return text
}

function readPlace(text: string): Flags['at'] {
  const [latitude = NaN, longitude = NaN, ...more] = text.split(',').map(Number)
  if (more.length > 0 || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180))
    throw new InvalidArgumentError('degrees are needed, such as 47.1410,9.5209')
  return { latitude, longitude }
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (!(seconds >= 1 && seconds <= 3_600)) throw new InvalidArgumentError('a number of seconds from 1 to 3600 is needed')
  return seconds
}
