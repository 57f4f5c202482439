import { readMapping } from './mapping.js'
import type { Kind } from './item.js'
import { type Plan, planOf } from './plan.js'
import { propose } from './propose.js'
import { assertSameDevices } from './source/same-source.js'
import type { TraccarDevice, TraccarModel, TraccarUser } from './source/model.js'

const device = (id: number, groupId: number, more: Partial<TraccarDevice> = {}): TraccarDevice => ({
  id,
  name: `Vehicle ${id}`,
  uniqueId: String(352_625_698_104_000 + id),
  groupId,
  phone: null,
  model: null,
  contact: null,
  category: 'car',
  disabled: false,
  attributes: {},
  ...more,
})
const user = (id: number, more: Partial<TraccarUser> = {}): TraccarUser => ({
  id,
  name: 'Ada Byron',
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
  ...more,
})
/** A model with three groups, each with a vehicle. Two groups are side by side, and the third is below the first. */
const model = (more: Partial<TraccarModel> = {}): TraccarModel => ({
  groups: [
    { id: 1, name: 'North', groupId: 0, attributes: {} },
    { id: 2, name: 'Harbour', groupId: 1, attributes: {} },
    { id: 3, name: 'South', groupId: 0, attributes: {} },
  ],
  devices: [device(1, 1), device(2, 2), device(3, 3)],
  users: [],
  geofences: [],
  notifications: [],
  calendars: [],
  maintenances: [],
  last: [],
  others: [],
  links: [],
  ...more,
})
const planned = (one: TraccarModel) => planOf(one, propose(one))
const bodyOf = ({ items }: Plan, of: Kind) => items.find(({ kind }) => kind === of)?.body
const sees = (fromId: number, to: 'group' | 'device', toId: number) => ({ from: 'user' as const, fromId, to, toId })

describe('the plan of an import', () => {
  it('makes a business of a group that somebody sees apart from others, and a tag of any other', () => {
    const { items } = planned(model({ users: [user(7)], links: [sees(7, 'group', 1)] }))
    expect(
      items.filter(({ kind }) => kind === 'business' || kind === 'tag').map(({ kind, name, group }) => [kind, name, group]),
    ).toEqual([
      ['business', 'North', null],
      ['tag', 'South', null],
      ['tag', 'Harbour', 1],
    ])
    expect(items.filter(({ kind }) => kind === 'vehicle').map(({ group, tags }) => [group, tags])).toEqual([
      [1, []],
      [1, [2]],
      [null, [3]],
    ])
  })

  it('takes a user whose business has exactly the vehicles that they see', () => {
    const { items, losses } = planned(model({ users: [user(7, { readonly: true })], links: [sees(7, 'group', 1)] }))
    expect(items.filter(({ kind }) => kind === 'user')).toMatchObject([
      { group: 1, body: { first_name: 'Ada', last_name: 'Byron', role_name: 'reporter', invite: false } },
    ])
    expect(losses).toEqual([])
  })

  it('takes no user who would see more than in Traccar, until the operator says so', () => {
    const one = model({ users: [user(7)], links: [sees(7, 'device', 2)] })
    expect(planned(one)).toMatchObject({ counts: { users: { found: 1, taken: 0 } }, losses: [{ kind: 'user', id: 7 }] })
    const mapping = propose(one)
    mapping.users[0]!.take = true
    expect(planOf(one, mapping)).toMatchObject({
      counts: { users: { taken: 1 } },
      losses: [{ why: 'will see 2 vehicles that they do not see in Traccar' }],
    })
  })

  it('breaks a circle of groups, also of businesses, and names it', () => {
    const groups = [
      { id: 1, name: 'A', groupId: 2, attributes: {} },
      { id: 2, name: 'B', groupId: 1, attributes: {} },
    ]
    const links = [sees(7, 'group', 1), sees(7, 'group', 2)]
    const { counts, items, losses } = planned(model({ groups, devices: [device(1, 2)], users: [user(7)], links }))
    expect(counts.devices).toEqual({ found: 1, taken: 1 })
    expect(items.filter(({ kind }) => kind === 'business').map(({ sourceId, group }) => [sourceId, group])).toEqual([
      [1, null],
      [2, 1],
    ])
    expect(losses).toMatchObject([
      { kind: 'group', id: 1, why: 'it is above and below the same group, so it is below none here' },
    ])
  })

  it('names what Roadbook would refuse: texts, tags of one name, and businesses in a wrong place', () => {
    const groups = [
      { id: 1, name: 'North', groupId: 0, attributes: {} },
      { id: 2, name: 'north', groupId: 0, attributes: {} },
      { id: 3, name: 'South', groupId: 0, attributes: {} },
    ]
    const one = model({
      groups,
      devices: [device(1, 3, { name: 'Van\n7' })],
      users: [user(7, { name: 'www.example.com Byron' })],
      links: [sees(7, 'group', 3)],
    })
    const plan = planOf(one, propose(one), 'company')
    expect(plan.losses.map(({ kind, id, why }) => `${kind} ${id}: ${why}`)).toEqual([
      'device 1: title "Van\\n7" has line ends or control characters, and Roadbook refuses that',
      'device 1: name "Van\\n7" has line ends or control characters, and Roadbook refuses that',
      'user 7: first_name "www.example.com" looks like an address, not like the name of a person, and Roadbook refuses that',
      'group 2: another tag has the same name, and Roadbook refuses that',
      'group 3: a company stands below a company, and Roadbook refuses that',
    ])
  })

  it('names geofences that only their users see', () => {
    const geofence = { id: 1, name: 'Town', description: null, area: 'CIRCLE (47 9, 100)', calendarId: 0, attributes: {} }
    const links = [{ from: 'user' as const, fromId: 7, to: 'geofence' as const, toId: 1 }]
    const losses = (one: Partial<TraccarUser>) => planned(model({ geofences: [geofence], users: [user(7, one)], links })).losses
    expect(losses({}).filter(({ kind }) => kind === 'geofence')).toMatchObject([
      { why: expect.stringContaining('only its users') as string },
    ])
    expect(losses({ administrator: true }).filter(({ kind }) => kind === 'geofence')).toEqual([])
  })

  it('takes a tracker under another identifier once its IMEI is entered', () => {
    const one = model({ devices: [device(1, 0, { uniqueId: '9705141740' })] })
    expect(planned(one).losses[0]!.why).toContain('9705141740 is no IMEI')
    const mapping = propose(one)
    mapping.devices[0]!.imei = '352625698104217'
    expect(bodyOf(planOf(one, mapping), 'device')).toMatchObject({ imei: '352625698104217', tracker_id: '9705141740' })
  })

  it('refuses a second tracker with the same IMEI, and an identifier that no tracker can have', () => {
    const one = model({ devices: [device(1, 0), device(2, 0, { uniqueId: 'phone of Eva' })] })
    const mapping = propose(one)
    mapping.devices[1]!.imei = mapping.devices[0]!.imei
    expect(planOf(one, mapping).losses.map(({ why }) => why)).toEqual([expect.stringContaining('more than 20 letters')])
    const same = model({ devices: [device(1, 0), device(2, 0, { uniqueId: 'eva-1' })] })
    const twice = propose(same)
    twice.devices[1]!.imei = twice.devices[0]!.imei
    expect(planOf(same, twice).losses.map(({ why }) => why)).toEqual(['Vehicle 1 has the same IMEI'])
  })

  it('reads numbers and plates from attributes, and says what was filled in', () => {
    const attributes = { VIN: 'WDB906', plate: 'FL 12345', 'report.ignoreOdometer': true }
    const plan = planned(model({ devices: [device(1, 0, { attributes, name: 'B7' })] }))
    const { losses, filledIn } = plan
    expect(bodyOf(plan, 'vehicle')).toMatchObject({
      name: `B7 ${352_625_698_104_001}`,
      frame_number: 'WDB906',
      license_plate: 'FL 12345',
    })
    expect(losses.map(({ why }) => why)).toEqual(['attribute report.ignoreOdometer = true is a setting of Traccar'])
    expect(filledIn.map(({ why }) => why)).toEqual(['brand unknown, name B7 352625698104001'])
  })

  it('converts the speed limit of a geofence from knots', () => {
    const geofence = {
      id: 1,
      name: 'Town',
      description: null,
      area: 'CIRCLE (47 9, 100)',
      calendarId: 0,
      attributes: { speedLimit: 27 },
    }
    expect(planned(model({ geofences: [geofence] })).items.at(-1)!.body).toMatchObject({ limit_kph: 50 })
  })
})

describe('the mapping file', () => {
  it('is refused for another Traccar, where the ids are of other trackers', () => {
    const mapping = propose(model())
    expect(() => assertSameDevices(model().devices, mapping, 'm.json')).not.toThrow()
    const strange = [device(1, 0, { uniqueId: '352625698109999' }), device(9, 0)]
    expect(() => assertSameDevices(strange, mapping, 'm.json')).toThrow(
      /m\.json is not of this Traccar in 1 device:\n {2}device 1 is 352625698109999, not 352625698104001/,
    )
  })

  it('keeps what the operator edited when Traccar has more, and forgets what Traccar no longer has', () => {
    const before = propose(model())
    before.devices[0]!.brand = 'Fiat'
    const after = propose(model({ devices: [device(1, 1), device(4, 3)] }), before)
    expect(after.devices.map(({ id, brand }) => [id, brand])).toEqual([
      [1, 'Fiat'],
      [4, 'unknown'],
    ])
  })

  it('of an earlier release, without alerts and maintenances, is still read', () => {
    const { alerts: _alerts, maintenances: _maintenances, ...earlier } = propose(model())
    expect(readMapping(JSON.stringify(earlier), 'm.json')).toMatchObject({ alerts: [], maintenances: [] })
  })

  it('is refused with the entry, the field and what is allowed', () => {
    const mapping = propose(model())
    Object.assign(mapping.devices[1]!, { imei: '12', colour: 'red' })
    expect(() => readMapping(JSON.stringify({ ...mapping, history_from: '2024-13-01' }), 'm.json')).toThrow(
      /m\.json cannot be used:\n.*history_from: must be a day of the calendar\n.*devices 2, imei: must have 15 digits/s,
    )
    expect(() => readMapping(JSON.stringify({ ...propose(model()), history_from: '2024-02-30' }), 'm.json')).toThrow(
      'a day of the calendar',
    )
    expect(() => readMapping('{', 'm.json')).toThrow('m.json is no JSON')
  })
})
