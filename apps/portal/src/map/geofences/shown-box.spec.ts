import { shownBox } from './shown-box.js'

describe('the part of the map whose geofences are asked for', () => {
  it('reaches beyond the view on each side', () => {
    const [west, south, east, north] = shownBox([9.5, 47.1, 9.6, 47.15])
    expect(west).toBeLessThanOrEqual(9.45)
    expect(south).toBeLessThanOrEqual(47.075)
    expect(east).toBeGreaterThanOrEqual(9.65)
    expect(north).toBeGreaterThanOrEqual(47.175)
  })

  it('stays the same while the view is moved a little', () => {
    expect(shownBox([9.51, 47.11, 9.61, 47.16])).toEqual(shownBox([9.515, 47.112, 9.615, 47.162]))
  })

  it('has its west beyond its east where it crosses the 180th meridian, wherever the map has been moved', () => {
    for (const around of [-360, 0, 360]) {
      const [west, , east] = shownBox([179.9 + around, -17, 180.1 + around, -16])
      expect([west > 179.5 && west < 179.9, east > -179.9 && east < -179.5]).toEqual([true, true])
    }
    expect(shownBox([369.5, 47.1, 369.6, 47.15])).toEqual(shownBox([9.5, 47.1, 9.6, 47.15]).map((one) => expect.closeTo(one, 6)))
  })

  it('ends where the world does', () => {
    expect(shownBox([-200, -95, 200, 95])).toEqual([-180, -90, 180, 90])
  })
})
