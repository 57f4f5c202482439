import { destination, type Position } from '@roadbook/geo'
import { TRIP_PARAMETERS } from '@roadbook/trips'
import { TrackBuilder } from '@roadbook/trips/track-builder'
import type { TraccarPosition } from '../source/model.js'
import { evidenceOf } from './evidence.js'
import { explain, type Facts } from './explain.js'
import type { ComparedTrip, Group, RoadbookTrip } from './trips.js'

const MINUTE = 60_000
const BEGIN = Date.parse('2026-03-02T08:00:00Z')
const car = TRIP_PARAMETERS.automobile
const facts: Facts = {
  since: Date.parse('2026-01-01T00:00:00Z'),
  till: Date.parse('2026-12-01T00:00:00Z'),
  keptSince: Date.parse('2025-01-01T00:00:00Z'),
  isComputing: false,
  deleted: [],
  parameters: car,
}

/** Positions that Traccar has of a track, with its counter of the distance. */
function positionsOf(track: TrackBuilder, change: (json: Record<string, unknown>, at: number) => void = () => undefined) {
  return track.fixes.map(({ positionedAt, latitude, longitude, speedKph }, at): TraccarPosition => {
    const json = {
      fixTime: positionedAt,
      deviceTime: positionedAt,
      valid: true,
      latitude,
      longitude,
      speed: (speedKph ?? 0) / 1.852,
      attributes: { totalDistance: 0, motion: (speedKph ?? 0) > 0 },
    }
    change(json, at)
    return { id: at, fixTime: positionedAt, serverTime: positionedAt + 1_000, json: JSON.stringify(json) }
  })
}
const evidence = (positions: readonly TraccarPosition[], inForce = car) => evidenceOf(positions, { inForce, byDefault: car })

/** Trips of Roadbook that its rules make of a track. */
const oursOf = (positions: readonly TraccarPosition[]): RoadbookTrip[] =>
  evidence(positions).expected.map((trip, id) => ({
    id,
    startedAt: trip.startedAt,
    endedAt: trip.endedAt,
    distanceM: trip.distanceM,
    start: { latitude: trip.startLatitude, longitude: trip.startLongitude },
    end: { latitude: trip.stopLatitude, longitude: trip.stopLongitude },
    isOpen: false,
    isJoined: false,
  }))
/** A trip of Traccar from one position of a track to another. */
const theirs = (positions: readonly TraccarPosition[], from: number, till: number, distanceM: number): ComparedTrip => {
  const place = (at: number) => JSON.parse(positions.at(at)!.json) as Position
  return {
    startedAt: positions.at(from)!.fixTime,
    endedAt: positions.at(till)!.fixTime,
    distanceM,
    start: place(from),
    end: place(till),
  }
}
const drive = () => new TrackBuilder('2026-03-02T08:00:00Z').stand(10).ride(10, 50).stand(10)
const cause = (group: Group, positions: readonly TraccarPosition[] = [], some: Partial<Facts> = {}) =>
  explain(group, { ...facts, ...some }, evidence(positions))?.cause

describe('one trip in both systems', () => {
  const positions = positionsOf(drive())
  const [ours] = oursOf(positions)
  const same: ComparedTrip = { ...ours! }

  it('is the same within a minute and 2 % of its distance', () => {
    expect(explain({ traccar: [{ ...same, startedAt: same.startedAt + 30_000 }], roadbook: [ours!] }, facts)?.cause).toBe('same')
  })

  it('ends in Traccar at the position that showed the stop, minutes or hours later at the same place', () => {
    for (const minutes of [3, 4, 600]) {
      const traccar = [{ ...same, endedAt: same.endedAt + minutes * MINUTE, distanceM: same.distanceM + 40 }]
      expect(explain({ traccar, roadbook: [ours!] }, facts)).toEqual({ cause: 'end_noticed', note: `${minutes} min later` })
    }
  })

  it('is not taken for a stop noticed late if the vehicle was elsewhere by then', () => {
    const traccar = [{ ...same, endedAt: same.endedAt + 4 * MINUTE, end: destination(same.end, 0, 2_000) }]
    expect(explain({ traccar, roadbook: [ours!] }, facts)).toBeUndefined()
  })

  it('may start at another position of the same stop', () => {
    const traccar = [{ ...same, startedAt: same.startedAt + 100_000, start: destination(same.start, 90, 150) }]
    expect(explain({ traccar, roadbook: [ours!] }, facts)?.cause).toBe('other_position')
  })

  it('has the way between two starts only in one system', () => {
    const far = positionsOf(
      new TrackBuilder('2026-03-02T08:00:00Z').stand(10, { everyS: 60 }).ride(10, 50, { everyS: 60 }).stand(10),
    )
    const [trip] = oursOf(far)
    // Traccar begins with the first position away from the stop, a minute later.
    const at = far.findIndex(({ fixTime }) => fixTime === trip!.startedAt)
    const traccar = [{ ...theirs(far, at + 1, at + 10, trip!.distanceM - 833) }]
    expect(cause({ traccar, roadbook: [trip!] }, far)).toBe('counted_legs')
  })

  it('has another distance by an odometer, or by a counter that does not match the positions', () => {
    const metered = positionsOf(drive(), (json, at) => {
      Object.assign(json.attributes as object, { odometer: 1_000_000 + at * 160, totalDistance: at * 500 })
    })
    const [trip] = oursOf(metered)
    const plain = { ...theirs(metered, 0, -1, 0), startedAt: trip!.startedAt, endedAt: trip!.endedAt }
    const steps = (trip!.endedAt - trip!.startedAt) / 10_000
    expect(trip!.distanceM).toBeCloseTo(160 * steps, -2)
    expect(cause({ traccar: [{ ...plain, distanceM: 8_333 }], roadbook: [trip!] }, metered)).toBe('odometer')
    expect(cause({ traccar: [{ ...plain, distanceM: 500 * steps }], roadbook: [trip!] }, metered)).toBe('traccar_counter')
    expect(cause({ traccar: [{ ...plain, distanceM: 20_000 }], roadbook: [trip!] }, metered)).toBe('unexplained')
  })

  it('is longer in Traccar by positions that are invalid or impossible', () => {
    const stray = (valid: boolean) =>
      positionsOf(drive(), (json, at) => {
        if (at !== 80) return
        const away = destination(json as unknown as Position, 0, 5_000)
        Object.assign(json, { ...away, valid })
      })
    for (const positionsWith of [stray(false), stray(true)]) {
      const [trip] = oursOf(positionsWith)
      const traccar = [{ ...same, distanceM: same.distanceM + 10_000 }]
      expect(cause({ traccar, roadbook: [trip!] }, positionsWith)).toBe('invalid_positions')
    }
  })

  it('is unexplained if Roadbook has other trips than its rules make of the positions', () => {
    const short = { ...ours!, endedAt: ours!.endedAt - 5 * MINUTE, distanceM: ours!.distanceM / 2 }
    expect(cause({ traccar: [same], roadbook: [short] }, positions)).toBe('unexplained')
    expect(cause({ traccar: [same], roadbook: [short] }, positions, { isComputing: true })).toBe('not_computed')
    expect(cause({ traccar: [same], roadbook: [short] }, positions, { till: short.endedAt })).toBe('not_imported')
    expect(cause({ traccar: [same], roadbook: [{ ...short, isOpen: true }] }, positions)).toBe('goes_on')
    expect(cause({ traccar: [same], roadbook: [{ ...short, isJoined: true }] }, positions)).toBe('joined_by_hand')
  })
})

describe('trips divided at other stops', () => {
  const round = positionsOf(new TrackBuilder('2026-03-02T08:00:00Z').stand(10).ride(10, 50).stand(4).ride(10, 50).stand(10))
  const ours = oursOf(round)

  it('are one in Traccar and several in Roadbook', () => {
    expect(ours).toHaveLength(2)
    expect(explain({ traccar: [theirs(round, 60, -40, 16_700)], roadbook: ours }, facts, evidence(round))).toEqual({
      cause: 'traccar_joins',
      note: 'rests of 4 min',
    })
  })

  it('are several in Traccar and one in Roadbook, with a longer rest in force', () => {
    const rules = { ...car, restS: 600 }
    const whole = evidence(round, rules)
    const [trip] = whole.expected
    const one = { ...ours[0]!, endedAt: trip!.endedAt, distanceM: trip!.distanceM }
    const traccar = [theirs(round, 60, 120, 8_330), theirs(round, 144, 204, 8_330)]
    expect(explain({ traccar, roadbook: [one] }, facts, whole)).toEqual({ cause: 'traccar_splits', note: 'stops of 4 min' })
    // The trips were computed before the business chose the longer rest.
    expect(explain({ traccar: [theirs(round, 60, -40, 16_700)], roadbook: ours }, facts, whole)?.cause).toBe('other_rest')
  })

  it('are unexplained if one of them is missing in Roadbook', () => {
    expect(cause({ traccar: [theirs(round, 60, -40, 16_700)], roadbook: [ours[0]!] }, round)).toBe('unexplained')
  })
})

describe('trips only in Traccar', () => {
  const only = (track: TrackBuilder, some: Partial<Facts> = {}, change?: Parameters<typeof positionsOf>[1]) => {
    const positions = positionsOf(track, change)
    return cause({ traccar: [theirs(positions, 0, -1, 500)], roadbook: [] }, positions, some)
  }
  const parked = () => new TrackBuilder('2026-03-02T08:00:00Z').stand(30, { jitterM: 30, jitterKph: 2 })

  it('are ghosts if the vehicle only drifted', () => {
    expect(only(parked())).toBe('ghost')
  })

  it('are too short if the vehicle moved less than Roadbook’s minimum', () => {
    expect(only(new TrackBuilder('2026-03-02T08:00:00Z').stand(10).ride(0.5, 20).stand(10))).toBe('too_short')
  })

  it('come from invalid positions', () => {
    const away = (json: Record<string, unknown>, at: number) => {
      if (at > 50 && at < 60) Object.assign(json, { ...destination(json as unknown as Position, 0, 3_000), valid: false })
    }
    expect(only(parked(), {}, away)).toBe('invalid_positions')
  })

  it('come from a silence in which the vehicle was moved', () => {
    expect(only(new TrackBuilder('2026-03-02T08:00:00Z').stand(10).travelUnseen(300, 10).stand(10))).toBe('moved_unseen')
  })

  it('are not imported, not computed, deleted, or unexplained if the vehicle really drove', () => {
    expect(only(drive(), { since: BEGIN + MINUTE })).toBe('before_history')
    expect(only(drive(), { till: BEGIN })).toBe('not_imported')
    expect(only(drive(), { isComputing: true })).toBe('not_computed')
    expect(only(drive(), { deleted: [{ startedAt: BEGIN + 10 * MINUTE, endedAt: BEGIN + 20 * MINUTE }] })).toBe('deleted_by_hand')
    expect(only(drive())).toBe('unexplained')
  })

  it('are missed by Roadbook if the tracker sends no speed, which Traccar writes as 0', () => {
    const mute = (json: Record<string, unknown>) => Object.assign(json, { speed: 0 })
    expect(only(drive(), {}, mute)).toBe('no_speed')
    expect(only(new TrackBuilder('2026-03-02T08:00:00Z').stand(10).ride(10, 20).stand(10), {}, mute)).toBe('no_speed')
  })

  it('need no positions if none were imported', () => {
    const group = { traccar: [theirs(positionsOf(drive()), 0, -1, 500)], roadbook: [] }
    expect(explain(group, { ...facts, till: BEGIN })?.cause).toBe('not_imported')
    expect(explain(group, { ...facts, since: facts.till })?.cause).toBe('before_history')
    expect(explain(group, { ...facts, keptSince: facts.till })?.cause).toBe('beyond_retention')
    expect(explain(group, facts)).toBeUndefined()
  })
})

it('of two positions with one time, the one that came first counts, as in the consumer', () => {
  const positions = positionsOf(drive())
  const strays = positions.map((position): TraccarPosition => {
    const json = JSON.parse(position.json) as Position
    const stray = { ...json, ...destination(json, 0, 40), speed: 0 }
    return { ...position, id: position.id + 1_000, serverTime: position.serverTime + 60_000, json: JSON.stringify(stray) }
  })
  const mixed = [...strays, ...positions].sort((one, other) => one.fixTime - other.fixTime)
  expect(oursOf(mixed)).toEqual(oursOf(positions))
})

describe('trips only in Roadbook', () => {
  it('are below Traccar’s minimum, without motion, without positions, or unexplained', () => {
    const short = positionsOf(new TrackBuilder('2026-03-02T08:00:00Z').stand(10).ride(2.5, 9).stand(10))
    expect(oursOf(short)).toHaveLength(1)
    expect(cause({ traccar: [], roadbook: oursOf(short) }, short)).toBe('below_traccar_minimum')
    const mute = positionsOf(drive(), (json) => Object.assign(json.attributes as object, { motion: false }))
    expect(cause({ traccar: [], roadbook: oursOf(mute) }, mute)).toBe('no_motion_in_traccar')
    const positions = positionsOf(drive())
    expect(cause({ traccar: [], roadbook: oursOf(positions) }, positions)).toBe('unexplained')
    expect(cause({ traccar: [], roadbook: oursOf(positions) }, [])).toBe('gone_from_traccar')
  })
})
