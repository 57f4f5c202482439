import { type DevicePeriod, DeviceVisibility } from './device-periods.js'

const period = (from: number, till: number | null, more: Partial<DevicePeriod> = {}): DevicePeriod => ({
  installed_at: new Date(from),
  removed_at: till === null ? null : new Date(till),
  is_own: true,
  is_hidden: false,
  ...more,
})
const seen = (periods: DevicePeriod[], times: number[]) => times.map((time) => new DeviceVisibility(periods).at(time))

describe('what may be seen of a device that changes hands', () => {
  it('is everything of one that was never anywhere else, on a vehicle or on the bench', () => {
    expect(seen([], [0, 50])).toEqual(['shown', 'shown'])
    expect(seen([period(10, 20), period(30, null)], [0, 10, 19, 20, 30])).toEqual(Array(5).fill('shown'))
  })

  it('is nothing of a period of others, nor of what came before it', () => {
    const periods = [period(10, 20), period(20, 30, { is_own: false }), period(40, null)]
    expect(seen(periods, [5, 15, 20, 29, 30, 39, 40])).toEqual(['absent', 'shown', 'absent', 'absent', 'shown', 'shown', 'shown'])
  })

  it('is nothing at all while it is on somebody else’s vehicle, except one’s own periods', () => {
    const periods = [period(10, 20), period(30, null, { is_own: false })]
    expect(seen(periods, [5, 15, 25, 35])).toEqual(['absent', 'shown', 'absent', 'absent'])
  })

  it('is hidden for the time on a consumer’s vehicle', () => {
    expect(seen([period(10, 20, { is_hidden: true })], [9, 10, 19, 20])).toEqual(['shown', 'hidden', 'hidden', 'shown'])
  })
})
