import { aConfig } from '../../testing/fixtures.js'
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
})
