import { FixValidity, type Fix } from '@roadbook/contracts'
import { findProtocol, PROTOCOLS } from '../registry.js'
import { Conversation } from '../testing/conversation.js'
import { rolledOver } from './put-right.js'

const DAY = 86_400_000
const ROLL_OVER = 7_168 * DAY
const NOW = Date.UTC(2026, 10, 28, 12)
const IMEI = '352625698104217'

describe('a date of weeks that rolled over', () => {
  it.each([
    ['a moment ago', 4_000],
    ['last night, out of a buffer', 9 * 3_600_000],
    ['six weeks ago, out of a buffer', 42 * DAY],
    ['an hour ahead, of a clock that keeps the time of Vaduz', -3_600_000],
    ['eight hours ahead, of a clock that keeps the time of Shenzhen', -8 * 3_600_000],
  ])('is put right that was sent %s', (_, lag) => {
    expect(rolledOver(NOW - lag - ROLL_OVER, NOW)).toBe(NOW - lag)
    expect(rolledOver(NOW - lag - 2 * ROLL_OVER, NOW)).toBe(NOW - lag)
    expect(rolledOver(NOW - lag + ROLL_OVER, NOW)).toBe(NOW - lag)
  })

  it.each([
    ['of now', NOW],
    ['of a buffer of two years', NOW - 800 * DAY],
    ['of a clock that was never set', Date.UTC(2000, 0, 1)],
    ['of the first week of GPS', Date.UTC(1980, 0, 6)],
    ['of 1970', 0],
    ['half a roll-over ago', NOW - ROLL_OVER / 2],
    ['half a year beside a roll-over', NOW - ROLL_OVER - 180 * DAY],
    ['a week ahead', NOW + 7 * DAY],
  ])('is not seen in one %s', (_, time) => {
    expect(rolledOver(time, NOW)).toBeUndefined()
  })
})

/** Returns all fixes decoded from one report of a protocol's simulated tracker. */
function fixesOf(name: string, positionedAt: number, session: { now?: number; utcOffsetMinutes?: number } = {}): Fix[] {
  const protocol = findProtocol(name)!
  const { tracker } = protocol
  const fix: Fix = { positionedAt, validity: FixValidity.valid, latitude: 47.14, longitude: 9.52, satellites: 9, hdop: 1 }
  const talk = new Conversation(protocol, session.now ?? NOW, IMEI)
  Object.assign(talk.state, session)
  if (tracker!.login) talk.push(tracker!.login(IMEI))
  return talk.push(tracker!.packet(IMEI, [fix])).said.flatMap((said) => ('fixes' in said ? (said.fixes ?? []) : []))
}

const NAMES = PROTOCOLS.filter(({ tracker }) => tracker !== undefined).map(({ name }) => name)

describe.each(NAMES)('%s', (name) => {
  it('puts the date of a receiver right that does not know of the roll-over', () => {
    const [fix] = fixesOf(name, NOW - 5_000 - ROLL_OVER)
    expect(fix).toMatchObject({ positionedAt: NOW - 5_000, validity: FixValidity.valid })
    expect(fix!.attributes?.deviceTime).toBeDefined()
  })

  it('leaves a right date as it is, also a very old one', () => {
    for (const time of [NOW - 5_000, NOW - 700 * DAY]) expect(fixesOf(name, time)[0]!.positionedAt).toBe(time)
  })

  it('makes UTC of the local time that is configured for the device', () => {
    const { localTime } = findProtocol(name)!
    if (localTime?.isOfPositions === false) return
    const standard = localTime?.standardMinutes ?? 0
    const [asStandard] = fixesOf(name, NOW - 5_000)
    const [moved] = fixesOf(name, NOW - 5_000, { utcOffsetMinutes: standard - 420 })
    expect(moved!.positionedAt - asStandard!.positionedAt).toBe(420 * 60_000)
  })
})

describe('dates with two digits of the year', () => {
  it('are put right after two roll-overs, which look like a year to come', () => {
    const at = new Date(NOW - 5_000 - 2 * ROLL_OVER).toISOString().replace(/\D/g, '')
    const [date, time] = [at.slice(2, 8), at.slice(8, 14)]
    const frame = Buffer.from(`(013612345678BR00${date}A4708.4000N00931.2000E000.0${time}000.0000000000L00000000)`)
    expect(findProtocol('tk103')!.decode(frame, { now: NOW })).toMatchObject({
      fixes: [{ positionedAt: NOW - 5_000, validity: FixValidity.valid, latitude: 47.14 }],
    })
  })

  it('are telemetry without a place, too', () => {
    const at = new Date(NOW - 5_000 - ROLL_OVER).toISOString().replace(/\D/g, '')
    const frame = Buffer.from(
      `(869000000000017,ZC20,${at.slice(6, 8)}${at.slice(4, 6)}${at.slice(2, 4)},${at.slice(8, 14)},4,391,121,1)`,
    )
    expect(findProtocol('tk103')!.decode(frame, { now: NOW })).toMatchObject({ fixes: [{ positionedAt: NOW - 5_000 }] })
  })
})
