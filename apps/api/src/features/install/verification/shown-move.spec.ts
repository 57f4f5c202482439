import { FixValidity } from '@roadbook/contracts'
import { destination } from '@roadbook/geo'
import { type MoveFix, type SaidMove, shownMove } from './shown-move.js'

const INSTALLED = Date.parse('2025-11-21T12:00:00Z')
const at = (seconds: number) => INSTALLED + seconds * 1_000
const PHONE = { latitude: 52.0907, longitude: 5.1214 }
/** Returns the point this many metres east of the phone. */
const east = (metres: number) => destination(PHONE, 90, metres)
const fix = (seconds: number, more: Partial<MoveFix> = {}): MoveFix => ({
  positionedAt: at(seconds),
  receivedAt: at(seconds),
  validity: FixValidity.valid,
  ...east(20),
  externalBatteryMv: 12_600,
  batteryMv: 4_000,
  ...more,
})
const OFF = { externalBatteryMv: 0 }
/** Tracker that reports no voltage. */
const MUTE = { externalBatteryMv: null, batteryMv: null }
const said = (fixes: MoveFix[], more: Partial<SaidMove> = {}): SaidMove => ({
  installedAt: INSTALLED,
  regainedAt: null,
  fixes,
  origin: east(-5_000),
  phone: PHONE,
  ...more,
})
const NOW = at(300)
/** The power goes off and on, and then a fix is beside the phone. */
const SHOWN = [fix(10), fix(60, OFF), fix(120), fix(200)]
const replaced = (index: number, more: Partial<MoveFix>) =>
  SHOWN.map((one, place) => (place === index ? { ...one, ...more } : one))
const onlyLast = (more: Partial<MoveFix>) => SHOWN.slice(0, 2).concat(fix(200, more))

describe('a tracker that is said to have moved (G-107)', () => {
  it.each<[string, SaidMove]>([
    ['its power went and came back, and it is beside the phone', said(SHOWN)],
    ['it was nowhere before', said(SHOWN, { origin: null })],
    ['its fixes come in any order', said(SHOWN.toReversed())],
    ['it is 290 m from where it was, and then 310 m', said([...onlyLast({}), fix(120)], { origin: east(-290) })],
  ])('is shown to have when %s', (_what, one) => {
    expect(shownMove(one, NOW)).toBe(at(120))
  })

  it.each<[string, SaidMove]>([
    ['nothing was sent', said([])],
    ['its power never went', said(SHOWN.map((one) => ({ ...one, externalBatteryMv: 12_600 })))],
    ['its power did not come back', said(replaced(2, OFF).map((one, place) => (place === 3 ? { ...one, ...OFF } : one)))],
    ['its power was only ever low before the first report', said([fix(120), fix(200)])],
    [
      'a report says nothing of the voltage, which is no power cut',
      said([fix(10), fix(60, { externalBatteryMv: null }), fix(200)]),
    ],
    ['its power went before the installation', said(SHOWN, { installedAt: at(90) })],
    ['all of it was recorded before and sent after the installation', said(SHOWN, { installedAt: at(250) })],
    ['it is 250 m from the phone', said(replaced(3, east(250)))],
    ['it was beside the phone, and went on', said([...SHOWN, fix(250, east(900))])],
    ['it is 250 m from where it was on the customer’s vehicle', said(SHOWN, { origin: east(270) })],
    ['it has had no position since', said(replaced(2, { validity: FixValidity.noFix }).slice(0, 3))],
    ['the position is from before its power went', said([fix(10), fix(60, OFF), fix(200, { validity: FixValidity.noFix })])],
    ['its position is implausible', said(onlyLast({ validity: FixValidity.implausibleSpeed }))],
    ['somebody else sent the position', said(onlyLast({ validity: FixValidity.quarantined }))],
    ['it is dated ahead', said([...SHOWN, fix(900)])],
  ])('is not when %s', (_what, one) => {
    expect(shownMove(one, NOW)).toBeNull()
  })

  it('is not by a position that is older than ten minutes, nor by power that came back more than an hour ago', () => {
    expect(shownMove(said(SHOWN), at(799))).toBe(at(120))
    expect(shownMove(said(SHOWN), at(801))).toBeNull()
    const later = [...SHOWN, fix(3_600), fix(3_700)]
    expect(shownMove(said(later), at(3_640))).toBe(at(120))
    expect(shownMove(said(later), at(3_710))).toBeNull()
  })
})

describe('a tracker that tells no voltage (G-107)', () => {
  const quiet = [fix(10, MUTE), fix(60, MUTE), fix(130, MUTE)]

  it.each<[string, SaidMove, number | null]>([
    ['began a session after a silence', said(quiet, { regainedAt: at(110) }), at(110)],
    ['began none', said(quiet), null],
    ['began one before the installation', said(quiet, { regainedAt: at(-10) }), null],
    ['was heard 20 s before it began one', said([...quiet, fix(90, MUTE)], { regainedAt: at(110) }), null],
    ['has sent no position since', said(quiet.slice(0, 2), { regainedAt: at(110) }), null],
    ['sent an older position since', said([fix(100, { ...MUTE, receivedAt: at(130) })], { regainedAt: at(110) }), null],
  ])('is judged by its sessions when it %s', (_what, one, shown) => {
    expect(shownMove(one, NOW)).toBe(shown)
  })

  it('is judged so when it tells it and has no battery of its own, but not when it would have gone on talking', () => {
    const told = (batteryMv: number | null) => said([fix(10, { batteryMv }), fix(130, { batteryMv })], { regainedAt: at(110) })
    expect(shownMove(told(null), NOW)).toBe(at(110))
    expect(shownMove(told(1_200), NOW)).toBe(at(110))
    expect(shownMove(told(3_900), NOW)).toBeNull()
  })
})
