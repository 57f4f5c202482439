import { crc16Ibm } from '@roadbook/bytes'
import { FixValidity, type Fix } from '@roadbook/contracts'
import { findProtocol, PROTOCOLS, type Protocol } from '@roadbook/protocols'

/**
 * Rounds. The benchmark measures how fast frames become fixes, compared with the minimum that must be done with their bytes: one
 * pass of the checksum. Frames have ten records with an e-bike's telemetry; figures for single records are printed above. Each
 * round runs limit, system, limit; the median of the ratios of three rounds counts. A round whose two limits differ by more than
 * a fifth is discarded.
 */
const ROUNDS = 3
const ATTEMPTS = 12
const ROUND_MS = 400
const NOW = Date.UTC(2026, 0, 1)

/** Minimum rate for every protocol on one core, in frames per second. Each frame contains one fix. */
const FLOOR = 100_000

const teltonika = findProtocol('teltonika')
if (!teltonika?.tracker) throw new Error('no Teltonika protocol')
const { tracker, decode, frame: cut } = teltonika

const single = measure(1)
const batch = measure(10)
console.log(`1 record:   ${describe(single)}`)
console.log(`10 records: ${describe(batch)}`)
const others = PROTOCOLS.map((protocol) => ({ protocol: protocol.name, framesPerSecond: Math.round(framesPerSecond(protocol)) }))
for (const { protocol, framesPerSecond: rate } of others)
  console.log(`${protocol}: ${rate} frames/s${rate < FLOOR ? ', below the floor' : ''}`)
const slowest = others.reduce((one, other) => (other.framesPerSecond < one.framesPerSecond ? other : one))
const rounded = ({ system, limit, ratio }: Result) => ({
  system: Math.round(system),
  limit: Math.round(limit),
  ratio: Number(ratio.toFixed(2)),
})
console.log(JSON.stringify({ bench: 'decode', ...rounded(batch), unit: 'frames/s', singleRecord: rounded(single), slowest }))
if (batch.ratio < 0.35 || single.ratio < 0.15 || slowest.framesPerSecond < FLOOR) process.exitCode = 1

interface Result {
  system: number
  limit: number
  ratio: number
}

function measure(records: number): Result {
  const frames = Array.from({ length: 64 }, (_, nth) =>
    tracker.packet(
      '',
      Array.from({ length: records }, (_fix, at) => aFix(nth * 100 + at)),
    ),
  )
  const session = { identity: '356307042441013', now: NOW }
  let sink = 0
  const checksum = (frame: Buffer) => (sink += crc16Ibm(frame, 8, frame.length - 4))
  const decodeOne = (frame: Buffer) => {
    const found = cut(frame)
    if (found === 'more' || 'kind' in found) throw new Error('a frame was not cut')
    const decoded = decode(found.frame, session)
    if (decoded.kind !== 'packet' || decoded.fixes.length !== records) throw new Error('a frame was not decoded')
    sink += decoded.fixes.length
  }
  perSecond(frames, checksum)
  perSecond(frames, decodeOne)
  const rounds: Result[] = []
  for (let attempt = 0; attempt < ATTEMPTS && rounds.length < ROUNDS; attempt++) {
    const before = perSecond(frames, checksum)
    const system = perSecond(frames, decodeOne)
    const after = perSecond(frames, checksum)
    const limit = (before + after) / 2
    if (Math.abs(before - after) <= 0.2 * limit) rounds.push({ system, limit, ratio: system / limit })
  }
  if (rounds.length < ROUNDS || sink === 0) throw new Error('the machine is too busy to measure')
  return rounds.sort((one, other) => one.ratio - other.ratio)[Math.floor(ROUNDS / 2)]!
}

/** Returns frames per second of CPU time, which does not depend on other processes on the machine. */
function perSecond(frames: readonly Buffer[], work: (frame: Buffer) => void): number {
  const started = process.cpuUsage()
  const till = performance.now() + ROUND_MS
  let count = 0
  while (performance.now() < till) {
    for (const frame of frames) work(frame)
    count += frames.length
  }
  const { user, system } = process.cpuUsage(started)
  return (count / (user + system)) * 1e6
}

/** Returns the best of three rates. Frames are cut and decoded one by one, as a connection delivers them. */
function framesPerSecond(protocol: Protocol): number {
  const imei = '356307042441013'
  const sent = Array.from({ length: 64 }, (_, nth) => protocol.tracker!.packet(imei, [aFix(nth)]))
  const session = { identity: imei, now: NOW }
  const work = (bytes: Buffer) => {
    const cut = protocol.frame(bytes)
    if (cut === 'more' || 'kind' in cut) throw new Error(`a frame of ${protocol.name} was not cut`)
    const decoded = protocol.decode(cut.frame, session)
    if (!('fixes' in decoded) || decoded.fixes?.length !== 1) throw new Error(`a frame of ${protocol.name} was not decoded`)
  }
  perSecond(sent, work)
  return Math.max(perSecond(sent, work), perSecond(sent, work), perSecond(sent, work))
}

function describe({ system, limit, ratio }: Result): string {
  return `${Math.round(system)} frames/s, ${Math.round(ratio * 100)} % of the checksum alone (${Math.round(limit)}/s)`
}

function aFix(nth: number): Fix {
  return {
    positionedAt: NOW - 3_600_000 + nth * 1000,
    validity: FixValidity.valid,
    latitude: 49.4 + nth / 10_000,
    longitude: 8.67,
    altitudeM: 110,
    speedKph: 21,
    heading: 90,
    satellites: 11,
    hdop: 0.9,
    ignition: true,
    movement: true,
    odometerM: 1_234_567 + nth,
    externalBatteryMv: 36_500,
    batteryMv: 4_050,
    batteryPercent: 96,
    gsmSignal: 4,
    attributes: { gnssStatus: 1, sleepMode: 0, pdop: 1.4 },
  }
}
