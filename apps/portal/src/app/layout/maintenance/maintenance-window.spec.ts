import { aConfig } from '../../../testing/fixtures.js'
import { maintenancePhase } from './maintenance-window.js'

const planned = aConfig().planned_maintenance
const at = (iso: string) => maintenancePhase(planned, new Date(iso).getTime())

describe('the planned-maintenance banner', () => {
  it('R-225 R-362 shows from 2022-11-07 14:00 until 2025-11-04 16:00 and never outside', () => {
    expect(at('2022-11-07T12:59:59Z')).toBe('hidden')
    expect(at('2022-11-07T13:00:00Z')).toBe('planned')
    expect(at('2025-11-04T14:59:59Z')).toBe('planned')
    expect(at('2025-11-04T15:00:00Z')).toBe('hidden')
  })

  it('is in progress within the window (G-87)', () => {
    expect(at('2025-11-02T05:59:59Z')).toBe('planned')
    expect(at('2025-11-02T06:00:00Z')).toBe('now')
    expect(at('2025-11-03T20:00:00Z')).toBe('planned')
  })

  it.each([
    // Clocks go forward at 02:00 on 29 March, so the night from 23:00 to 05:00 has five hours.
    ['2026-03-28T22:00:00Z', '2026-03-29T03:00:00Z'],
    // Clocks go back at 03:00 on 25 October, so that night has seven hours.
    ['2026-10-24T21:00:00Z', '2026-10-25T04:00:00Z'],
  ])('R-225 is in progress from the first moment to the last of a night in which clocks change: %s', (from, till) => {
    const night = {
      ...planned,
      window_from: from,
      window_till: till,
      shown_from: '2026-01-01T00:00:00Z',
      shown_till: '2027-01-01T00:00:00Z',
    }
    const around = [from, till].flatMap((moment) => [-1, 0].map((ms) => maintenancePhase(night, Date.parse(moment) + ms)))
    expect(around).toEqual(['planned', 'now', 'now', 'planned'])
  })
})
