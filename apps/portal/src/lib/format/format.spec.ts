import { startI18n } from '../../i18n/index.js'
import { onMachineIn } from '../../testing/machine-zone.js'
import { browserTimeZone, formatDate, formatDateTime, formatDateTimeRange, weekdayOf } from './dates.js'
import { formatAge, formatDuration, formatSpan } from './durations.js'
import { timeZoneNames } from './time-zones.js'
import {
  formatBytes,
  formatCoordinates,
  formatCount,
  formatDistance,
  formatExactDistance,
  formatImei,
  formatMoney,
  formatSpeed,
} from './numbers.js'

describe('numbers', () => {
  it.each([
    [0, '0 km'],
    [640, '640 m'],
    [12_345, '12 km 345 m'],
    [12_345_000, '12 345 km'],
    [1_234_567_045, '1 234 567 km 45 m'],
  ])('shows %i m to the last one, in signs that no language reads otherwise', (metres, shown) => {
    expect(formatExactDistance(metres)).toBe(shown.replaceAll(' ', '\u00a0'))
  })

  it('R-234 shows distances as metres/1000 with 0 decimals, rounded half up', () => {
    expect([0, 499, 500, 1_499, 12_482_300].map(formatDistance)).toEqual([
      '0\u00a0km',
      '0\u00a0km',
      '1\u00a0km',
      '1\u00a0km',
      '12,482\u00a0km',
    ])
  })

  it('R-235 shows money with 2 decimals, dot decimal and comma thousands', () => {
    expect(formatMoney('1249')).toBe('€\u00a01,249.00')
    expect(formatMoney(-0.5, 'CHF')).toBe('CHF\u00a0-0.50')
  })

  it('shows speed whole, coordinates with 6 decimals, counts with thousands', () => {
    expect(formatSpeed(17.6)).toBe('18\u00a0km/h')
    expect(formatCoordinates(52.0907, 5.12142)).toBe('52.090700, 5.121420')
    expect(formatCount(10_000)).toBe('10,000')
  })

  it('says how large a file is in the unit that reads best', () => {
    expect([640, 48_200, 3_240_000].map(formatBytes)).toEqual(['640\u00a0B', '48\u00a0kB', '3.2\u00a0MB'])
  })

  it('groups an IMEI by three', () => {
    expect(formatImei('352625698104217')).toBe('352\u00a0625\u00a0698\u00a0104\u00a0217')
  })
})

describe('dates', () => {
  it('are DD-MM-YYYY HH:mm in the zone given, also at midnight and across the change of day', () => {
    expect(formatDateTime('2025-10-29T23:00:00Z', 'Europe/Amsterdam')).toBe('30-10-2025 00:00')
    expect(formatDate('2025-10-29T23:00:00Z', 'America/New_York')).toBe('29-10-2025')
  })

  it('join a range with an en dash', () => {
    expect(formatDateTimeRange('2025-11-02T06:00:00Z', '2025-11-03T20:00:00Z', 'Europe/Amsterdam')).toBe(
      '02-11-2025 07:00 – 03-11-2025 21:00',
    )
  })

  it('name the day in the language', () => {
    expect([weekdayOf('2025-10-30', 'de'), weekdayOf('2025-10-30', 'de', 'short')]).toEqual(['Donnerstag', 'Do'])
  })
})

describe('the zone of a browser', () => {
  it.each([
    ['Europe/Amsterdam', 'Europe/Amsterdam'],
    ['UTC', 'UTC'],
    // The runtime names it "+00:00", which the API does not accept.
    ['GMT', 'UTC'],
    ['CET', 'Europe/Brussels'],
  ])('on a machine in %s is %s', (machine, zone) => expect(onMachineIn(machine, browserTimeZone)).toBe(zone))

  it.each(['Etc/Unknown', undefined])('is UTC where the browser says %s', (timeZone) => {
    const said = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone } as Intl.ResolvedDateTimeFormatOptions
    const options = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(said)
    expect(browserTimeZone()).toBe('UTC')
    options.mockRestore()
  })
})

describe('the zones that forms offer', () => {
  it('are UTC and names of places, whatever letters a browser names besides', () => {
    jest.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Africa/Abidjan', 'CET', 'EST5EDT', 'Europe/Amsterdam'])
    expect(timeZoneNames()).toEqual(['UTC', 'Africa/Abidjan', 'Europe/Amsterdam'])
    jest.restoreAllMocks()
  })
})

describe('durations and ages', () => {
  it('read as "6 s", "15 min", "1 h 06 min"', async () => {
    const t = (await startI18n('en')).getFixedT(null, 'format')
    expect([6, 59.4, 900, 3_960, 3_599].map((seconds) => formatDuration(seconds, t))).toEqual([
      '6 s',
      '59 s',
      '15 min',
      '1 h 06 min',
      '1 h 00 min',
    ])
  })

  it('count in days what lasts longer than one, with its hours in the first week', async () => {
    const t = (await startI18n('en')).getFixedT(null, 'format')
    expect([3_960, 90_000, 180_000, 8_640_660].map((seconds) => formatSpan(seconds, t))).toEqual([
      '1 h 06 min',
      '1 day 1 h',
      '2 days 2 h',
      '100 days',
    ])
  })

  it('speak of ages up to 24 h, and treat a clock ahead of ours as now', async () => {
    const t = (await startI18n('en')).getFixedT(null, 'format')
    expect([3_000, 14 * 60_000, 2 * 3_600_000, 24 * 3_600_000, -5_000].map((age) => formatAge(age, t))).toEqual([
      '3 s ago',
      '14 min ago',
      '2 h ago',
      undefined,
      '0 s ago',
    ])
  })
})
