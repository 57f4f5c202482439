import { RequestDatabase } from '@roadbook/api/database/request-database'
import { sql } from '@roadbook/api/database/sql'
import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
const SELLER = 'manager@vendor.example'
const BUYER = 'manager@second.example'
const FIRST = 'manager@first.example'
const PARENT = 'manager@parent.example'
const PARTY = { address: 'Weg 1', postcode: '9490', city: 'Vaduz', country: 'LI', vat_number: null, locale: 'de' }
let vendor: number
let first: number
let second: number
let parent: number
let product: number
let papers: number

const call = (method: string, path: string, body?: unknown, email = SELLER) => api.call(method, `/api/v1${path}`, { email, body })
let vehicles = 0
const ordered = async (business: number): Promise<number> => {
  const entity_id = await tenants.entity(business, `Bike ${++vehicles}`)
  return (await call('POST', '/payments', { entity_id, subscription_id: product })).body.data.id
}
const book = (id: number) => call('POST', `/payments/${id}/book`, { paid_at: new Date().toISOString() })
const statusOf = async (id: number, email: string) => (await call('GET', `/invoices/${id}`, undefined, email)).status
const numbers = async () => {
  const { data } = (await api.get('/invoices?limit=100&orderBy=id&sortedBy=asc', SELLER)).body
  return data.map(({ number }: { number: string }) => Number(number))
}

/** Adds two buyers of one seller. The second is later moved below another business. */
beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  first = await tenants.business('First', 'company', vendor)
  second = await tenants.business('Second', 'company', vendor)
  parent = await tenants.business('Parent')
  await tenants.user(SELLER, 'manager', vendor)
  await tenants.user(FIRST, 'manager', first)
  await tenants.user(BUYER, 'manager', second)
  await tenants.user(PARENT, 'manager', parent)
  for (const [id, name] of [
    [vendor, 'Vendor'],
    [first, 'First'],
    [second, 'Second'],
  ] as const) {
    // Only the seller has a VAT number, which it needs for an invoice.
    const vat_number = id === vendor ? 'CHE123456788' : null
    const saved = await call('PUT', `/businesses/${id}/invoice-details`, { ...PARTY, name, vat_number })
    expect(saved.status).toBe(200)
  }
  const made = await call('POST', '/subscriptions', {
    title: 'Recovery',
    currency: 'CHF',
    default_price_minor: 9_900,
    discount_price_minor: null,
    period: 'year',
    grace_days: 0,
  })
  product = made.body.data.id
  await call('POST', `/vendors/${vendor}/attach-subscription`, { subscription_id: product })
  await book(await ordered(first))
  const paid = (await book(await ordered(second))).body.data
  papers = paid.invoice_id
  expect(await numbers()).toEqual([1, 2])
  await api.rows(`UPDATE businesses SET parent_id = ${parent} WHERE id = ${second} RETURNING id`)
})

describe('a series of invoices belongs to its seller (L7)', () => {
  it('L7 the next number follows the last one, also where its buyer is another’s by now', async () => {
    const booked = await book(await ordered(first))
    expect(booked.status).toBe(200)
    expect(await numbers()).toEqual([1, 2, 3])
    const refunded = await call('POST', `/payments/${booked.body.data.id}/refund`, { reason: 'Sold' })
    expect([refunded.status, refunded.body.data?.state]).toEqual([200, 'refunded'])
    expect(await numbers()).toEqual([1, 2, 3, 4])
  })

  it('L7 its seller finds, reads and prints what it issued, with the buyer as the paper says', async () => {
    const { status, body } = await call('GET', `/invoices/${papers}`)
    expect([status, body.data?.business_name, body.data?.buyer_name]).toEqual([200, 'Second', 'Second'])
    expect((await call('GET', `/invoices/${papers}/pdf`)).status).toBe(200)
    const { text } = await api.get('/invoices?format=csv', SELLER)
    expect(text).toContain('Second')
    const found = (await api.get('/invoices?searchFields=business_name:=Second', SELLER)).body.data
    expect(found.map(({ id }: { id: number }) => id)).toEqual([papers])
  })

  it('L7 its buyer reads it, and whoever is above that now; another buyer of the seller does not', async () => {
    expect([await statusOf(papers, BUYER), await statusOf(papers, PARENT), await statusOf(papers, FIRST)]).toEqual([
      200, 200, 404,
    ])
    expect((await api.get('/invoices', PARENT)).body.data).toHaveLength(1)
    await tenants.user('manager@other.example', 'manager', await tenants.business('Other'))
    expect(await statusOf(papers, 'manager@other.example')).toBe(404)
  })

  it('L7 the database tells the next number to who acts for the seller, and takes a paper from nobody else', async () => {
    const requests = new RequestDatabase(api.database.pool)
    const next = (scope: number[] | 'all') =>
      requests.read(scope, (one) => one.row<{ number: number }>(sql`SELECT next_invoice_number(${vendor}) AS number`))
    expect([await next([vendor, first]), await next('all')]).toEqual([{ number: 5 }, { number: 5 }])
    await expect(next([first])).rejects.toThrow('not in scope')
    const copied = sql`INSERT INTO invoices (seller_id, business_id, number, prefix, issued_on, locale, seller, buyer, title, entity_name,
        period, currency, net_minor, vat_minor, vat_rate_bp, vat_treatment)
      SELECT seller_id, business_id, 5, prefix, issued_on, locale, seller, buyer, title, entity_name, period, currency, net_minor,
        vat_minor, vat_rate_bp, vat_treatment FROM invoices WHERE id = ${papers}`
    await expect(requests.write([second], (one) => one.rows(copied))).rejects.toThrow('row-level security')
  })
})
