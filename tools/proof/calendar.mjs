import { findFaketime } from '../test/parts.mjs'
import { jest } from '../test/suites.mjs'

/**
 * Moments in UTC, each with the machine's time zone. The first is an ordinary Tuesday. If a test fails at this moment, the
 * calendar is not the cause.
 */
const MOMENTS = [
  '2026-12-01T12:00@UTC',
  '2026-12-03T00:05@UTC',
  '2026-11-29T23:30@UTC',
  '2026-12-31T23:05@UTC',
  '2027-02-28T23:58@UTC',
  '2027-03-26T00:55@Europe/Amsterdam',
  '2027-03-28T00:59@Europe/Amsterdam',
  '2027-06-30T22:20@UTC',
  '2027-10-31T00:59@Europe/Amsterdam',
  '2028-02-29T12:00@UTC',
  '2026-12-02T12:00@America/Los_Angeles',
  '2026-12-02T12:00@Pacific/Auckland',
]
/** Suites in `tests/integration` that count days, months or the ends of periods. */
const COUNT_DAYS =
  'api/(analytics|alert-telling|case-room|dashboard|day-sums|device-status|entity-timeline|install-moves|insurances|logbook|maintenance|missing|report|subscription|trip|vehicle-shares)|database/|security/(audit|forgotten-where)|track-store/'

/**
 * Runs unit and portal tests, and the suites that count days, with the clocks of all processes started at difficult
 * moments. WALK sets other moments: `WALK='2027-03-28T00:55@Europe/Amsterdam'`.
 * @returns {Promise<import('../test/suites.mjs').FileResult[]>} one per moment
 */
export async function walkTheCalendar() {
  const library = await findFaketime()
  if (!library) {
    const said = 'libfaketime is missing (Debian: apt-get install faketime)'
    return [{ file: 'faketime', seconds: 0, tests: [{ name: 'is there', state: 'failed', said }] }]
  }
  const moments = process.env.WALK?.trim().split(/\s+/) ?? MOMENTS
  const walked = []
  for (const moment of moments) {
    const [at, zone] = moment.split('@')
    console.log(`\n--- ${at} UTC, the machine in ${zone}`)
    // Sets an offset instead of a date. With an offset, all processes, including PostgreSQL, share one running clock.
    // Monotonic clocks and file times are not shifted.
    const offset = Math.round((Date.parse(`${at}Z`) - Date.now()) / 1_000)
    const env = {
      TZ: zone,
      LD_PRELOAD: library,
      FAKETIME: `${offset < 0 ? '' : '+'}${offset}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // Without the second variable, a JVM would wait for ever.
      NO_FAKE_STAT: '1',
      FAKETIME_FORCE_MONOTONIC_FIX: '0',
      ROADBOOK_WITHOUT_KAFKA: 'true',
    }
    const files = [
      ...(await jest('unit', { env })),
      ...(await jest('portal', { env })),
      ...(await jest('integration', { args: ['--testPathPatterns', `tests/integration/(${COUNT_DAYS})`], env })),
    ]
    walked.push({
      file: moment,
      seconds: files.reduce((sum, { seconds }) => sum + seconds, 0),
      tests: files.flatMap(({ file, tests }) => tests.map((test) => ({ ...test, name: `${file}: ${test.name}` }))),
    })
  }
  return walked
}
