import { FixValidity } from '@roadbook/contracts'
import { checkInstallation, type SeenFix, type SeenInstallation } from './check-installation.js'

const INSTALLED = Date.parse('2025-11-21T12:00:00Z')
/** Returns the time this many seconds after the installation, in milliseconds since 1970. */
const at = (seconds: number) => INSTALLED + seconds * 1_000
const fix = (seconds: number, more: Partial<SeenFix> = {}): SeenFix => ({
  positionedAt: at(seconds),
  receivedAt: at(seconds),
  validity: FixValidity.valid,
  latitude: 52.0907,
  longitude: 5.1214,
  satellites: 9,
  hdop: 0.9,
  externalBatteryMv: 12_600,
  ...more,
})
const NO_FIX = { validity: FixValidity.noFix, latitude: null, longitude: null, satellites: 0, hdop: null }
const seen = (fixes: SeenFix[], more: Partial<SeenInstallation> = {}): SeenInstallation => ({
  installedAt: INSTALLED,
  heardAt: null,
  doubtedAt: null,
  protocol: 'teltonika',
  isClockWrong: false,
  fixes,
  passedAt: {},
  verifiedAt: null,
  ...more,
})
const after = (seconds: number, installation: SeenInstallation) => checkInstallation(installation, at(seconds))
const states = (seconds: number, installation: SeenInstallation) =>
  Object.fromEntries(after(seconds, installation).checks.map(({ name, state, cause }) => [name, cause ?? state]))

describe('checking an installation', () => {
  it('G-57 D.7 waits for all four at first, and counts the seconds', () => {
    const found = after(42, seen([]))
    expect(found).toMatchObject({ state: 'waiting', waitedS: 42, silentS: 42, cause: null, isOverdue: false })
    expect(found.checks.map(({ name, state }) => [name, state])).toEqual(
      ['network', 'gps', 'external-battery', 'position'].map((name) => [name, 'waiting']),
    )
  })

  it('G-57 T-01 is verified by one good message, with the time at which it arrived', () => {
    expect(after(30, seen([fix(21)]))).toMatchObject({ state: 'verified', verifiedAt: at(21), waitedS: 21, cause: null })
  })

  it('G-57 turns each check with the message that brings it', () => {
    const fixes = [fix(10, { ...NO_FIX, externalBatteryMv: null })]
    expect(states(20, seen(fixes))).toEqual({
      network: 'passed',
      gps: 'waiting',
      'external-battery': 'waiting',
      position: 'waiting',
    })
    fixes.push(fix(20, NO_FIX))
    expect(states(20, seen(fixes))).toMatchObject({ gps: 'waiting', 'external-battery': 'passed', position: 'waiting' })
    fixes.push(fix(40))
    expect(after(41, seen(fixes))).toMatchObject({ state: 'verified', verifiedAt: at(40) })
  })

  it('G-57 names a wrong clock at once, and neither its aerial nor its power lead', () => {
    const wrong = (seconds: number, fixes: SeenFix[] = []) =>
      states(seconds, seen(fixes, { heardAt: at(10), isClockWrong: true }))
    for (const seconds of [12, 300]) {
      expect(wrong(seconds)).toEqual({
        network: seconds === 12 ? 'passed' : 'silent',
        gps: 'wrong-clock',
        'external-battery': 'waiting',
        position: 'waiting',
      })
    }
    // With a clock seven hours behind, all fixes seem to be from before the installation.
    expect(wrong(60, [fix(-25_200, { receivedAt: at(20) })]).gps).toBe('wrong-clock')
    expect(wrong(30, [fix(21)]).gps).toBe('passed')
  })

  it('G-57 does not verify by what was sent before the installation, whenever it arrives', () => {
    const replayed = [fix(-600), fix(-60, { receivedAt: at(10) })]
    expect(after(20, seen(replayed))).toMatchObject({ state: 'waiting', verifiedAt: null })
    expect(states(20, seen(replayed, { heardAt: at(10) }))).toEqual({
      network: 'passed',
      gps: 'waiting',
      'external-battery': 'waiting',
      position: 'waiting',
    })
    expect(states(20, seen([], { heardAt: at(-1) })).network).toBe('waiting')
  })

  it('R-115 calls the network disconnected after 3 minutes without a message', () => {
    expect(states(179, seen([])).network).toBe('waiting')
    expect(after(180, seen([]))).toMatchObject({ state: 'suspect', cause: 'no-message', isOverdue: false, silentS: 180 })
  })

  it('R-115 calls it disconnected when it went silent, and does not when a check is all that is missing', () => {
    const heard = seen([fix(10, NO_FIX)])
    expect(after(189, heard).checks[0]).toMatchObject({ state: 'passed' })
    expect(after(190, heard)).toMatchObject({ cause: 'silent', silentS: 180 })
  })

  it('G-105 says at once that another sender speaks in its name, and no longer when the tracker itself does', () => {
    expect(states(20, seen([], { doubtedAt: at(-1) })).network).toBe('waiting')
    expect(after(20, seen([], { doubtedAt: at(10) }))).toMatchObject({ state: 'suspect', cause: 'doubted-sender' })
    expect(states(30, seen([fix(25)], { doubtedAt: at(10) })).network).toBe('passed')
    expect(after(205, seen([fix(25, NO_FIX)], { doubtedAt: at(200) }))).toMatchObject({ cause: 'doubted-sender', silentS: 180 })
    expect(after(205, seen([fix(25, NO_FIX)], { doubtedAt: at(10) }))).toMatchObject({ cause: 'silent', silentS: 180 })
  })

  it('R-114 calls the tracker wrongly connected or defective after 5 minutes, with the likely cause', () => {
    expect(after(299, seen([])).isOverdue).toBe(false)
    expect(after(300, seen([]))).toMatchObject({ state: 'suspect', cause: 'no-message', isOverdue: true })
    const covered = seen([10, 100, 200, 290].map((seconds) => fix(seconds, NO_FIX)))
    expect(after(300, covered)).toMatchObject({ cause: 'no-fix', isOverdue: true })
  })

  it('R-114 blames nothing while the first messages have only just come', () => {
    const late = seen([], { heardAt: at(290) })
    expect(after(300, late)).toMatchObject({ state: 'waiting', cause: null, isOverdue: true })
  })

  it.each<[string, Partial<SeenFix>, Record<string, string>]>([
    ['a covered antenna', NO_FIX, { gps: 'no-fix', position: 'waiting', 'external-battery': 'passed' }],
    ['too few satellites', { validity: FixValidity.tooFewSatellites, satellites: 3 }, { gps: 'weak-gps' }],
    ['a dilution that makes a position of no use', { hdop: 9.9 }, { gps: 'weak-gps' }],
    ['0, 0', { latitude: 0, longitude: 0 }, { gps: 'passed', position: 'implausible-position' }],
    ['0, 0 as the consumer calls it', { validity: FixValidity.invalidCoordinates }, { position: 'implausible-position' }],
    ['jumps', { validity: FixValidity.implausibleSpeed }, { gps: 'passed', position: 'implausible-position' }],
    ['no voltage told', { externalBatteryMv: null }, { 'external-battery': 'no-voltage', gps: 'passed', position: 'passed' }],
    ['a blown fuse', { externalBatteryMv: 40 }, { 'external-battery': 'low-voltage' }],
  ])('R-114 tells %s after 3 minutes by what arrives', (_what, more, found) => {
    const fixes = [5, 90, 180].map((seconds) => fix(seconds, more))
    expect(states(186, seen(fixes))).toMatchObject(found)
    expect(after(186, seen(fixes)).state).toBe('suspect')
  })

  it('G-57 tells a blown fuse at once, because that is measured, and passes when it is mended', () => {
    const blown = fix(10, { externalBatteryMv: 0 })
    expect(after(11, seen([blown])).cause).toBe('low-voltage')
    expect(after(31, seen([blown, fix(30)]))).toMatchObject({ state: 'verified', verifiedAt: at(30) })
  })

  it('G-57 keeps what passed, whatever comes later', () => {
    const passedAt = { network: at(5), gps: at(5), position: at(5) }
    const roofed = seen([fix(600, { ...NO_FIX, externalBatteryMv: 12_400 })], { passedAt })
    expect(after(601, roofed)).toMatchObject({ state: 'verified', verifiedAt: at(600) })
    const done = seen([], { passedAt: { ...passedAt, 'external-battery': at(6) }, verifiedAt: at(6) })
    expect(after(86_400, done)).toMatchObject({ state: 'verified', verifiedAt: at(6), waitedS: 6, silentS: 0, cause: null })
  })
})

describe('a tracker that cannot tell the voltage of the vehicle', () => {
  const mute = { externalBatteryMv: null }

  it('G-57 is verified without it, and says so', () => {
    const found = seen([fix(10, mute)], { protocol: 'h02' })
    expect(after(11, found)).toMatchObject({ state: 'verified', verifiedAt: at(10) })
    expect(states(11, found)['external-battery']).toBe('unreported')
  })

  it('G-57 is known by three reports where only some models of a protocol tell it', () => {
    const reports = [10, 20, 30].map((seconds) => fix(seconds, mute))
    expect(after(25, seen(reports.slice(0, 2), { protocol: 'gt06' })).state).toBe('waiting')
    expect(after(31, seen(reports, { protocol: 'gt06' }))).toMatchObject({ state: 'verified' })
    expect(after(31, seen(reports, { protocol: 'teltonika' })).state).toBe('waiting')
  })

  it.each([null, 'new'])('G-57 is expected to tell nothing where its protocol is %s', (protocol) => {
    const reports = [10, 20, 30].map((seconds) => fix(seconds, mute))
    expect(after(25, seen(reports.slice(0, 2), { protocol })).state).toBe('waiting')
    expect(states(31, seen(reports, { protocol }))['external-battery']).toBe('unreported')
  })

  it('G-57 is judged by the voltage where it does tell one', () => {
    const told = fix(10, { externalBatteryMv: 300 })
    expect(after(11, seen([told], { protocol: 'gt06' })).cause).toBe('low-voltage')
  })
})
