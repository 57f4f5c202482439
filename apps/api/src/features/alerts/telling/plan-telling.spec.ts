import { planTelling, type Telling } from './plan-telling.js'

const rule: Telling = { time_zone: 'Europe/Zurich', tell_bell: true, tell_mail: 'each', quiet_from: null, quiet_till: null }
const night = { quiet_from: '22:00:00', quiet_till: '06:30:00' }
const at = (time: string) => new Date(time)

describe('when somebody is told of an alert', () => {
  it.each([
    ['at once, where no hours are quiet', rule, '2026-02-03T02:10Z', '2026-02-03T02:10Z', '2026-02-03T02:10Z'],
    ['at once, outside quiet hours', { ...rule, ...night }, '2026-02-03T12:00Z', '2026-02-03T12:00Z', '2026-02-03T12:00Z'],
    [
      'when the night is over, of its evening',
      { ...rule, ...night },
      '2026-02-03T21:00Z',
      '2026-02-04T05:30Z',
      '2026-02-04T05:30Z',
    ],
    [
      'when the night is over, of its morning',
      { ...rule, ...night },
      '2026-02-04T02:10Z',
      '2026-02-04T05:30Z',
      '2026-02-04T05:30Z',
    ],
    ['at its end, not after it', { ...rule, ...night }, '2026-02-04T05:30Z', '2026-02-04T05:30Z', '2026-02-04T05:30Z'],
    [
      'after a quiet noon',
      { ...rule, quiet_from: '12:00', quiet_till: '13:00' },
      '2026-07-01T10:15Z',
      '2026-07-01T11:00Z',
      '2026-07-01T11:00Z',
    ],
    ['by mail alone', { ...rule, tell_bell: false }, '2026-02-03T02:10Z', null, '2026-02-03T02:10Z'],
    ['by the bell alone', { ...rule, tell_mail: 'never' as const }, '2026-02-03T02:10Z', '2026-02-03T02:10Z', null],
    [
      'in the morning, of the night',
      { ...rule, tell_mail: 'daily' as const },
      '2026-02-03T02:10Z',
      '2026-02-03T02:10Z',
      '2026-02-03T06:00Z',
    ],
    [
      'on the next morning, of the day',
      { ...rule, tell_mail: 'daily' as const },
      '2026-02-03T06:00Z',
      '2026-02-03T06:00Z',
      '2026-02-04T06:00Z',
    ],
    [
      'after quiet hours that last longer than the night',
      { ...rule, tell_mail: 'daily' as const, quiet_from: '20:00', quiet_till: '09:00' },
      '2026-02-03T12:00Z',
      '2026-02-03T12:00Z',
      '2026-02-04T08:00Z',
    ],
    [
      'by summer time after the night of its begin',
      { ...rule, ...night },
      '2026-03-29T00:30Z',
      '2026-03-29T04:30Z',
      '2026-03-29T04:30Z',
    ],
    [
      'an hour later, where clocks leave the hour out',
      { ...rule, quiet_from: '23:00', quiet_till: '02:30' },
      '2026-03-28T23:00Z',
      '2026-03-29T01:30Z',
      '2026-03-29T01:30Z',
    ],
    [
      'at the first of two ends that clocks show, of the hour before it',
      { ...rule, quiet_from: '23:00', quiet_till: '02:30' },
      '2027-10-31T00:10Z',
      '2027-10-31T00:30Z',
      '2027-10-31T00:30Z',
    ],
    [
      'at once between two ends that clocks show',
      { ...rule, quiet_from: '23:00', quiet_till: '02:30' },
      '2027-10-31T00:40Z',
      '2027-10-31T00:40Z',
      '2027-10-31T00:40Z',
    ],
    [
      'at the second end, of the hour that comes again',
      { ...rule, quiet_from: '23:00', quiet_till: '02:30' },
      '2027-10-31T01:10Z',
      '2027-10-31T01:30Z',
      '2027-10-31T01:30Z',
    ],
    [
      'when the night is over, of the midnight that comes again',
      { ...rule, ...night, time_zone: 'America/Havana', quiet_till: '00:30:00' },
      '2027-11-07T05:10Z',
      '2027-11-07T05:30Z',
      '2027-11-07T05:30Z',
    ],
    [
      'an hour later, where clocks leave out the last hour of the day',
      { ...rule, time_zone: 'America/Nuuk', quiet_from: '22:00', quiet_till: '23:30' },
      '2027-03-28T00:10Z',
      '2027-03-28T01:30Z',
      '2027-03-28T01:30Z',
    ],
    [
      'two hours later, where clocks leave two out',
      { ...rule, time_zone: 'Antarctica/Troll', quiet_from: '23:00', quiet_till: '01:30' },
      '2027-03-28T00:10Z',
      '2027-03-28T01:30Z',
      '2027-03-28T01:30Z',
    ],
  ])('is %s', (_name, telling, happened, bell, mail) => {
    const planned = planTelling(telling, at(happened))
    expect([planned.bellAt, planned.mailAt]).toEqual([bell && at(bell), mail && at(mail)])
  })

  it.each([
    [
      'waits for the morning, decided upon at night',
      { ...rule, ...night },
      '2026-02-03T20:00Z',
      '2026-02-03T23:00Z',
      '2026-02-04T05:30Z',
    ],
    [
      'is told at once, decided upon by day',
      { ...rule, ...night },
      '2026-02-03T20:00Z',
      '2026-02-04T09:00Z',
      '2026-02-04T09:00Z',
    ],
    [
      'is no digest of tomorrow where its morning is over',
      { ...rule, tell_mail: 'daily' as const },
      '2026-02-04T02:10Z',
      '2026-02-04T09:00Z',
      '2026-02-04T09:00Z',
    ],
  ])('after an outage it %s', (_name, telling, happened, now, mail) => {
    expect(planTelling(telling, at(happened), at(now)).mailAt).toEqual(at(mail))
  })
})
