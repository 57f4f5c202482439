import { connectionOf, entityState, markerState } from './entity-state.js'

const now = new Date(2026, 5, 12, 15, 0, 0).getTime()
const minutes = 60_000
const hours = 60 * minutes

describe('the three facts of a vehicle', () => {
  it.each([
    [2 * minutes, 'live'],
    [3 * minutes, 'live'],
    [4 * minutes, 'reported'],
    [14 * hours, 'reported'],
    [16 * hours, 'sleeping'],
    [25 * hours, 'sleeping'],
    [27 * hours, 'silent'],
  ])('G-41 calls a tracker heard %p ms ago %s', (age, connection) => {
    expect(connectionOf(now - age, now)).toBe(connection)
  })

  it('G-41 calls a tracker that was never heard silent', () => {
    expect(entityState({ isMoving: false, lifecycle: 'installed' }, now)).toEqual({
      motion: 'idle',
      connection: 'silent',
      lifecycle: 'installed',
      marker: 'offline',
    })
  })

  it('keeps motion, connection and lifecycle apart', () => {
    expect(entityState({ isMoving: true, receivedAt: now - 10_000, lifecycle: 'missing' }, now)).toEqual({
      motion: 'moving',
      connection: 'live',
      lifecycle: 'missing',
      marker: 'missing',
    })
  })

  it.each([
    ['missing', { isMoving: true, receivedAt: now, lifecycle: 'missing' as const }],
    ['offline', { isMoving: true, receivedAt: now - 27 * hours, lifecycle: 'installed' as const }],
    ['moving', { isMoving: true, receivedAt: now - 5 * minutes, lifecycle: 'installed' as const }],
    ['idle', { isMoving: false, receivedAt: now - 25 * hours, lifecycle: 'installed' as const }],
    ['idle', { isMoving: true, receivedAt: now - 2 * hours, lifecycle: 'unregistered' as const }],
  ])('T-02 draws the %s glyph for %j', (marker, facts) => {
    expect(markerState(facts, now)).toBe(marker)
    expect(entityState(facts, now).marker).toBe(marker)
  })
})
