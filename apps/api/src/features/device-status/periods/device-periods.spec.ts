import { type DevicePeriod, DeviceVisibility } from './device-periods.js'

const period = (from: number, till: number | null, more: Partial<DevicePeriod> = {}): DevicePeriod => ({
  installed_at: new Date(from),
  removed_at: till === null ? null : new Date(till),
  is_own: true,
  is_customers: false,
  is_hidden: false,
  shown_from: -Infinity,
  ...more,
})
const seen = (periods: DevicePeriod[], times: number[]) => times.filter((time) => new DeviceVisibility(periods).isShown(time))

describe('what may be seen of a device that changes hands', () => {
  it('is everything of one that was never anywhere else, on a vehicle or on the bench', () => {
    expect(seen([], [0, 50])).toEqual([0, 50])
    expect(seen([period(10, 20), period(30, null)], [0, 10, 19, 20, 30])).toEqual([0, 10, 19, 20, 30])
  })

  it('is nothing of a period of others, nor of what came before it', () => {
    const periods = [period(10, 20), period(20, 30, { is_own: false }), period(40, null)]
    expect(seen(periods, [5, 15, 20, 29, 30, 39, 40])).toEqual([15, 30, 39, 40])
  })

  it('is nothing at all while it is on somebody else’s vehicle, except one’s own periods', () => {
    const periods = [period(10, 20), period(30, null, { is_own: false })]
    expect(seen(periods, [5, 15, 25, 35])).toEqual([15])
  })

  it('G-106 G-107 is nothing of the time on a customer’s vehicle, nor of the bench after it', () => {
    expect(seen([period(10, 20, { is_customers: true, is_hidden: true })], [9, 10, 19, 20, 50])).toEqual([9])
    expect(seen([period(10, 20, { is_customers: true }), period(30, null)], [10, 19, 20, 29, 30])).toEqual([10, 19, 30])
  })

  it('G-107 is nothing of the next vehicle until it was shown that the tracker really came there', () => {
    const customers = period(10, 20, { is_customers: true, is_hidden: true })
    expect(seen([customers, period(30, null, { is_hidden: true, shown_from: Infinity })], [30, 90])).toEqual([])
    expect(seen([customers, period(30, null, { shown_from: 60 })], [30, 59, 60, 90])).toEqual([60, 90])
  })
})
