import { type Answer, ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { nameOf, pathOf, resourceOf, type TenantIds } from '../../support/api/api-walk.js'
import { type DeclaredList, declaredLists } from '../../support/api/declared-lists.js'
import { populate } from '../../support/api/walk-tenants.js'
import { rotated } from '@roadbook/testing/proof'

let api: ApiUnderTest
let ours: TenantIds
let business: number

const cases = declaredLists.map((list) => [nameOf(list.operation), list] as const)
const ask = (list: DeclaredList, query: string): Promise<Answer> => {
  const resource = resourceOf(list.operation.path)
  return api.call('GET', `${pathOf(list.operation.path, resource ? ours[resource] : '')}?${query}`, { email: 'root@x.example' })
}
const vehicles = async (query: string): Promise<string[]> => {
  const { status, body } = await api.get(`/entities/index?${query}`, 'dealer@x.example')
  expect([query, status]).toEqual([query, 200])
  return body.data.map(({ name }: { name: string }) => name)
}

/** Expected order. The case of letters does not matter: rows that differ only by case are ordered by id. */
const { compare: inPeoplesOrder } = new Intl.Collator('de', { numeric: true, sensitivity: 'accent' })
/** Groups of tags that come first in every order. */
const FIRST: unknown[] = ['Type', 'Brand', 'Model']
/** Names in the expected order. */
const NAMES = [
  'Apfel',
  'Äpfel',
  'Ärger',
  'Émile',
  'Eva',
  'Müller',
  'Öl',
  'Ost',
  'Rad 1',
  'Rad 2',
  'Rad 2a',
  'Rad 10',
  'Rad 010 b',
  'Zoë',
]

beforeAll(async () => {
  api = await ApiUnderTest.start()
  const tenants = new Tenants(api.database.pool)
  ours = await populate(tenants, 'Müller 10', '356307042441013')
  for (const [at, name] of ['Müller 9', 'Zoë', 'Ärger', 'Apfel', 'émile', 'Eva'].entries()) {
    await populate(tenants, name, `35630704244${1021 + at}`)
  }
  await tenants.user('root@x.example', 'super-admin', null)
  business = await tenants.business('Fahrräder')
  await tenants.user('dealer@x.example', 'manager', business)
  for (const name of NAMES.toReversed()) await tenants.entity(business, name, { license_plate: `FÜ-SPB ${NAMES.indexOf(name)}` })
  await tenants.tag('Marke', 'brand', null)
})
afterAll(() => api.stop())

describe('words of people, in every list that the API declares', () => {
  it.each(cases)('T-05 %s comes in people’s order', async (_, list) => {
    for (const order of list.orders) {
      const { body } = await ask(list, `limit=200&orderBy=${order}&sortedBy=asc`)
      const values = (body.data as Record<string, unknown>[]).map((row) => row[order])
      const words = values.filter((value): value is string => typeof value === 'string' && !FIRST.includes(value))
      expect([order, words]).toEqual([order, words.toSorted(inPeoplesOrder)])
    }
  })

  it.each(cases.filter(([, { takesText }]) => takesText))(
    'T-06 %s finds a name however its letters are typed',
    async (_, list) => {
      const counts: Record<string, number> = {}
      const place = declaredLists.indexOf(list)
      const others = [...rotated('walks', ['muller', 'MUELLER', 'Mu\u0308ller', 'mülLER'], 1, place), 'mueller-9']
      for (const typed of ['Müller', 'Müller9', ...others]) {
        const { status, body } = await ask(list, `search=${encodeURIComponent(typed)}`)
        // A list without a text field refuses every text, so it is left out.
        if (status === 422) return
        counts[typed] = body.meta.total
      }
      const [all, nine] = [counts['Müller'], counts['Müller9']]
      const isNine = (typed: string) => typed.endsWith('9')
      expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((typed) => [typed, isNine(typed) ? nine : all])))
    },
  )
})

describe('the vehicles of a business', () => {
  it('T-05 come in people’s order, page by page and in both directions', async () => {
    const page = (at: number, direction: string) => vehicles(`orderBy=name&sortedBy=${direction}&limit=4&page=${at}`)
    const up = (await Promise.all([1, 2, 3, 4].map((at) => page(at, 'asc')))).flat()
    const down = (await Promise.all([1, 2, 3, 4].map((at) => page(at, 'desc')))).flat()
    expect(up).toEqual(NAMES)
    expect(down).toEqual(NAMES.toReversed())
  })

  it.each([
    ['muller', ['Müller']],
    ['mueller', ['Müller']],
    ['MÜLL', ['Müller']],
    ['apfel', ['Apfel', 'Äpfel']],
    ['aepfel', ['Äpfel']],
    ['emile', ['Émile']],
    ['E\u0301mile', ['Émile']],
    ['zoe', ['Zoë']],
    ['oel', ['Öl']],
    ['rad2', ['Rad 2', 'Rad 2a']],
    ['füspb5', ['Müller']],
    ['FUE-SPB 5', ['Müller']],
    ['fu.spb/5', ['Müller']],
    ['100%', []],
    ['_', []],
  ])('T-06 are found by %j', async (typed, names) => {
    expect(await vehicles(`orderBy=name&sortedBy=asc&search=${encodeURIComponent(typed)}`)).toEqual(names)
  })

  it('T-05 come in the same order in pickers and files', async () => {
    const { text } = await api.get('/entities/index?format=csv&columns=name&orderBy=name&sortedBy=asc', 'dealer@x.example')
    expect(text.trim().split(/\r?\n/).slice(1)).toEqual(NAMES)
  })
})

describe('words that come decomposed', () => {
  it('are made whole in a sheet, too', async () => {
    const csv = 'name,frame_number,license_plate,vehicle_type,brand\nE\u0301lan vital,ELAN-FRAME,E\u0301L 77,eBike,Marke\n'
    const body = { csv, business_id: business }
    expect((await api.call('POST', '/api/v1/entities/imports', { email: 'root@x.example', body })).body.data.created).toBe(1)
    const rows = await api.rows("SELECT name, license_plate FROM entities WHERE frame_number = 'ELAN-FRAME'")
    expect(rows).toEqual([{ name: 'Élan vital', license_plate: 'ÉL 77' }])
  })

  it('are made whole at the door', async () => {
    const body = {
      name: 'Zoe\u0308 zwei',
      frame_number: 'ZOE-2-FRAME',
      license_plate: 'FU\u0308-AB 12',
      vehicle_type: 'eBike',
      brand: 'Marke',
      business_id: business,
    }
    const made = await api.call('POST', '/api/v1/entities', { email: 'root@x.example', body })
    expect([made.status, made.body.data?.name, made.body.data?.license_plate]).toEqual([200, 'Zoë zwei', 'FÜ-AB 12'])
    expect(await vehicles(`searchFields=name:=${encodeURIComponent('Zoe\u0308 zwei')}`)).toEqual(['Zoë zwei'])
  })
})

describe('names in other scripts', () => {
  it.each([
    ['👨\u200D👩\u200D👧 Team', '👨\u200D👩\u200D👧'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['กำปั่น 7', 'กำปั่น7'],
    ['דֹּב־ים', 'דֹּב'],
    ['Ёжик Жуков', 'ежик'],
    ['Ποδήλατο Αθήνας', 'αθηνας'],
    ['ＫＢ東京 1', 'kb東京1'],
  ])('T-06 such as %j are found by %j, in the list and by Ctrl-K', async (name, typed) => {
    await new Tenants(api.database.pool).entity(business, name)
    const query = encodeURIComponent(typed)
    expect(await vehicles(`search=${query}`)).toEqual([name])
    const { body } = await api.get(`/search?query=${query}`, 'dealer@x.example')
    expect(JSON.stringify(body)).toContain(JSON.stringify(name).slice(1, -1))
  })
})
