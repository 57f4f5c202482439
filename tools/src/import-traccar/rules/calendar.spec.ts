import { hoursOf, hoursOutside } from './calendar.js'

const BERLIN = ';TZID=Europe/Berlin'
interface Event {
  start?: string
  end?: string
  rule?: string
  zone?: string
  more?: string
}
const event = ({ start = '20260105T080000', end = '20260105T180000', rule, zone = BERLIN, more }: Event) =>
  [
    'BEGIN:VEVENT',
    'UID:1',
    `DTSTART${zone}:${start}`,
    `DTEND${zone}:${end}`,
    ...(rule ? [`RRULE:${rule}`] : []),
    ...(more ? [more] : []),
    'SUMMARY:Event',
    'END:VEVENT',
  ].join('\n')
const calendar = (...events: readonly Event[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Traccar//NONSGML Traccar//EN', ...events.map(event), 'END:VCALENDAR'].join('\n')

describe('a calendar of Traccar', () => {
  it('with weekly or daily events becomes hours of a week', () => {
    expect(hoursOf(calendar({ rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' }))).toEqual({
      timeZone: 'Europe/Berlin',
      spans: [{ days: [1, 2, 3, 4, 5], from: '08:00', till: '18:00' }],
    })
    expect(hoursOf(calendar({ start: '20260105T220000', end: '20260106T060000', rule: 'FREQ=DAILY' }))).toEqual({
      timeZone: 'Europe/Berlin',
      spans: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', till: '06:00' }],
    })
    // 2026-01-05 is a Monday.
    expect(hoursOf(calendar({ zone: '', rule: 'FREQ=WEEKLY' }))).toEqual({
      timeZone: 'UTC',
      spans: [{ days: [1], from: '08:00', till: '18:00' }],
    })
  })

  it('with an event of a whole weekend becomes spans of at most a day', () => {
    expect(hoursOf(calendar({ start: '20260109T180000', end: '20260112T060000', rule: 'FREQ=WEEKLY' }))).toMatchObject({
      spans: [
        { days: [5], from: '18:00', till: '18:00' },
        { days: [6], from: '18:00', till: '18:00' },
        { days: [7], from: '18:00', till: '06:00' },
      ],
    })
  })

  it('of whole days applies in UTC, as in Traccar', () => {
    const day = { start: '20260110', end: '20260111', zone: ';VALUE=DATE', rule: 'FREQ=WEEKLY;BYDAY=SA,SU' }
    expect(hoursOf(calendar(day))).toEqual({ timeZone: 'UTC', spans: [{ days: [6, 7], from: '00:00', till: '00:00' }] })
  })

  it.each([
    [{ rule: 'FREQ=MONTHLY;BYMONTHDAY=1' }, 'an event recurs monthly'],
    [{ rule: 'FREQ=YEARLY' }, 'an event recurs yearly'],
    [{ rule: 'FREQ=DAILY;COUNT=1' }, 'an event recurs only until a date or a number of times'],
    [{ rule: 'FREQ=WEEKLY;UNTIL=20270101T000000Z' }, 'an event recurs only until a date or a number of times'],
    [{ rule: 'FREQ=DAILY;BYMONTH=6' }, 'an event does not recur in every week (byMonth)'],
    [{ rule: 'FREQ=WEEKLY;INTERVAL=2' }, 'an event does not recur in every week (interval 2)'],
    [{ rule: 'FREQ=WEEKLY;BYDAY=MO', more: 'EXDATE;TZID=Europe/Berlin:20260406T080000' }, 'an event leaves out single dates'],
    [{ rule: 'FREQ=WEEKLY', more: 'RDATE;TZID=Europe/Berlin:20260406T080000' }, 'it has single dates (RDATE)'],
    [{}, 'an event takes place once, on 2026-01-05'],
  ])('with %o is refused with the reason', (one, why) => {
    expect(hoursOf(calendar(one))).toBe(why)
  })

  it('in an unknown time zone is refused, instead of taken for UTC', () => {
    const zone = ';TZID=W. Europe Standard Time'
    expect(hoursOf(calendar({ rule: 'FREQ=DAILY', zone }))).toBe(
      'its time zone "W. Europe Standard Time" is none of the IANA database',
    )
  })

  it.each([
    [
      'names in lower case',
      (text: string) => text.replaceAll(/^(DTSTART|DTEND|RRULE|BEGIN|END)/gm, (name) => name.toLowerCase()),
    ],
    ['parameters in lower case', (text: string) => text.replaceAll('TZID=', 'tzid=')],
    ['a recurrence rule in lower case', (text: string) => text.replace('FREQ=WEEKLY;BYDAY=MO', 'freq=weekly;byday=mo')],
    ['folded lines', (text: string) => text.replaceAll('DTSTART;TZ', 'DTSTA\r\n RT;TZ').replaceAll('Berlin', 'Ber\n\tlin')],
    ['a day twice', (text: string) => text.replace('BYDAY=MO', 'BYDAY=MO,MO')],
  ])('with %s has the same hours', (_, changed) => {
    const usual = calendar({ rule: 'FREQ=WEEKLY;BYDAY=MO' })
    expect(hoursOf(changed(usual))).toEqual({
      timeZone: 'Europe/Berlin',
      spans: [{ days: [1], from: '08:00', till: '18:00' }],
    })
  })

  it.each([
    ['DTEND:20260105T170000Z', 'an event begins in the time zone Europe/Berlin, but ends in UTC'],
    [
      'DTEND;TZID=America/New_York:20260105T120000',
      'an event begins in the time zone Europe/Berlin, but ends in America/New_York',
    ],
    ['DTEND;TZID=Foo:20260105T120000', 'its time zone "Foo" is none of the IANA database'],
    ['DURATION:PT4H', 'an event has a duration instead of an end'],
  ])('with the end %s is refused, because its hours would be wrong', (end, why) => {
    expect(hoursOf(calendar({ rule: 'FREQ=WEEKLY' }).replace(/^DTEND.*$/m, end))).toBe(why)
  })

  it.each(['DTSTART', 'DTEND', 'RRULE', 'UID', 'BEGIN', 'END'])('with an unreadable or missing %s never throws', (name) => {
    const usual = calendar({ rule: 'FREQ=WEEKLY;BYDAY=MO' })
    for (const line of [`${name}:nonsense`, `${name}`, `${name};`, ''])
      expect(() => hoursOf(usual.replace(new RegExp(`^${name}.*$`, 'm'), line))).not.toThrow()
    if (name.startsWith('DT'))
      expect(typeof hoursOf(usual.replace(new RegExp(`^${name}.*$`, 'm'), `${name};TZID=Europe/Berlin:nonsense`))).toBe('string')
  })

  it('that is empty, is none, or has several zones is refused', () => {
    expect(hoursOf('')).toBe('it has no events')
    expect(hoursOf(calendar({ rule: 'FREQ=DAILY' }, { rule: 'FREQ=DAILY', zone: '' }))).toBe(
      'its events have several time zones: Europe/Berlin, UTC',
    )
  })
})

describe('the hours outside a calendar', () => {
  it('are the rest of the week', () => {
    const nights = { timeZone: 'UTC', spans: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', till: '06:00' }] }
    expect(hoursOutside(nights)).toEqual({
      timeZone: 'UTC',
      spans: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '06:00', till: '22:00' }],
    })
    const office = { timeZone: 'UTC', spans: [{ days: [1, 2, 3, 4, 5], from: '08:00', till: '18:00' }] }
    expect(hoursOutside(office)?.spans).toEqual([
      { days: [1, 2, 3, 4, 5], from: '00:00', till: '08:00' },
      { days: [1, 2, 3, 4, 5], from: '18:00', till: '00:00' },
      { days: [6, 7], from: '00:00', till: '00:00' },
    ])
  })

  it('are none if the calendar has the whole week', () => {
    expect(
      hoursOutside({ timeZone: 'UTC', spans: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', till: '09:00' }] }),
    ).toBeUndefined()
  })
})
