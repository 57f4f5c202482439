import { FixValidity } from '@roadbook/contracts'
import { findProtocol } from '../registry.js'

const NOW = Date.UTC(2026, 4, 14, 10)
const json = findProtocol('json')!
const decode = (position: unknown) => json.decode(Buffer.from(JSON.stringify(position)), { now: NOW })
const LEAST = { id: '352625698104217', time: '2026-05-14T07:21:05Z' }

describe('a position in Roadbook’s own JSON', () => {
  it('fills everything that it has', () => {
    expect(
      decode({
        ...LEAST,
        latitude: 52.368823,
        longitude: 4.895168,
        altitude_m: 12.5,
        speed_kph: 47,
        heading: 360,
        accuracy_m: 4.5,
        satellites: 11,
        hdop: 0.9,
        ignition: true,
        moving: false,
        odometer_m: 48_211_034,
        external_battery_mv: 13_914,
        battery_mv: 4_020,
        battery_percent: 87.5,
        gsm_signal: 4,
        alarm: 'sos,powerCut',
        protocol: 'acme',
        attributes: { doorOpen: true, temperatureC: -4.5, load: 'fish' },
      }),
    ).toEqual({
      kind: 'packet',
      identity: '352625698104217',
      spoken: 'acme',
      fixes: [
        {
          positionedAt: Date.parse(LEAST.time),
          validity: FixValidity.valid,
          latitude: 52.368823,
          longitude: 4.895168,
          altitudeM: 12.5,
          speedKph: 47,
          heading: 0,
          satellites: 11,
          hdop: 0.9,
          ignition: true,
          movement: false,
          odometerM: 48_211_034,
          externalBatteryMv: 13_914,
          batteryMv: 4_020,
          batteryPercent: 87.5,
          gsmSignal: 4,
          attributes: { accuracyM: 4.5, doorOpen: true, temperatureC: -4.5, load: 'fish', alarm: 'sos,powerCut' },
        },
      ],
    })
  })

  it('is telemetry without coordinates, and no fix when its sender says so; null is as good as absent', () => {
    expect(decode({ ...LEAST, latitude: null, longitude: null, battery_percent: 5 })).toMatchObject({
      fixes: [{ validity: FixValidity.noFix, batteryPercent: 5 }],
    })
    expect(decode({ ...LEAST, latitude: 1, longitude: 2, valid: false })).toMatchObject({
      fixes: [{ validity: FixValidity.noFix, latitude: 1 }],
    })
  })

  it.each([1_778_743_265_000, '2026-05-14T09:21:05+02:00', '2026-05-14T07:21:05.000Z'])('may say its time as %s', (time) => {
    expect(decode({ ...LEAST, time })).toMatchObject({ fixes: [{ positionedAt: Date.parse(LEAST.time) }] })
  })

  it.each([
    ['a list', [], 'must be a JSON object'],
    ['no id', { time: LEAST.time }, 'id is missing'],
    ['a number as id', { ...LEAST, id: 352_625_698_104_217 }, 'id must be the IMEI or the tracker_id'],
    ['no time', { id: '1' }, 'time is missing'],
    ['a time without a zone', { ...LEAST, time: '2026-05-14T07:21:05' }, 'with Z or an offset'],
    ['seconds', { ...LEAST, time: 1_778_743_265 }, 'milliseconds'],
    ['the future', { ...LEAST, time: '2026-05-16T07:21:05Z' }, 'one day from now'],
    ['half a place', { ...LEAST, latitude: 1 }, 'needed together'],
    ['a place that is not on Earth', { ...LEAST, latitude: 91, longitude: 2 }, 'latitude must be a number from -90 to 90'],
    ['a name that nobody knows', { ...LEAST, speed: 1 }, '"speed" is unknown; allowed are id, time'],
    ['a list as an attribute', { ...LEAST, attributes: { a: [1] } }, 'attributes must be'],
    ['text as a number', { ...LEAST, speed_kph: '12' }, 'speed_kph must be a number from 0 to 1852'],
  ])('is refused with what is allowed when it is, or has, %s', (_, position, part) => {
    expect(decode(position)).toMatchObject({ kind: 'decodeError', reason: expect.stringContaining(part) as string })
  })
})
