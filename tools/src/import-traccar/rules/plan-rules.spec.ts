import type { TraccarDevice, TraccarModel, TraccarNotification, TraccarUser } from '../source/model.js'
import type { Mapping } from '../mapping.js'
import { planOf } from '../plan.js'
import { propose } from '../propose.js'

const NOW = Date.UTC(2026, 5, 1)
const device = (id: number, groupId: number, attributes: TraccarDevice['attributes'] = {}): TraccarDevice => ({
  id,
  name: `Vehicle ${id}`,
  uniqueId: String(352_625_698_104_000 + id),
  groupId,
  phone: null,
  model: null,
  contact: null,
  category: 'car',
  disabled: false,
  attributes,
})
const user = (id: number): TraccarUser => ({
  id,
  name: `User ${id}`,
  email: `user${id}@x.example`,
  phone: null,
  administrator: false,
  readonly: false,
  deviceReadonly: false,
  disabled: false,
  userLimit: 0,
  temporary: false,
  expirationTime: null,
  attributes: {},
})
const notification = (id: number, type: string, more: Partial<TraccarNotification> = {}): TraccarNotification => ({
  id,
  type,
  description: null,
  always: true,
  calendarId: 0,
  notificators: ['mail'],
  attributes: {},
  ...more,
})
const link = (from: 'user' | 'group' | 'device', fromId: number, to: TraccarModel['links'][number]['to'], toId: number) => ({
  from,
  fromId,
  to,
  toId,
})
const circle = (id: number, attributes: TraccarDevice['attributes'] = {}) => ({
  id,
  name: `Fence ${id}`,
  description: null,
  area: 'CIRCLE (47 9, 100)',
  calendarId: 0,
  attributes,
})

/**
 * Group 1 is a business with the vehicles 1, 2 and 3. Its group 2 becomes a tag of vehicle 3. The users 7 and 8 see group 1.
 */
const model = (more: Partial<TraccarModel> & { links?: TraccarModel['links'] }): TraccarModel => ({
  groups: [
    { id: 1, name: 'North', groupId: 0, attributes: {} },
    { id: 2, name: 'Vans', groupId: 1, attributes: {} },
  ],
  devices: [device(1, 1), device(2, 1), device(3, 2)],
  users: [user(7), user(8)],
  geofences: [],
  notifications: [],
  calendars: [],
  maintenances: [],
  last: [],
  others: [],
  ...more,
  links: [link('user', 7, 'group', 1), link('user', 8, 'group', 1), ...(more.links ?? [])],
})
const planned = (one: TraccarModel, edit: (mapping: Mapping) => void = () => undefined) => {
  const mapping = propose(one)
  edit(mapping)
  const plan = planOf(one, mapping, 'enterprise', NOW)
  return {
    ...plan,
    rules: plan.items.filter(({ kind }) => kind === 'rule'),
    lost: plan.losses.filter(({ kind }) => kind === 'notification').map(({ id, why }) => `${id}: ${why}`),
  }
}
const one = (given: TraccarNotification, more: Partial<TraccarModel> = {}, links: TraccarModel['links'] = []) =>
  model({ ...more, notifications: [given], links: [link('user', 7, 'notification', given.id), ...links] })

describe('a notification of Traccar', () => {
  it('becomes a rule of the business that has the vehicles, and informs the user', () => {
    const { rules, lost, counts } = planned(
      one(notification(1, 'deviceOffline', { description: 'Gone', notificators: ['mail', 'web'] })),
    )
    expect(rules).toEqual([
      {
        kind: 'rule',
        sourceId: '1/silent/1',
        name: 'Gone',
        group: 1,
        body: { name: 'Gone', kind: 'silent', threshold: 60, tell_bell: true, tell_mail: 'each' },
        links: { users: [{ id: 7, email: 'user7@x.example' }], geofences: [], groups: [] },
      },
    ])
    expect(lost).toEqual([])
    expect(counts.notifications).toEqual({ found: 1, taken: 1 })
  })

  it('that is equal to another becomes one rule with both users', () => {
    const both = model({
      notifications: [notification(1, 'deviceOffline'), notification(2, 'deviceOffline', { description: 'The same' })],
      links: [link('user', 7, 'notification', 1), link('user', 8, 'notification', 2)],
    })
    const { rules, merged, counts } = planned(both)
    expect(rules.map(({ sourceId, links }) => [sourceId, links!.users.map(({ id }) => id)])).toEqual([['1/silent/1', [7, 8]]])
    expect(merged.map(({ id, why }) => `${id} ${why}`)).toEqual(['2 becomes part of the rule of notification 1'])
    expect(counts.notifications).toEqual({ found: 2, taken: 2 })
  })

  it('for chosen vehicles selects them by the tags of groups, or else by a tag of its own', () => {
    const chosen = notification(1, 'deviceOffline', { always: false })
    const linksOf = (...links: TraccarModel['links']) => planned(one(chosen, {}, links)).rules[0]!.links
    expect(linksOf(link('group', 2, 'notification', 1))).toMatchObject({ groups: [2] })
    expect(linksOf(link('group', 1, 'notification', 1))).toMatchObject({ groups: [] })
    expect(linksOf(link('device', 1, 'notification', 1), link('group', 2, 'notification', 1))).toMatchObject({
      groups: [],
      tagged: { name: 'Tracker offline (Traccar 1)', devices: [1, 3] },
    })
    expect(planned(one(chosen)).lost).toEqual(['1: no imported vehicle for which it informs user7@x.example in Traccar'])
  })

  it('about alarms becomes a rule for each kind that Roadbook has, and names the other alarms', () => {
    const alarms = notification(1, 'alarm', {
      description: 'Attack',
      attributes: { alarms: 'powerCut,tampering,removing,sos,lowBattery' },
    })
    const { rules, lost } = planned(one(alarms))
    expect(rules.map(({ body }) => [body.name, body.kind, body.threshold])).toEqual([
      ['Attack: power cut', 'powerCut', undefined],
      ['Attack: tamper', 'tamper', undefined],
      ['Attack: low battery', 'lowBattery', 20],
    ])
    expect(lost).toEqual(['1: Roadbook has no alert rule for the alarm sos'])
  })

  it('of a disabled user is named, because it informs nobody', () => {
    const users = [{ ...user(7), disabled: true }, user(8)]
    expect(planned(one(notification(1, 'deviceOffline'), { users })).lost).toEqual([
      '1: it is linked to no user who is not disabled, so it informs nobody in Traccar either',
    ])
  })

  it('without a counterpart is named with the reason', () => {
    const types = ['ignitionOn', 'deviceStopped', 'maintenance', 'deviceMoving', 'textMessage']
    const { rules, lost } = planned(
      model({
        notifications: types.map((type, at) => notification(at + 1, type)),
        links: types.map((_, at) => link('user', 7, 'notification', at + 1)),
      }),
    )
    expect(rules).toEqual([])
    expect(lost).toEqual(types.map((type, at) => `${at + 1}: Roadbook has no alert rule for ${type}`))
  })

  it('names ways of sending that Roadbook does not have, and users who are not imported', () => {
    const { rules, lost } = planned(
      one(notification(1, 'deviceOffline', { notificators: ['command', 'sms'], attributes: { priority: true } }), {}, [
        link('user', 8, 'notification', 1),
      ]),
      (mapping) => {
        mapping.users[1]!.take = false
      },
    )
    expect(rules.map(({ body }) => [body.tell_bell, body.tell_mail])).toEqual([[true, 'never']])
    expect(lost).toEqual([
      '1: Roadbook does not send it by command, sms; the rule uses the bell of the portal',
      '1: attribute priority = true has no field here',
      '1: does not inform user8@x.example, who is not imported',
    ])
  })

  it('names vehicles that a user would see only in one of the systems', () => {
    const { lost } = planned(
      model({
        users: [user(7), user(8), user(9)],
        notifications: [notification(1, 'deviceOffline'), notification(2, 'deviceOffline', { always: false })],
        links: [
          link('user', 9, 'device', 3),
          link('user', 9, 'notification', 1),
          link('user', 7, 'notification', 2),
          link('device', 3, 'notification', 2),
        ],
      }),
      (mapping) => {
        Object.assign(mapping.users[2]!, { take: true, business_of_group: 1 })
        Object.assign(mapping.users[0]!, { business_of_group: null })
      },
    )
    expect(lost).toEqual(['1: informs user9@x.example also about 2 vehicles that they do not see in Traccar'])
  })

  it('about geofences names those that are linked to the vehicles, and is left out without any', () => {
    const exit = notification(1, 'geofenceExit')
    const fences = { geofences: [circle(4), circle(5), circle(6)] }
    expect(planned(one(exit, fences)).lost).toEqual([
      '1: no imported geofence is linked to its vehicles or their groups, so it reports nothing in Traccar either',
    ])
    const links = [link('group', 1, 'geofence', 4), link('device', 3, 'geofence', 5)]
    const { rules, lost } = planned(one(exit, fences, links))
    expect(rules.map(({ links: of }) => of!.geofences)).toEqual([[4, 5]])
    expect(lost).toEqual(['1: reports "Fence 5" for all vehicles of the rule; in Traccar only for some of them'])
    const onlyOne = one({ ...exit, attributes: { geofenceIds: '4,6' } }, fences, links)
    expect(planned(onlyOne).rules.map(({ links: of }) => of!.geofences)).toEqual([[4]])
  })

  it('about speeding names the vehicles without a limit, also if a geofence has one', () => {
    const fence = { geofences: [circle(4, { speedLimit: 43.2 })] }
    const links = [link('device', 1, 'geofence', 4)]
    const without = planned(one(notification(1, 'deviceOverspeed'), fence, links))
    expect(without.rules.map(({ name }) => name)).toEqual(['Speeding: limits of geofences'])
    expect(without.lost[0]).toContain('neither its vehicles nor their groups have a speed limit')
    const devices = [device(1, 1, { speedLimit: 54 }), device(2, 1), device(3, 2)]
    expect(planned(one(notification(1, 'deviceOverspeed'), { ...fence, devices }, links)).lost[0]).toBe(
      '1: 2 of its 3 vehicles have no speed limit, and get no rule',
    )
  })

  it('about speeding leaves out a vehicle with the limit 0, also if its group has a limit or the mapping file has one', () => {
    const devices = [device(1, 1, { speedLimit: 0 }), device(2, 1)]
    const groups = [{ id: 1, name: 'North', groupId: 0, attributes: { speedLimit: 43.2 } }]
    const speeding = one(notification(1, 'deviceOverspeed'), { devices, groups })
    const edit = (mapping: Mapping) => mapping.alerts.forEach((alert) => Object.assign(alert, { threshold: 80 }))
    for (const { rules, lost } of [planned(speeding), planned(speeding, edit)]) {
      expect(rules.map(({ body, links }) => [body.threshold, links!.tagged?.devices])).toEqual([[80, [2]]])
      expect(lost).toEqual(['1: 1 of its 2 vehicles has the speed limit 0, and no rule applies, as in Traccar'])
    }
  })

  it('about speeding becomes a rule for each limit of the vehicles, and one for the limits of geofences', () => {
    const speeding = notification(1, 'deviceOverspeed')
    expect(planned(one(speeding)).lost[0]).toContain('have a speed limit')
    // 54 knots are 100 km/h, and 27 knots are 50 km/h.
    const devices = [device(1, 1, { speedLimit: 54 }), device(2, 1), device(3, 2)]
    const groups = [
      { id: 1, name: 'North', groupId: 0, attributes: { speedLimit: 27 } },
      { id: 2, name: 'Vans', groupId: 1, attributes: {} },
    ]
    const limits = one(speeding, { devices, groups, geofences: [circle(4, { speedLimit: 43.2 })] }, [
      link('device', 1, 'geofence', 4),
    ])
    const { rules, lost } = planned(limits)
    expect(rules.map(({ body, links }) => [body.name, body.threshold, links!.geofences, links!.tagged?.devices])).toEqual([
      ['Speeding: 50 km/h', 50, [], [2, 3]],
      ['Speeding: 100 km/h', 100, [], [1]],
      ['Speeding: limits of geofences', undefined, [4], undefined],
    ])
    expect(lost).toEqual([
      '1: the lower limit of the vehicles applies also in "Fence 4"; in Traccar only the limit of the geofence does',
    ])
    const entered = planned(limits, (mapping) => (mapping.alerts[0]!.threshold = 80))
    expect(entered.rules.map(({ body }) => body.threshold)).toEqual([80, undefined])
  })

  it('with a calendar applies at these hours, and is refused by the name of a calendar that is not weekly', () => {
    const ical = (rule: string) =>
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20260105T220000\nDTEND:20260106T060000\nRRULE:${rule}\nSUMMARY:E\nEND:VEVENT\nEND:VCALENDAR`
    const calendars = [
      { id: 1, name: 'Nights', ical: ical('FREQ=DAILY') },
      { id: 2, name: 'Monthly', ical: ical('FREQ=MONTHLY') },
    ]
    const hours = (given: TraccarNotification, edit?: (mapping: Mapping) => void) => planned(one(given, { calendars }), edit)
    expect(hours(notification(1, 'deviceOffline', { calendarId: 1 })).rules[0]!.body).toMatchObject({
      tz: 'UTC',
      hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', till: '06:00' }],
    })
    expect(hours(notification(1, 'deviceMoving', { calendarId: 1 })).rules[0]!.body).toMatchObject({
      kind: 'outsideHours',
      hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '06:00', till: '22:00' }],
    })
    const monthly = notification(1, 'deviceOffline', { calendarId: 2 })
    expect(hours(monthly).rules).toEqual([])
    expect(hours(monthly).lost).toEqual(['1: its calendar "Monthly" is more than hours of a week: an event recurs monthly'])
    const ignored = hours(monthly, (mapping) => (mapping.alerts[0]!.ignore_calendar = true))
    expect(ignored.rules[0]!.body).not.toHaveProperty('hours')
    expect(ignored.losses.filter(({ kind }) => kind === 'calendar').map(({ name }) => name)).toEqual(['Nights', 'Monthly'])
  })
})

describe('a maintenance of Traccar', () => {
  const oil = { id: 1, name: 'Oil', type: 'totalDistance', start: 10_000_000, period: 15_000_000, attributes: {} }
  it('becomes a plan of the business of its vehicles, with what is left until each first service', () => {
    const { items, losses } = planned(
      model({
        maintenances: [
          oil,
          { ...oil, id: 2, type: 'hours' },
          { ...oil, id: 3, type: 'fixTime', start: NOW - 10 * 86_400_000, period: 30 * 86_400_000 },
        ],
        last: [{ deviceId: 1, fixTime: NOW, serverTime: NOW, attributes: { totalDistance: 24_400_000 } }],
        links: [link('group', 1, 'maintenance', 1), link('device', 2, 'maintenance', 2), link('device', 2, 'maintenance', 3)],
      }),
    )
    expect(items.filter(({ kind }) => kind === 'maintenance')).toMatchObject([
      {
        group: 1,
        body: {
          title: 'Oil',
          description: 'Traccar: totalDistance from 10000 km, every 15000 km',
          triggers: [{ name: 'Oil', value: 15_000, metric: 'kilometers' }],
        },
        joining: [{ device: 1, left: 600_000 }, { device: 2 }, { device: 3 }],
      },
      { body: { triggers: [{ value: 30, metric: 'days' }] }, joining: [{ device: 2, dueAt: NOW + 20 * 86_400_000 }] },
    ])
    expect(losses.filter(({ kind }) => kind === 'maintenance').map(({ id, why }) => `${id}: ${why}`)).toEqual([
      '1: 2 of its 3 vehicles have no position with totalDistance, so the first service is due after a whole interval',
      '2: it counts engine hours, and services here are due by distance or date',
    ])
  })
})
