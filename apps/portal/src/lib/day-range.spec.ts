import { MACHINE_ZONES, onMachineIn } from '../testing/machine-zone.js'
import { dayOf, daysIn, formatRange, formatRangeShort, noonOf, parseRange, presetRange, rangeInstants } from './day-range.js'

describe('the range of days', () => {
  const now = Date.parse('2025-10-30T23:30:00.000Z')

  it('R-083 writes a range as DD-MM-YYYY – DD-MM-YYYY', () => {
    expect(formatRange({ from: '2025-10-27', till: '2025-10-30' })).toBe('27-10-2025 – 30-10-2025')
    expect(formatRange({ from: '2025-10-27', till: '2025-10-27' })).toBe('27-10-2025')
  })

  it('R-083 shortens the first year where there is little room', () => {
    expect(formatRangeShort({ from: '2025-10-27', till: '2025-10-30' })).toBe('27-10 – 30-10-2025')
    expect(formatRangeShort({ from: '2024-12-30', till: '2025-01-02' })).toBe('30-12-2024 – 02-01-2025')
  })

  it('takes today, yesterday and seven days from the zone of the user', () => {
    expect(presetRange('today', now, 'Europe/Berlin')).toEqual({ from: '2025-10-31', till: '2025-10-31' })
    expect(presetRange('today', now, 'UTC')).toEqual({ from: '2025-10-30', till: '2025-10-30' })
    expect(presetRange('yesterday', now, 'Europe/Berlin')).toEqual({ from: '2025-10-30', till: '2025-10-30' })
    expect(presetRange('sevenDays', now, 'Europe/Berlin')).toEqual({ from: '2025-10-25', till: '2025-10-31' })
  })

  it('G-97 begins weeks on Monday, and months on their first day', () => {
    const sunday = Date.parse('2025-11-02T12:00:00.000Z')
    expect(presetRange('thisWeek', sunday, 'Europe/Berlin')).toEqual({ from: '2025-10-27', till: '2025-11-02' })
    expect(presetRange('lastWeek', sunday, 'Europe/Berlin')).toEqual({ from: '2025-10-20', till: '2025-10-26' })
    expect(presetRange('thisMonth', sunday, 'Europe/Berlin')).toEqual({ from: '2025-11-01', till: '2025-11-02' })
    expect(presetRange('lastMonth', sunday, 'Europe/Berlin')).toEqual({ from: '2025-10-01', till: '2025-10-31' })
    expect(daysIn({ from: '2025-10-01', till: '2025-10-31' })).toBe(31)
  })

  it('covers whole days, also the one of 25 hours', () => {
    expect(rangeInstants({ from: '2025-10-26', till: '2025-10-26' }, 'Europe/Berlin')).toEqual({
      from: '2025-10-25T22:00:00.000Z',
      till: '2025-10-26T22:59:59.999Z',
    })
  })

  it.each([
    ['2025-10-27', '2025-10-30', true],
    ['2025-10-30', '2025-10-27', false],
    ['2025-02-30', '2025-03-01', false],
    ['27-10-2025', '30-10-2025', false],
    [null, '2025-10-30', false],
  ])('reads %p to %p from an address: %p', (from, till, isRange) => {
    expect(parseRange(from, till) !== undefined).toBe(isRange)
  })

  describe.each(MACHINE_ZONES)('on a machine in %s', (zone) => {
    it.each([
      ['Europe/Amsterdam', '2027-03-28', '2027-03-27T23:00:00.000Z', '2027-03-28T21:59:59.999Z'],
      ['America/New_York', '2027-10-31', '2027-10-31T04:00:00.000Z', '2027-11-01T03:59:59.999Z'],
      ['America/New_York', '2027-03-28', '2027-03-28T04:00:00.000Z', '2027-03-29T03:59:59.999Z'],
      ['America/Santiago', '2027-09-05', '2027-09-05T04:00:00.000Z', '2027-09-06T02:59:59.999Z'],
      ['Atlantic/Azores', '2027-10-30', '2027-10-30T00:00:00.000Z', '2027-10-30T23:59:59.999Z'],
      ['Atlantic/Azores', '2027-10-31', '2027-10-31T00:00:00.000Z', '2027-11-01T00:59:59.999Z'],
      ['America/Havana', '2027-11-07', '2027-11-07T04:00:00.000Z', '2027-11-08T04:59:59.999Z'],
      ['Pacific/Apia', '2027-10-31', '2027-10-30T11:00:00.000Z', '2027-10-31T10:59:59.999Z'],
    ])('covers the day as %s has it: %s', (timeZone, day, from, till) => {
      expect(onMachineIn(zone, () => rangeInstants({ from: day, till: day }, timeZone))).toEqual({ from, till })
    })

    it('names the day of an instant as the zone of the user has it, also in the hour that the machine leaves out', () => {
      expect(onMachineIn(zone, () => dayOf('2027-03-27T22:30:00.000Z', 'Europe/Amsterdam'))).toBe('2027-03-27')
      const late = Date.parse('2027-03-27T22:30:00.000Z')
      expect(onMachineIn(zone, () => presetRange('today', late, 'Europe/Amsterdam').till)).toBe('2027-03-27')
    })

    it('finds noon, also on the days of 23 and 25 hours', () => {
      const noons = ['2027-03-28', '2027-10-31'].map((day) => onMachineIn(zone, () => noonOf(day, 'Europe/Amsterdam')))
      expect(noons).toEqual(['2027-03-28T10:00:00.000Z', '2027-10-31T11:00:00.000Z'])
    })
  })
})
