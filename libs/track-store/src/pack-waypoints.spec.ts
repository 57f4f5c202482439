import { FixValidity, type Fix } from '@roadbook/contracts'
import fc from '@roadbook/testing/property'
import { packCopy } from './columns.js'
import { packWaypoints } from './pack-waypoints.js'
import { toValues, WAYPOINT_COLUMNS } from './waypoint-columns.js'

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const reading = optional(fc.oneof(fc.integer({ min: -40_000, max: 40_000 }), fc.double()))
const fix: fc.Arbitrary<Fix> = fc.record({
  positionedAt: fc.nat(2_000_000_000_000),
  validity: fc.constantFrom(...Object.values(FixValidity)),
  latitude: optional(fc.double({ min: -90, max: 90 })),
  longitude: optional(fc.double({ min: -200, max: 200 })),
  altitudeM: reading,
  speedKph: reading,
  heading: reading,
  satellites: reading,
  hdop: reading,
  ignition: optional(fc.boolean()),
  movement: optional(fc.boolean()),
  odometerM: reading,
  externalBatteryMv: reading,
  batteryMv: reading,
  batteryPercent: reading,
  gsmSignal: reading,
  event: optional(fc.nat(65_535)),
  attributes: optional(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()))),
})

describe('the input of COPY', () => {
  it('is what the table of columns says, for any fix', () => {
    fc.assert(
      fc.property(fc.array(fix, { maxLength: 5 }), (fixes) => {
        const rows = fixes.map((own, index) => ({ deviceId: index, receivedAt: own.positionedAt + 1, fix: own }))
        expect(packWaypoints(rows)).toEqual(packCopy(WAYPOINT_COLUMNS, rows.map(toValues)))
      }),
    )
  })
})
