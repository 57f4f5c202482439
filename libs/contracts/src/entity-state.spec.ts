import { connectionOf, entityState, markerState, sameDayIn } from './entity-state.js'

const now = Date.parse('2026-06-12T13:00:00Z')
const isSameDay = sameDayIn('Europe/Amsterdam')
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
    expect(connectionOf(now - age, now, isSameDay)).toBe(connection)
  })

  it.each([
    ['Europe/Amsterdam', '2026-06-11T22:00:00Z', '2026-06-11T21:59:59.999Z'],
    ['Asia/Kathmandu', '2026-06-11T18:15:00Z', '2026-06-11T18:14:59.999Z'],
    ['America/St_Johns', '2026-06-12T02:30:00Z', '2026-06-12T02:29:59.999Z'],
  ])('G-41 begins the day where %s does, to the millisecond', (timeZone, first, before) => {
    const isSame = sameDayIn(timeZone)
    expect([first, before].map((at) => connectionOf(Date.parse(at), now, isSame))).toEqual(['reported', 'sleeping'])
  })

  it('G-41 calls a tracker that was never heard silent', () => {
    expect(entityState({ isMoving: false, lifecycle: 'installed' }, now, isSameDay)).toEqual({
      motion: 'idle',
      connection: 'silent',
      lifecycle: 'installed',
      marker: 'offline',
    })
  })

  it('keeps motion, connection and lifecycle apart', () => {
    expect(entityState({ isMoving: true, receivedAt: now - 10_000, lifecycle: 'missing' }, now, isSameDay)).toEqual({
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
    expect(entityState(facts, now, isSameDay).marker).toBe(marker)
  })
})
