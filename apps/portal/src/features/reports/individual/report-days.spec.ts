import type { ReportTrip } from '../report.js'
import { stretchesOf } from './report-days.js'

const ZONE = 'Europe/Amsterdam'
const NOW = Date.parse('2028-01-01T00:00:00Z')

/** Returns the trips as drawn on the line of their day, in clock time: `01:50–02:10`. */
function drawn(...trips: [from: string, till: string | null][]): string[] {
  const clock = (minute: number) => [minute / 60, minute % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
  const reported = trips.map(([trip_started_at, trip_ended_at]) => ({ trip_started_at, trip_ended_at }) as ReportTrip)
  return stretchesOf(reported, ZONE, NOW).map(({ from, till }) => `${clock(from)}–${clock(till)}`)
}

describe('the line of a day', () => {
  it('R-133 draws a trip from when it began until it ended, by the clock', () => {
    expect(drawn(['2027-06-01T06:00:30Z', '2027-06-01T06:45:10Z'], ['2027-06-01T08:00Z', '2027-06-01T09:00Z'])).toEqual([
      '08:00–08:45',
      '10:00–11:00',
    ])
  })

  it('R-133 ends with its day what goes on after midnight, also where it goes on now', () => {
    expect(drawn(['2027-06-01T21:30Z', '2027-06-02T05:00Z'])).toEqual(['23:30–24:00'])
    expect(drawn(['2027-06-01T21:30Z', null])).toEqual(['23:30–24:00'])
    expect(drawn(['2027-03-28T00:50Z', '2027-03-28T22:30Z'])).toEqual(['01:50–24:00'])
  })

  it('R-133 draws a trip as long as it lasted where clocks are put forward meanwhile', () => {
    expect(drawn(['2027-03-28T00:50Z', '2027-03-28T01:10Z'])).toEqual(['01:50–02:10'])
  })

  it('R-133 draws a trip as long as it lasted where clocks are put back meanwhile', () => {
    expect(drawn(['2027-10-31T00:50Z', '2027-10-31T01:10Z'])).toEqual(['02:50–03:10'])
    expect(drawn(['2027-10-31T00:10Z', '2027-10-31T22:50Z'])).toEqual(['02:10–24:00'])
  })

  it('R-133 draws no trip over another one in the hour that comes twice', () => {
    expect(drawn(['2027-10-31T00:40Z', '2027-10-31T00:55Z'], ['2027-10-31T01:30Z', '2027-10-31T01:45Z'])).toEqual([
      '02:40–02:55',
      '02:55–03:10',
    ])
    expect(drawn(['2027-10-31T00:40Z', '2027-10-31T00:55Z'], ['2027-10-31T03:30Z', '2027-10-31T03:45Z'])).toEqual([
      '02:40–02:55',
      '04:30–04:45',
    ])
  })
})
