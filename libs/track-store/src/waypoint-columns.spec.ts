import { FixValidity, type Fix } from '@roadbook/contracts'
import { asStored } from './waypoint-columns.js'

const fix = (more: Partial<Fix>): Fix => ({ positionedAt: 1_763_700_000_000, validity: FixValidity.valid, ...more })

describe('a fix as it is stored', () => {
  it('has the resolution of its columns', () => {
    const stored = asStored(
      fix({
        latitude: 52.09073741,
        longitude: -5.12142009,
        speedKph: 2.96,
        hdop: 0.919,
        altitudeM: 3.4,
        heading: 12.6,
        odometerM: 7.2,
      }),
    )
    expect(stored).toEqual(
      fix({ latitude: 52.0907374, longitude: -5.1214201, speedKph: 3, hdop: 0.92, altitudeM: 3, heading: 13, odometerM: 7 }),
    )
  })

  it('stays the same when it is stored again', () => {
    const once = asStored(fix({ latitude: 0.12345678, speedKph: 99.99, odometerM: 12_482_000_123, batteryMv: 40_000.5 }))
    expect(asStored(once)).toEqual(once)
    expect(once).toMatchObject({ odometerM: 12_482_000_123, batteryMv: 40_000.5 })
  })

  it('has nothing where there was nothing to know', () => {
    expect(asStored(fix({ event: 0, attributes: {}, speedKph: Number.NaN }))).toEqual(fix({}))
  })
})
