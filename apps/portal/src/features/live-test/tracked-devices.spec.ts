import { createTrackedDevices } from './tracked-devices.js'

describe('what is under live test', () => {
  it('D.9 brings the newest in sight, and goes on with one that is watched already', () => {
    const tracked = createTrackedDevices()
    tracked.track('a', 1)
    tracked.track('b', 2)
    tracked.track('a', 3)
    expect(tracked.get()).toEqual({
      devices: [
        { imei: 'a', startedAt: 1 },
        { imei: 'b', startedAt: 2 },
      ],
      selected: 'a',
    })
  })

  it('R-090 R-091 G-48 selects the first when the one in sight is closed, and watches nothing after the last', () => {
    const tracked = createTrackedDevices()
    const heard = jest.fn()
    tracked.track('a', 1)
    tracked.track('b', 2)
    tracked.subscribe(heard)
    tracked.stop('b')
    expect(tracked.get().selected).toBe('a')
    tracked.stop('a')
    expect(tracked.get()).toEqual({ devices: [], selected: undefined })
    expect(heard).toHaveBeenCalledTimes(2)
  })
})
