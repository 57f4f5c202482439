import { readFileSync } from 'node:fs'
import path from 'node:path'
import { FixValidity } from '@roadbook/contracts'
import { findProtocol } from '../registry.js'

const NOW = Date.UTC(2026, 4, 14, 10)
const traccar = findProtocol('traccar')!
/** Bodies that the classes of Traccar 6.14.5 wrote, with Jackson as `MainModule` configures it. The trackers are invented. */
const bytesOf = (file: string) => readFileSync(path.join(__dirname, 'fixtures', file))
const decode = (frame: Buffer | string) => traccar.decode(Buffer.from(frame), { now: NOW })
const at = (iso: string) => Date.parse(iso)
const changed = (
  file: string,
  change: (body: { position: Record<string, unknown>; device: Record<string, unknown> }) => void,
) => {
  const body = JSON.parse(bytesOf(file).toString()) as Parameters<typeof change>[0]
  change(body)
  return decode(JSON.stringify(body))
}

describe('a position that Traccar forwards as JSON', () => {
  it('is a fix in our units, under the id and the protocol of its tracker', () => {
    expect(decode(bytesOf('position-gps103.json'))).toEqual({
      kind: 'packet',
      identity: '359710042436064',
      spoken: 'gps103',
      fixes: [
        {
          positionedAt: at('2026-05-14T07:21:05Z'),
          validity: FixValidity.valid,
          latitude: 52.368823,
          longitude: 4.895168,
          speedKph: expect.closeTo(23.002, 3) as number,
          heading: 271,
          ignition: true,
          batteryPercent: 87,
          attributes: { event: 'tracker', door: false, fuel1: 41.5, engineHoursS: 3725 },
        },
      ],
    })
  })

  it('fills what the tracker measured: voltages, satellites, its own odometer, driver, cell', () => {
    expect(decode(bytesOf('position-teltonika.json'))).toMatchObject({
      identity: '352625698104217',
      spoken: 'teltonika',
      fixes: [
        {
          positionedAt: at('2026-05-14T07:21:05.250Z'),
          altitudeM: 12,
          satellites: 14,
          hdop: 0.7,
          odometerM: 48_211_034,
          externalBatteryMv: 13_914,
          batteryMv: 4_020,
          attributes: { driverId: 'A1B2C3D4', io69: 1, rssi: 4, pdop: 1.3, mcc: 204, mnc: 8, lac: 1234, cellId: 5_678_901, cellSignal: -71 },
        },
      ],
    }) // oxfmt-ignore
  })

  it('has neither the distance nor the motion that Traccar computes, nor zeros for what nobody measured', () => {
    const [fix] = fixesOf(decode(bytesOf('position-gps103.json')))
    for (const name of ['totalDistance', 'distance', 'motion']) expect(fix?.attributes).not.toHaveProperty(name)
    for (const name of ['odometerM', 'movement', 'altitudeM']) expect(fix).not.toHaveProperty(name)
    expect(fix?.attributes).not.toHaveProperty('accuracyM')
  })

  it('that repeats the last place is a fix of that time, the same each time, and telemetry of its own time', () => {
    const told = fixesOf(decode(bytesOf('position-last-place.json')))
    expect(told).toMatchObject([
      { positionedAt: at('2026-05-14T07:21:05Z'), validity: FixValidity.valid, latitude: 52.368823 },
      { positionedAt: at('2026-05-14T09:21:04Z'), validity: FixValidity.noFix, batteryPercent: 64, externalBatteryMv: 12_100 },
    ])
    expect(told[0]).not.toHaveProperty('batteryPercent')
    expect(told[1]).not.toHaveProperty('latitude')
    expect(told[1]?.attributes?.cells).toMatch(/204-8-1234-5678902:-90/)
    const later = changed('position-last-place.json', ({ position }) => {
      position.deviceTime = '2026-05-14T09:51:04.000+00:00'
      position.attributes = { batteryLevel: 63 }
    })
    expect(fixesOf(later)[0]).toEqual(told[0])
  })

  it('that older versions mark as outdated is telemetry only', () => {
    const told = changed('position-gps103.json', ({ position }) => (position.outdated = true))
    expect(fixesOf(told)).toMatchObject([{ validity: FixValidity.noFix, ignition: true }])
    expect(fixesOf(told)[0]).not.toHaveProperty('latitude')
  })

  it('of a tracker that never had a place has none, and keeps its alarms', () => {
    expect(decode(bytesOf('position-never-placed.json'))).toMatchObject({
      identity: '9170000017',
      fixes: [
        {
          positionedAt: at('2026-05-14T07:21:04Z'),
          validity: FixValidity.noFix,
          batteryPercent: 12,
          attributes: { alarm: 'lowBattery,powerCut' },
        },
      ],
    })
  })

  it('of an impossible time has that of its reception by Traccar, the same each time it is repeated', () => {
    const body = JSON.parse(bytesOf('position-gps103.json').toString()) as { position: Record<string, unknown> }
    body.position.fixTime = body.position.deviceTime = '2036-05-14T07:21:05.000+00:00'
    const frame = Buffer.from(JSON.stringify(body))
    const [first, again] = [NOW, NOW + 60_000].map((now) => fixesOf(traccar.decode(frame, { now })))
    expect(first).toMatchObject([{ positionedAt: at('2026-05-14T07:21:06.127Z'), validity: FixValidity.unknownTime }])
    expect(again).toEqual(first)
    const late = NOW + 3 * 86_400_000
    expect(fixesOf(traccar.decode(frame, { now: late }))).toMatchObject([{ positionedAt: late }])
  })

  it('that was found by cells or networks is no fix of a receiver', () => {
    expect(decode(bytesOf('position-by-cells.json'))).toMatchObject({
      identity: 'phone-of_anna.1',
      fixes: [
        {
          validity: FixValidity.noFix,
          latitude: 52.368823,
          attributes: { placedByCells: true, accuracyM: 850, charging: false, wifi: '01:02:03:04:05:06,-60' },
        },
      ],
    })
  })

  it('that Traccar itself calls invalid is no fix', () => {
    expect(fixesOf(changed('position-gps103.json', ({ position }) => (position.valid = false)))).toMatchObject([
      { validity: FixValidity.noFix, positionedAt: at('2026-05-14T07:21:05Z') },
    ])
  })

  it('is read with the times of older versions', () => {
    const told = changed('position-gps103.json', ({ position }) => (position.fixTime = '2026-05-14T07:21:05.000+0000'))
    expect(fixesOf(told)[0]?.positionedAt).toBe(at('2026-05-14T07:21:05Z'))
  })

  it.each([
    ['odometer', 4_294_967_295, 'odometerM'],
    ['odometer', 4_294_967_295_000, 'odometerM'],
    ['odometer', -1, 'odometerM'],
    ['sat', 255, 'satellites'],
    ['hdop', 99.99, 'hdop'],
    ['batteryLevel', 255, 'batteryPercent'],
    ['battery', 87, 'batteryMv'],
    ['power', 65_535, 'externalBatteryMv'],
    ['driverUniqueId', '00000000', 'driverId'],
    ['ignition', 'unknown', 'ignition'],
  ])('has no reading in %s %s', (name, value, column) => {
    const [fix] = fixesOf(changed('position-gps103.json', ({ position }) => (position.attributes = { [name]: value })))
    expect(Object.keys(fix!)).not.toContain(column)
    expect(fix!.attributes?.driverId).toBeUndefined()
  })

  it('keeps a place that is not on Earth to be read, as every protocol does', () => {
    expect(fixesOf(changed('position-gps103.json', ({ position }) => (position.latitude = 95.5)))).toMatchObject([
      { validity: FixValidity.invalidCoordinates, attributes: { devicePosition: '95.5, 4.895168' } },
    ])
  })

  it('is not moved by the local time of a device: Traccar has converted it', () => {
    const told = traccar.decode(bytesOf('position-gps103.json'), { now: NOW, utcOffsetMinutes: 120 })
    expect(fixesOf(told)[0]?.positionedAt).toBe(at('2026-05-14T07:21:05Z'))
  })

  it.each([
    ['no JSON', '{"position":', 'JSON object'],
    ['another object', '{"hello":1}', 'device.uniqueId'],
    ['no device', '{"position":{"fixTime":"2026-05-14T07:21:05.000+00:00"}}', 'device.uniqueId'],
    ['no position', '{"device":{"uniqueId":"1"}}', 'position is missing'],
    ['no time', '{"device":{"uniqueId":"1"},"position":{"latitude":1,"longitude":2}}', 'fixTime'],
    [
      'a word for a latitude',
      '{"device":{"uniqueId":"1"},"position":{"fixTime":1778743265000,"latitude":"x","longitude":2}}',
      'decimal',
    ],
  ])('is refused with a sentence when it is %s', (_, body, part) => {
    expect(decode(body)).toMatchObject({ kind: 'decodeError', cause: 'content', reason: expect.stringContaining(part) as string })
  })
})

describe('an event that Traccar forwards', () => {
  it('is for an alarm the same reading as the position before it, so that it is stored once', () => {
    const event = decode(bytesOf('event-sos.json'))
    expect(event).toEqual(decode(bytesOf('position-sos.json')))
    expect(fixesOf(event)).toMatchObject([{ attributes: { alarm: 'sos' } }])
  })

  it.each(['event-geofence.json', 'event-offline.json'])(
    'that Traccar’s own rules made is understood and not stored: %s',
    (file) => {
      expect(decode(bytesOf(file))).toEqual({ kind: 'heartbeat', identity: '359710042436064' })
    },
  )
})

describe('a position that Traccar forwards in an address', () => {
  it('is read as the JSON one', () => {
    expect(decode(bytesOf('position.query').toString().trim())).toMatchObject({
      kind: 'packet',
      identity: '359710042436064',
      spoken: 'gps103',
      fixes: [
        {
          positionedAt: at('2026-05-14T07:21:05Z'),
          validity: FixValidity.valid,
          latitude: 52.368823,
          longitude: -0.0001,
          speedKph: expect.closeTo(23.002, 3) as number,
          heading: 271,
          ignition: true,
          batteryPercent: 87,
        },
      ],
    })
  })

  it('is read with the names of the OsmAnd example and without attributes', () => {
    expect(decode('id=9170000017&timestamp=1778743265000&lat=1.5&lon=2&speed=0.0&bearing=0.0&valid=false')).toMatchObject({
      identity: '9170000017',
      fixes: [{ validity: FixValidity.noFix, latitude: 1.5, longitude: 2 }],
    })
  })
})

function fixesOf(decoded: ReturnType<typeof decode>) {
  if (decoded.kind === 'decodeError') throw new Error(decoded.reason)
  return decoded.fixes ?? []
}
