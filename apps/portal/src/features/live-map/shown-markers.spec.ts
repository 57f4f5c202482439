import { createPositionsStore } from '../../live/positions-store.js'
import { compassPoint } from '../../lib/place.js'
import { newest } from './entity-facts.js'
import { toFleet } from './fleet.js'
import { nextStop, PEEK_PX, restingStop, sheetHeight } from './sheet-stops.js'
import { countStates, shownMarkers } from './shown-markers.js'
import { someMarkers } from './testing/some-markers.js'

const now = Date.parse('2025-10-30T10:42:11.000Z')
const { markers, positions: read } = toFleet(
  someMarkers([
    { entity_id: 1 },
    { entity_id: 2, moving: false },
    { entity_id: 3, received_at: now - 27 * 3_600_000 },
    { entity_id: 4, lifecycle: 'missing' },
  ]),
)
const positions = createPositionsStore({ nextFrame: () => undefined })
positions.load(read)
const shown = (states: ('moving' | 'idle' | 'offline' | 'missing')[], matches?: number[], selectedId?: number) => [
  ...shownMarkers(
    markers,
    { states: new Set(states), matches: matches?.map((entityId) => markers.get(entityId)!), selectedId },
    positions,
    now,
  ).keys(),
]

describe('the vehicles on the map', () => {
  it('are counted by the one state that their glyph shows', () => {
    expect(countStates(markers.values(), positions, now)).toEqual({ moving: 1, idle: 1, offline: 1, missing: 1 })
  })

  it('R-075 are filtered by the matches of a search', () => {
    expect(shown([], [2, 3])).toEqual([2, 3])
    expect(shown([], [])).toEqual([])
  })

  it('are filtered by state, and by state within a search', () => {
    expect(shown(['idle', 'missing'])).toEqual([2, 4])
    expect(shown(['idle'], [2, 3])).toEqual([2])
  })

  it('always hold the selected one, and all of them without a filter', () => {
    expect(shown(['idle'], undefined, 3)).toEqual([2, 3])
    expect(shown([])).toEqual([1, 2, 3, 4])
  })
})

describe('what is known of a vehicle', () => {
  it.each([
    [0, 'n'],
    [44, 'ne'],
    [315, 'nw'],
    [359, 'n'],
  ])('names the compass point of %p degrees %s', (heading, point) => {
    expect(compassPoint(heading)).toBe(point)
  })

  it('prefers what came live over what was read before', () => {
    const held = { entityId: 1, isMoving: false, receivedAt: 1_000, isLocationHidden: false }
    const live = { ...held, receivedAt: 2_000 }
    expect(newest(held, live)).toBe(live)
    expect(newest(live, held)).toBe(live)
    expect(newest(held, undefined)).toBe(held)
  })
})

describe('the bottom sheet', () => {
  const view = 700

  it('has three stops: a glance of 120 px, half, and full', () => {
    expect(sheetHeight('peek', view)).toBe(PEEK_PX)
    expect(sheetHeight('half', view)).toBe(364)
    expect(sheetHeight('full', view)).toBe(628)
  })

  it('comes to rest at the nearest stop', () => {
    expect(restingStop(150, 0, view)).toBe('peek')
    expect(restingStop(400, 0, view)).toBe('half')
    expect(restingStop(600, 0, view)).toBe('full')
  })

  it('follows a flick to the next stop', () => {
    expect(restingStop(150, 1, view)).toBe('half')
    expect(restingStop(600, -1, view)).toBe('half')
    expect(restingStop(100, -1, view)).toBe('peek')
  })

  it('moves by keyboard, and not beyond its ends', () => {
    expect([nextStop('peek', 1), nextStop('full', 1), nextStop('peek', -1)]).toEqual(['half', 'full', 'peek'])
  })
})
