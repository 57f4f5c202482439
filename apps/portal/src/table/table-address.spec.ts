import { MACHINE_ZONES, onMachineIn } from '../testing/machine-zone.js'
import { criteriaOf } from './list-criteria.js'
import { readTableAddress, viewOf, writeTableAddress } from './table-address.js'
import type { TableDefinition } from './table-definition.js'

const definition: TableDefinition = {
  columns: [{ key: 'name' }, { key: 'brand' }, { key: 'tags', isUnsortable: true }, { key: 'color', isOptional: true }],
  filters: [
    { key: 'brand', label: 'Brand', kind: 'text' },
    { key: 'state', label: 'State', kind: 'choice', choices: ['moving', 'idle'].map((value) => ({ value, label: value })) },
    { key: 'last_seen', label: 'Last seen', kind: 'period' },
    { key: 'ends_on', label: 'Last day', kind: 'period', isOfDays: true },
  ],
  sort: { by: 'name', direction: 'asc' },
}
const read = (address: string) => readTableAddress(new URLSearchParams(address), definition)
const moment = { now: Date.parse('2025-10-30T08:00:00Z'), timeZone: 'Europe/Amsterdam' }
const criteria = (address: string) => criteriaOf(read(address), definition, moment)

describe('the address of a table', () => {
  it('T-05 holds the whole view: what is read from it is written again', () => {
    const address = 'q=cargo&f.brand=Gazelle&f.state=moving%2Cidle&sort=-brand&cols=color%2Cname&rows=50&page=3'
    expect(writeTableAddress(new URLSearchParams(), read(address), definition).toString()).toBe(address)
  })

  it('names only what differs from the beginning, and leaves other parameters alone', () => {
    expect(writeTableAddress(new URLSearchParams('entity=7&page=2'), { ...read(''), page: 1 }, definition).toString()).toBe(
      'entity=7',
    )
    expect(viewOf(read('page=4'), definition)).toBe('')
  })

  it('opens a list whatever an old or mistyped link asks', () => {
    expect(read('sort=tags&cols=gone&rows=9999&page=-3&f.state=flying&f.last_seen=soon&f.gone=1')).toEqual(read(''))
    expect(read('f.last_seen=2025-02-30..')).toEqual(read(''))
    expect(read('cols=brand,brand,name').columns).toEqual(['brand', 'name'])
  })
})

describe('the list criteria of an address', () => {
  it('ask for the first 15 rows in the list’s own order', () => {
    expect(criteria('')).toEqual({ page: 1, limit: 15, orderBy: 'name', sortedBy: 'asc' })
  })

  it('join typed filters beside the search', () => {
    expect(criteria('q=cargo&f.brand=Gaz;elle&f.state=moving,idle&sort=-brand&page=2&rows=100')).toEqual({
      page: 2,
      limit: 100,
      orderBy: 'brand',
      sortedBy: 'desc',
      search: 'cargo',
      searchFields: 'brand:likeGaz elle;state:inmoving,idle',
      searchJoin: 'and',
    })
  })

  it.each([
    ['7d', 'last_seen:>=2025-10-23T08:00:00.000Z'],
    ['>30d', 'last_seen:<=2025-09-30T08:00:00.000Z'],
    ['2025-10-25..2025-10-26', 'last_seen:>=2025-10-24T22:00:00.000Z;last_seen:<=2025-10-26T22:59:59.999Z'],
    ['2025-10-25..', 'last_seen:>=2025-10-24T22:00:00.000Z'],
  ])('turn the period %s into instants of the user’s zone', (period, conditions) => {
    expect(criteria(`f.last_seen=${encodeURIComponent(period)}`).searchFields).toBe(conditions)
  })

  it.each([
    ['7d', 'ends_on:>=2025-10-24'],
    ['>30d', 'ends_on:<=2025-10-01'],
    ['2025-10-25..2025-10-26', 'ends_on:>=2025-10-25;ends_on:<=2025-10-26'],
    ['..2025-10-26', 'ends_on:<=2025-10-26'],
  ])('ask for the days of the period %s where a column holds days; today is that of the profile’s zone', (period, conditions) => {
    const late = { now: Date.parse('2025-10-31T03:00:00Z'), timeZone: 'Europe/Amsterdam' }
    const asked = (timeZone: string) => criteriaOf(read(`f.ends_on=${period}`), definition, { ...late, timeZone }).searchFields
    expect(asked('Europe/Amsterdam')).toBe(conditions)
    if (period.includes('..')) expect(asked('America/Los_Angeles')).toBe(conditions)
  })

  it('ask for a day less where the profile’s zone has not begun the day', () => {
    const inNewYork = { now: Date.parse('2025-10-31T03:00:00Z'), timeZone: 'America/New_York' }
    expect(criteriaOf(read('f.ends_on=7d'), definition, inNewYork).searchFields).toBe('ends_on:>=2025-10-23')
  })

  it.each(MACHINE_ZONES)('count the last days by 24 hours, on a machine in %s too', (zone) => {
    const of = (now: string, period: string) =>
      onMachineIn(zone, () => criteriaOf(read(`f.last_seen=${period}`), definition, { ...moment, now: Date.parse(now) }))
        .searchFields
    // In the days before these moments the clocks change in Europe, New York, Santiago, Sydney or Auckland.
    expect(of('2027-03-29T08:00:00Z', '7d')).toBe('last_seen:>=2027-03-22T08:00:00.000Z')
    expect(of('2027-04-05T08:00:00Z', '>30d')).toBe('last_seen:<=2027-03-06T08:00:00.000Z')
    expect(of('2027-09-30T08:00:00Z', '30d')).toBe('last_seen:>=2027-08-31T08:00:00.000Z')
    expect(of('2027-11-08T08:00:00Z', '>30d')).toBe('last_seen:<=2027-10-09T08:00:00.000Z')
  })

  it.each(MACHINE_ZONES)('end a period with its last day, on a machine in %s too', (zone) => {
    const searchFields = onMachineIn(zone, () => {
      const inNewYork = { ...moment, timeZone: 'America/New_York' }
      return criteriaOf(read('f.last_seen=2027-10-31..2027-10-31'), definition, inNewYork).searchFields
    })
    expect(searchFields).toBe('last_seen:>=2027-10-31T04:00:00.000Z;last_seen:<=2027-11-01T03:59:59.999Z')
  })

  it('look for a text that reads like a field as text', () => {
    expect(criteria('q=plate:ab').search).toBe('PLATE:ab')
  })
})
