import { FixValidity, byReception } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import { asideReason } from '@roadbook/track-store'
import type { TraccarPosition } from '../source/model.js'
import { packetsOf } from './packets.js'

const TRACKER = { imei: '352625698104217', uniqueId: '352625698104217' }
const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const BEGIN = Date.UTC(2026, 2, 2, 8)

/** Returns a position that Traccar received two seconds after its fix, unless `serverTime` is given. */
const at = (fixTime: number, serverTime = fixTime + 2_000, more: object = {}): TraccarPosition => ({
  id: fixTime,
  fixTime,
  serverTime,
  json: JSON.stringify({
    protocol: 'gl200',
    fixTime,
    deviceTime: fixTime,
    serverTime,
    valid: true,
    latitude: 49.4,
    longitude: 8.69,
    speed: 10,
    course: 90,
    altitude: 0,
    accuracy: 0,
    attributes: {},
    ...more,
  }),
})
const drive = (from: number, count: number): TraccarPosition[] => Array.from({ length: count }, (_, n) => at(from + n * MINUTE))

/**
 * Returns the time of each reading as the consumer process evaluates it. If the reading is set aside, also returns the
 * reason.
 */
const judged = (positions: readonly TraccarPosition[]) => {
  const page = [...positions].sort((a, b) => a.fixTime - b.fixTime)
  const packets = packetsOf(TRACKER, page).messages.map(({ value }) => decodePacket(value))
  return packets
    .flatMap(byReception)
    .flatMap(({ fixes, receivedAt }) => fixes.map((fix) => [fix.positionedAt, receivedAt, asideReason(fix, receivedAt)]))
}
const kept = ({ fixTime, serverTime }: TraccarPosition) => [fixTime, serverTime, undefined]

it('a stray dated ahead is set aside, and the true positions around it are kept', () => {
  const [true1, true2] = [drive(BEGIN, 30), drive(BEGIN + DAY, 30)]
  const stray = at(BEGIN + DAY + 10 * MINUTE + 1, BEGIN + 4 * 60 * MINUTE)
  const readings = judged([...true1, stray, ...true2])
  expect(readings.filter(([, , reason]) => reason === undefined)).toEqual([...true1, ...true2].map(kept))
  expect(readings.filter(([, , reason]) => reason !== undefined)).toEqual([
    [stray.fixTime, stray.serverTime, FixValidity.implausibleTime],
  ])
})

it('a stray as the last of its packet leaves the others as they are', () => {
  const drives = drive(BEGIN + DAY, 49)
  const stray = at(BEGIN + DAY + 49 * MINUTE, BEGIN + DAY - 20 * 60 * MINUTE)
  expect(judged([...drives, stray])).toEqual([
    ...drives.map(kept),
    [stray.fixTime, stray.serverTime, FixValidity.implausibleTime],
  ])
})

it('a vehicle that was laid up for three years keeps what came before and after', () => {
  const drives = [...drive(BEGIN - 1_100 * DAY, 10), ...drive(BEGIN, 10)]
  expect(judged(drives)).toEqual(drives.map(kept))
})

it('fixes of one reception share it, and a packet of one has no list of receptions', () => {
  const old = { deviceTime: BEGIN + 5 * MINUTE }
  const [message] = packetsOf(TRACKER, [at(BEGIN, BEGIN + 5 * MINUTE + 2_000, old)]).messages
  const packet = decodePacket(message!.value)
  expect(packet).toMatchObject({ receivedAt: BEGIN + 5 * MINUTE + 2_000, protocol: 'traccar/gl200' })
  expect(packet.fixes.map(({ positionedAt }) => positionedAt)).toEqual([BEGIN, BEGIN + 5 * MINUTE])
  expect(packet.receptions).toBeUndefined()
})

it('a packet has at most 50 fixes, and at most 64,000 characters of positions', () => {
  const sizes = (page: TraccarPosition[]) =>
    packetsOf(TRACKER, page).messages.map(({ value }) => decodePacket(value).fixes.length)
  expect(sizes(drive(BEGIN, 120))).toEqual([50, 50, 20])
  const long = drive(BEGIN, 10).map((one) => at(one.fixTime, one.serverTime, { attributes: { raw: 'f'.repeat(20_000) } }))
  expect(sizes(long)).toEqual([3, 3, 3, 1])
})

it('counts positions that can never be stored by their reason', () => {
  const broken = { ...at(BEGIN), json: '{"latitude":1,"longitude":2}' }
  expect(packetsOf(TRACKER, [broken, at(BEGIN)])).toMatchObject({
    fixes: 1,
    refused: ['position.fixTime must be a time in ISO 8601'],
  })
})
