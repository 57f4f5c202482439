import type { Fix } from '@roadbook/contracts'
import { destination } from '@roadbook/geo'
import { TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder, utc } from './track-builder.js'

const at = (time: string) => new TrackBuilder(`2025-11-20T${time}:00Z`)
const car = TRIP_PARAMETERS.automobile

/** A car that reports every two minutes: it rides for ten minutes at 36 km/h, then `metres` more until it stands. */
function arriving(metres: number, says: { ride?: Partial<Fix>; rest?: Partial<Fix> } = {}, track = at('08:00')) {
  return track
    .stand(10, { everyS: 120, says: says.rest })
    .ride(10, 36, { everyS: 120, says: says.ride })
    .travelUnseen(2, metres * 0.03)
    .report({ speedKph: 0, ...says.rest })
    .stand(20, { everyS: 120, says: says.rest })
}

const theTrip = ({ fixes }: TrackBuilder) => {
  const { trips } = segment(fixes, car)
  expect(trips).toHaveLength(1)
  return trips[0]!
}

describe('the arrival of a trip whose readings are far apart', () => {
  it('G-43 is the way that was left from the last reading on the way, at 0.6 of the speed that it reported', () => {
    const { endedAt, arrivedAt } = theTrip(arriving(300))
    expect(endedAt).toBe(utc('2025-11-20T08:22:00Z'))
    // 300 m in a straight line are 390 m by street, which take 65 s at 21.6 km/h.
    expect(arrivedAt).toBe(utc('2025-11-20T08:21:05Z'))
  })

  it('is as far as the odometer counted, where it did', () => {
    const { arrivedAt } = theTrip(arriving(300, {}, at('08:00').withOdometer(48_000)))
    expect(arrivedAt).toBe(utc('2025-11-20T08:20:50Z'))
  })

  it.each([
    ['stands still', () => 48_000],
    ['counts whole kilometres', (metres: number) => Math.floor(metres / 1_000) * 1_000],
    ['counts a tenth', (metres: number) => Math.round(metres / 10)],
    ['counts five times as much', (metres: number) => Math.round(metres * 5)],
  ])('leaves an odometer alone that %s', (_, odometer) => {
    const track = arriving(300, {}, at('08:00').withOdometer(48_000))
    track.fixes.forEach((fix) => Object.assign(fix, { odometerM: odometer(fix.odometerM!) }))
    expect(theTrip(track).arrivedAt).toBe(utc('2025-11-20T08:21:05Z'))
  })

  it.each([
    ['is there where the next reading finds it at the same place', 0, utc('2025-11-20T08:21:05Z')],
    ['is none where it may have ridden on: the next reading finds it elsewhere', 500, undefined],
  ])('%s, from a tracker that reports no speed and fell silent', (_, metresOn, arrivedAt) => {
    const silent = { speedKph: undefined }
    const track = arriving(300, { ride: silent, rest: silent })
    const heard = track.fixes.filter(({ positionedAt }) => positionedAt <= utc('2025-11-20T08:22:00Z'))
    const woken = new TrackBuilder('2025-11-20T09:00:00Z', destination(track.place, 90, metresOn)).report(silent)
    expect(segment([...heard, ...woken.fixes], car).trips[0]!.arrivedAt).toBe(arrivedAt)
  })

  it('is there where the reading itself said that the vehicle stands, and the tracker fell silent', () => {
    const { fixes } = arriving(300)
    const heard = fixes.filter(({ positionedAt }) => positionedAt <= utc('2025-11-20T08:22:00Z'))
    expect(segment(heard, car).open?.arrivedAt).toBe(utc('2025-11-20T08:21:05Z'))
  })

  it('goes by the pace while the vehicle rode, whatever it stood on the way', () => {
    const silent = { speedKph: undefined }
    const begin = at('07:46').stand(10, { everyS: 120, says: silent }).ride(10, 36, { everyS: 120, says: silent })
    begin.stand(2, { everyS: 60, says: silent })
    const paused = begin
      .ride(4, 36, { everyS: 120, says: silent })
      .travelUnseen(2, 9)
      .report(silent)
      .stand(20, { everyS: 120, says: silent })
    const { endedAt, arrivedAt } = theTrip(paused)
    expect((endedAt - arrivedAt!) / 1_000).toBeCloseTo(55, -1)
  })

  it('goes by the pace of the ride where the tracker reports no speed', () => {
    const silent = { speedKph: undefined }
    expect(theTrip(arriving(300, { ride: silent, rest: silent })).arrivedAt).toBe(utc('2025-11-20T08:21:05Z'))
  })

  it('is no slower than 12 km/h', () => {
    expect(theTrip(arriving(300, { ride: { speedKph: 10 } })).arrivedAt).toBe(utc('2025-11-20T08:21:57Z'))
  })

  it('is left to the reading where the way takes all of the time', () => {
    const trip = theTrip(arriving(900))
    expect(trip).not.toHaveProperty('arrivedAt')
    expect(trip.endedAt).toBe(utc('2025-11-20T08:22:00Z'))
  })

  it('changes nothing that counts: distance, duration and the place where it ended are those of the reading', () => {
    const { durationS, stopLatitude, stopLongitude, distanceM } = theTrip(arriving(300))
    const { latitude, longitude } = arriving(300).fixes.at(-1)!
    expect({ durationS, stopLatitude, stopLongitude }).toEqual({
      durationS: 720,
      stopLatitude: latitude,
      stopLongitude: longitude,
    })
    expect(distanceM).toBeGreaterThan(6_250)
  })

  it('is forgotten when the vehicle rides on', () => {
    const track = arriving(300)
    const stop = track.fixes.findIndex(({ positionedAt }) => positionedAt === utc('2025-11-20T08:22:00Z'))
    const onward = new TrackBuilder('2025-11-20T08:22:00Z', track.place).ride(6, 36, { everyS: 120 }).stand(20, { everyS: 20 })
    const { trips } = segment([...track.fixes.slice(0, stop + 1), ...onward.fixes], car)
    expect(trips.map(({ endedAt, arrivedAt }) => [endedAt, arrivedAt])).toEqual([[utc('2025-11-20T08:28:00Z'), undefined]])
  })
})
