import { momentNotBefore, momentOf, startOfDay } from './wall-clock.js'

const ZONE = 'Europe/Amsterdam'
const at = (day: string, time: string, zone = ZONE) => momentOf(day, time, zone)?.toISOString()

describe('the moment that a date and a time mean in a zone', () => {
  it.each([
    ['2026-01-15', '09:30', '2026-01-15T08:30:00.000Z'],
    ['2026-07-15', '09:30', '2026-07-15T07:30:00.000Z'],
    ['2026-12-31', '23:59', '2026-12-31T22:59:00.000Z'],
    ['2027-01-01', '00:00', '2026-12-31T23:00:00.000Z'],
  ])('G-80 follows winter and summer time: %s %s', (day, time, moment) => expect(at(day, time)).toBe(moment))

  it('G-80 is none in the hour that the clocks leave out, and goes on right after it', () => {
    expect(at('2026-03-29', '01:59')).toBe('2026-03-29T00:59:00.000Z')
    expect(at('2026-03-29', '02:00')).toBeUndefined()
    expect(at('2026-03-29', '02:59')).toBeUndefined()
    expect(at('2026-03-29', '03:00')).toBe('2026-03-29T01:00:00.000Z')
  })

  it('G-80 is the first one in the hour that the clocks show twice', () => {
    expect(at('2026-10-25', '01:59')).toBe('2026-10-24T23:59:00.000Z')
    expect(at('2026-10-25', '02:30')).toBe('2026-10-25T00:30:00.000Z')
    expect(at('2026-10-25', '03:00')).toBe('2026-10-25T02:00:00.000Z')
  })

  it('G-80 knows zones whose clocks move by half an hour, and those that never move', () => {
    expect(at('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBeUndefined()
    expect(at('2026-04-05', '01:45', 'Australia/Lord_Howe')).toBe('2026-04-04T14:45:00.000Z')
    expect(at('2026-03-29', '02:30', 'Asia/Kolkata')).toBe('2026-03-28T21:00:00.000Z')
  })
})

describe('the first moment of a day in a zone', () => {
  it.each([
    ['2027-10-31', 'Atlantic/Azores', '2027-10-31T00:00:00.000Z'],
    ['2027-11-07', 'America/Havana', '2027-11-07T04:00:00.000Z'],
    ['2027-11-08', 'America/Havana', '2027-11-08T05:00:00.000Z'],
    ['2027-09-05', 'America/Santiago', '2027-09-05T04:00:00.000Z'],
    ['2027-10-31', 'America/Nuuk', '2027-10-31T02:00:00.000Z'],
    ['2027-10-31', ZONE, '2027-10-30T22:00:00.000Z'],
  ])('is that of the first midnight, or where clocks skip it: %s in %s', (day, zone, start) => {
    expect(startOfDay(day, zone).toISOString()).toBe(start)
  })
})

describe('the moment of a day and a time, not before another one', () => {
  const after = (from: string, day: string, time: string, zone = ZONE) =>
    momentNotBefore(new Date(from), day, time, zone).toISOString()

  it('is the next of the two where clocks show it twice', () => {
    expect(after('2027-10-31T00:10:00Z', '2027-10-31', '02:30')).toBe('2027-10-31T00:30:00.000Z')
    expect(after('2027-10-31T00:30:00Z', '2027-10-31', '02:30')).toBe('2027-10-31T00:30:00.000Z')
    expect(after('2027-10-31T01:10:00Z', '2027-10-31', '02:30')).toBe('2027-10-31T01:30:00.000Z')
  })

  it('is by the clocks from before where they leave it out, also on the next day', () => {
    expect(after('2027-03-28T00:10:00Z', '2027-03-28', '02:30')).toBe('2027-03-28T01:30:00.000Z')
    expect(after('2027-03-28T00:10:00Z', '2027-03-27', '23:30', 'America/Nuuk')).toBe('2027-03-28T01:30:00.000Z')
    expect(after('2027-03-28T00:10:00Z', '2027-03-28', '01:30', 'Antarctica/Troll')).toBe('2027-03-28T01:30:00.000Z')
  })
})
