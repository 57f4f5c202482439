import type { VehicleType } from '@roadbook/contracts'
import { endingAfter, TRIP_PARAMETERS } from './parameters.js'
import { reasonsOf } from './reasons.js'
import { segment } from './segment.js'
import { TrackBuilder } from './track-builder.js'

const track = () => new TrackBuilder('2025-11-20T08:00:00Z')
const parked = () => track().stand(5)

/** Returns why each trip of a track begins and ends. */
function reasons({ fixes }: TrackBuilder, kind: VehicleType = 'automobile', minutes?: number) {
  const parameters = minutes === undefined ? TRIP_PARAMETERS[kind] : endingAfter(TRIP_PARAMETERS[kind], minutes)
  const { trips, open } = segment(fixes, parameters)
  return [...trips.map((trip) => reasonsOf(fixes, trip, parameters)), ...(open ? [reasonsOf(fixes, open, parameters, true)] : [])]
}

describe('why a trip begins', () => {
  it.each([
    ['its speed', { speedKph: 40 }, 'speed'],
    ['its ignition and another place, where its speed says nothing', { speedKph: 0, ignition: true }, 'ignition'],
    ['its movement sensor and another place', { speedKph: 0, movement: true }, 'movement'],
    ['another place alone, where it reports no speed', { speedKph: undefined }, 'place'],
  ] as const)('is %s', (_, says, begunBy) => {
    const standing = says.speedKph === undefined ? { speedKph: undefined } : {}
    const ridden = track()
      .stand(5, { says: standing })
      .ride(10, 40, { says })
      .stand(10, { says: { ...standing, ignition: false } })
    expect(reasons(ridden)).toEqual([expect.objectContaining({ begunBy })])
  })

  it('is that it was under way when it was heard again', () => {
    const woken = parked().silence(30).travelUnseen(2, 40).ride(10, 40).stand(10)
    expect(reasons(woken)).toEqual([expect.objectContaining({ begunBy: 'silence' })])
    expect(reasons(track().ride(10, 40).stand(10))).toEqual([expect.objectContaining({ begunBy: 'silence' })])
  })
})

describe('why a trip ends', () => {
  it('is the rest that ends one, of its kind or as the business chose it', () => {
    const ridden = parked().ride(10, 20).stand(20)
    expect(reasons(ridden, 'eBike')).toEqual([{ begunBy: 'speed', endedBy: 'rest', endedAfterS: 300 }])
    expect(reasons(ridden, 'eBike', 10)).toEqual([{ begunBy: 'speed', endedBy: 'rest', endedAfterS: 600 }])
  })

  it('is the ignition that was on and went off, only of what has one', () => {
    const ridden = track()
      .stand(5, { says: { ignition: false } })
      .ride(10, 40, { says: { ignition: true } })
    ridden.stand(10, { says: { ignition: false } })
    expect(reasons(ridden)).toEqual([{ begunBy: 'speed', endedBy: 'ignition', endedAfterS: 10 }])
    expect(reasons(ridden, 'eBike')).toEqual([{ begunBy: 'speed', endedBy: 'rest', endedAfterS: 300 }])
  })

  it('is the silence that the way does not explain, or that is still going on', () => {
    expect(reasons(parked().ride(10, 40).silence(40).ride(10, 40, {}, 270).stand(10))).toEqual([
      { begunBy: 'speed', endedBy: 'silence', endedAfterS: 2_410 },
      { begunBy: 'silence', endedBy: 'rest', endedAfterS: 180 },
    ])
    const { fixes } = parked().ride(10, 40)
    const { open } = segment(fixes, TRIP_PARAMETERS.automobile)
    expect(reasonsOf(fixes, open!, TRIP_PARAMETERS.automobile)).toEqual({ begunBy: 'speed', endedBy: 'silence' })
  })

  it('is a place where it cannot have driven', () => {
    const shipped = parked().ride(10, 40)
    shipped.place = { latitude: 48.85, longitude: 2.35 }
    shipped.stand(20)
    expect(reasons(shipped)).toEqual([expect.objectContaining({ endedBy: 'jump' })])
  })

  it('is nothing yet while it goes on', () => {
    expect(reasons(parked().ride(10, 40))).toEqual([{ begunBy: 'speed' }])
  })
})

describe('without the readings that a trip was cut from', () => {
  it('nothing is said of it', () => {
    const { fixes } = parked().ride(10, 40).stand(10)
    const [trip] = segment(fixes, TRIP_PARAMETERS.automobile).trips
    const without = (moment: number) => fixes.filter(({ positionedAt }) => positionedAt !== moment)
    expect(reasonsOf(without(trip!.startedAt), trip!, TRIP_PARAMETERS.automobile)).toBeUndefined()
    expect(reasonsOf(without(trip!.endedAt), trip!, TRIP_PARAMETERS.automobile)).toBeUndefined()
    expect(reasonsOf([], trip!, TRIP_PARAMETERS.automobile)).toBeUndefined()
  })
})
