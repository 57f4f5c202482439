import { FixValidity } from '@roadbook/contracts'
import { headingOf, judgeFix } from './judge-fix.js'
import { nmeaDegrees, toNmea } from './nmea.js'
import { utcOf } from './utc.js'

const NOW = Date.UTC(2026, 0, 1)
const place = { latitude: 52.37, longitude: 4.89 }

describe('what a device says of where and when it was', () => {
  it.each([
    ['a day that will never come', utcOf(26, 2, 29, 0, 0, 0)],
    ['month 13', utcOf(26, 13, 1, 0, 0, 0)],
    ['the year 1980', Date.UTC(1980, 0, 6)],
    ['next week', NOW + 7 * 86_400_000],
  ])('B8 keeps a fix dated %s, under the time of reception and with its reason', (_, deviceTime) => {
    expect(judgeFix({ deviceTime, hasFix: true, ...place }, NOW)).toMatchObject({
      positionedAt: NOW,
      validity: FixValidity.unknownTime,
      ...place,
    })
  })

  it.each([
    [{ hasFix: true, latitude: 0, longitude: 0 }, FixValidity.invalidCoordinates],
    [{ hasFix: true, latitude: 91, longitude: 4 }, FixValidity.invalidCoordinates],
    [{ hasFix: true, latitude: 4, longitude: -180.1 }, FixValidity.invalidCoordinates],
    [{ hasFix: true, latitude: -90, longitude: 180 }, FixValidity.valid],
    [{ hasFix: true, latitude: 4, longitude: -360 }, FixValidity.invalidCoordinates],
    [{ hasFix: false, ...place }, FixValidity.noFix],
    [{ hasFix: true, latitude: undefined, longitude: undefined }, FixValidity.noFix],
  ])('B9 judges %j as %i', (reading, validity) => {
    expect(judgeFix({ deviceTime: NOW, ...reading }, NOW).validity).toBe(validity)
  })

  it.each([true, false])(
    'B9 never gives a place beyond the poles or the date line, but keeps it to be read; fix: %s',
    (hasFix) => {
      const fix = judgeFix({ deviceTime: NOW, hasFix, latitude: 52.37, longitude: 1193.0464711 }, NOW)
      expect(fix).not.toHaveProperty('latitude')
      expect(fix).not.toHaveProperty('longitude')
      expect(fix.attributes).toEqual({ devicePosition: '52.37, 1193.0464711' })
    },
  )

  it('knows leap days and leap seconds', () => {
    expect(utcOf(24, 2, 29, 23, 59, 60)).toBe(Date.UTC(2024, 1, 29, 23, 59, 59))
    expect(utcOf(2100, 2, 29, 0, 0, 0)).toBeUndefined()
  })

  it('keeps a heading inside the circle', () => {
    expect([headingOf(359.7), headingOf(360), headingOf(0), headingOf(361), headingOf(Number.NaN)]).toEqual([
      0,
      0,
      0,
      undefined,
      undefined,
    ])
  })
})

describe('degrees and minutes', () => {
  it.each([
    ['2333.0312', 'S', -23.55052],
    ['04637.9986', 'W', -46.63331],
    ['9000.0000', 'N', 90],
  ])('read %s %s', (text, hemisphere, degrees) => {
    expect(nmeaDegrees(text, hemisphere)).toBeCloseTo(degrees, 7)
    expect(toNmea(degrees, 'NS'.includes(hemisphere) ? 'latitude' : 'longitude')).toEqual({ text, hemisphere })
  })

  it.each([
    ['452.123', 'E', 4.868717],
    ['52.123', 'E', 0.868717],
    ['7.5', 'N', 0.125],
    ['0.0', 'W', 0],
    ['-5212.345', '', -52.20575],
    ['+5212.345', '', 52.20575],
    ['5212.345', '', 52.20575],
    ['-5212.345', 'S', -52.20575],
    ['-00452.123', 'E', -4.868717],
  ])('read %j %j, whose zeros or whose letter a tracker left out', (text, hemisphere, degrees) => {
    expect(nmeaDegrees(text, hemisphere)).toBeCloseTo(degrees, 6)
  })

  it.each([
    ['2360.0000', 'S'],
    ['2333.0312', 'X'],
    ['-2333.0312', 'X'],
    ['--2333.0312', 'S'],
    ['233a.0312', 'S'],
    ['2333.03.12', 'S'],
    ['2333.', 'S'],
    ['23330312', 'S'],
    ['2333.0312', 'constructor'],
    ['-', 'N'],
    ['1e3', 'N'],
    ['', 'N'],
    ['', ''],
  ])('refuse %j %j', (text, hemisphere) => {
    expect(nmeaDegrees(text, hemisphere)).toBeUndefined()
  })
})
