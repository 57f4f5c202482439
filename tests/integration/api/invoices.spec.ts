import { apiForTests } from '../../support/api/api-for-tests.js'
import { printedOn } from '../../support/pdf-text.js'

const { api, tenants } = apiForTests()
const SELLER = 'manager@vendor.example'
const BUYER = 'manager@shop.example'
const DEALER = 'dealer@shop.example'
const NL = {
  name: 'Velodis B.V.',
  address: 'Kade 1',
  postcode: '3511 AA',
  city: 'Utrecht',
  country: 'nl',
  vat_number: 'NL 1234.56.789 B01',
}
const DE = { name: 'Radhaus GmbH', address: 'Weg 2', postcode: '10115', city: 'Berlin', country: 'DE', vat_number: 'DE123456789' }
let vendor: number
let shop: number
let product: number
/** Order that was placed and paid before the details of its seller and buyer were entered. */
let early: number
let waiting: number

const call = (method: string, path: string, body?: unknown, email = SELLER) => api.call(method, `/api/v1${path}`, { email, body })
const details = (id: number, body: object, email = SELLER) => call('PUT', `/businesses/${id}/invoice-details`, body, email)
let vehicles = 0
const ordered = async (): Promise<number> => {
  const entity_id = await tenants.entity(shop, `Bike ${++vehicles}`)
  return (await call('POST', '/payments', { entity_id, subscription_id: product }, BUYER)).body.data.id
}
const paid = async () => {
  const id = await ordered()
  return (await call('POST', `/payments/${id}/book`, { paid_at: new Date().toISOString() })).body.data
}
const one = async (id: number, email = SELLER) => (await call('GET', `/invoices/${id}`, undefined, email)).body.data
const invoiceOf = async (order: { invoice_id: number }) => one(order.invoice_id)
const creditsOf = async (number: string) =>
  (
    await call('GET', `/invoices?searchFields=${encodeURIComponent(`kind:=credit-note`)}&limit=100&orderBy=id&sortedBy=asc`)
  ).body.data.filter(({ credits }: { credits: string }) => credits === number)

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  shop = await tenants.business('Shop', 'company', vendor)
  await tenants.user(SELLER, 'manager', vendor)
  await tenants.user(BUYER, 'manager', shop)
  await tenants.user(DEALER, 'dealer', shop)
  await tenants.user('manager@other.example', 'manager', await tenants.business('Other'))
  product = (
    await call('POST', '/subscriptions', {
      title: 'Track & Recover',
      currency: 'EUR',
      default_price_minor: 6_900,
      discount_price_minor: null,
      period: 'year',
      grace_days: 5,
    })
  ).body.data.id
  await call('POST', `/companies/${shop}/attach-subscription`, { subscription_id: product })
})

describe('invoices', () => {
  it('R-197 there is none until it is known who sells and who buys', async () => {
    const order = await paid()
    expect(order).toMatchObject({ vat_minor: 0, total_minor: 6_900, invoice_id: null, not_invoiced: 'seller-details' })
    early = order.id
    waiting = await ordered()
    expect((await call('POST', `/payments/${waiting}/invoice`)).status).toBe(409)
  })

  it('R-197 details are checked, and a buyer says their own alone', async () => {
    const wrong = await details(vendor, { ...NL, vat_number: 'DE123456789', locale: 'nl' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['vat_number']])
    expect((await details(vendor, { ...NL, country: 'Nederland', locale: 'nl' })).status).toBe(422)
    expect((await details(vendor, { ...NL, locale: 'nl', prefix: 'V-' })).body.data).toMatchObject({
      party: { country: 'NL', vat_number: 'NL123456789B01' },
      prefix: 'V-',
    })
    expect((await details(shop, { ...DE, locale: 'de' }, BUYER)).status).toBe(200)
    expect((await details(vendor, { ...NL, locale: 'nl' }, BUYER)).status).toBe(404)
  })

  it('R-197 what is paid has an invoice in the language of who buys, with reverse charge', async () => {
    const order = await paid()
    const invoice = await invoiceOf(order)
    expect(invoice).toMatchObject({
      number: 'V-000001',
      kind: 'invoice',
      seller_name: 'Velodis B.V.',
      buyer_name: 'Radhaus GmbH',
      order_id: order.id,
      net_minor: 6_900,
      vat_minor: 0,
      total_minor: 6_900,
      vat_rate_bp: 0,
      vat_treatment: 'reverse-charge',
    })
    const { status, headers } = await call('GET', `/invoices/${invoice.id}/pdf`, undefined, BUYER)
    expect([status, headers.get('content-disposition')]).toEqual([200, expect.stringContaining('Rechnung-V-000001.pdf')])
    const text = await pdfOf(invoice.id)
    for (const part of [
      'Rechnung V-000001',
      'Velodis B.V.',
      'NL123456789B01',
      'DE123456789',
      'Steuerschuldnerschaft',
      'EUR 69.00',
    ])
      expect(text).toContain(part)
    expect((await call('GET', `/invoices/${invoice.id}`, undefined, 'manager@other.example')).status).toBe(404)
    expect((await call('GET', `/invoices/${invoice.id}`, undefined, DEALER)).status).toBe(200)
  })

  it('R-197 names both sides with all their letters, as an invoice must', async () => {
    const buyer = { name: 'Ποδήλατα Жуков & Şahin GmbH', address: 'ул. Łódzka 5', city: 'Αθήνα', locale: 'de' }
    await details(shop, { ...DE, ...buyer }, BUYER)
    const text = await pdfOf((await invoiceOf(await paid())).id)
    expect(text).toContain('Ποδήλατα Жуков & Şahin GmbH, ул. Łódzka 5, 10115 Αθήνα')
  })

  it('R-197 at home the VAT is on top, and who pays later is sent the invoice first', async () => {
    await details(shop, { ...DE, country: 'NL', vat_number: null, locale: 'fr' }, BUYER)
    const id = await ordered()
    expect((await call('GET', `/payments/${id}`)).body.data).toMatchObject({
      price_minor: 6_900,
      vat_minor: 1_449,
      total_minor: 8_349,
    })
    expect((await call('POST', `/payments/${id}/invoice`, undefined, BUYER)).status).toBe(404)
    const order = (await call('POST', `/payments/${id}/invoice`)).body.data
    expect(await invoiceOf(order)).toMatchObject({ vat_minor: 1_449, vat_rate_bp: 2_100, vat_treatment: 'domestic' })
    expect(await pdfOf(order.invoice_id)).toContain('Facture V-00000')
    const bytes = async () => (await call('GET', `/invoices/${order.invoice_id}/pdf`)).text
    expect(await bytes()).toBe(await bytes())
    expect((await call('POST', `/payments/${id}/invoice`)).status).toBe(409)
    expect((await call('PUT', `/payments/${id}`, { price_minor: 1 })).status).toBe(409)
    const booked = (await call('POST', `/payments/${id}/book`, { paid_at: new Date().toISOString() })).body.data
    expect(booked.invoice_id).toBe(order.invoice_id)
  })

  it('R-197 what was ordered before the details were there is invoiced with its payment, for the total that was announced', async () => {
    expect((await call('GET', `/payments/${waiting}`)).body.data).toMatchObject({ not_invoiced: 'payment', method: null })
    const order = (await call('POST', `/payments/${waiting}/book`, { paid_at: new Date().toISOString() })).body.data
    const parts = { vat_minor: 1_198, total_minor: 6_900, vat_rate_bp: 2_100, vat_treatment: 'domestic' }
    expect(order).toMatchObject({ price_minor: 5_702, vat_minor: 1_198, total_minor: 6_900, not_invoiced: null })
    expect(await invoiceOf(order)).toMatchObject({ net_minor: 5_702, ...parts })
  })

  it('R-197 R-323 what was paid before the details were there can be invoiced, less what was refunded of it', async () => {
    await call('POST', `/payments/${early}/refund`, { reason: 'Late', amount_minor: 900 })
    expect((await call('GET', `/payments/${early}`)).body.data).toMatchObject({ not_invoiced: 'issue', invoice_id: null })
    const { status, body } = await call('POST', `/payments/${early}/invoice`)
    expect([status, body.data.not_invoiced]).toEqual([200, null])
    const invoice = await invoiceOf(body.data)
    expect(invoice).toMatchObject({ net_minor: 5_702, vat_minor: 1_198, total_minor: 6_900 })
    expect(await creditsOf(invoice.number)).toMatchObject([{ total_minor: 900 }])
    expect((await call('POST', `/payments/${early}/invoice`)).status).toBe(409)
  })

  it('R-197 R-323 what was ordered at another rate is invoiced at that of its day, for the total that was announced', async () => {
    const id = await ordered()
    // Simulates an order from a time when the rate was 19 percent.
    await api.rows('UPDATE orders SET vat_minor = 1311, vat_rate_bp = 1900 WHERE id = $1', [id])
    const order = (await call('POST', `/payments/${id}/book`, { paid_at: new Date().toISOString() })).body.data
    const parts = { vat_minor: 1_425, total_minor: 8_211 }
    expect(order).toMatchObject({ price_minor: 6_786, ...parts })
    const invoice = await invoiceOf(order)
    expect(invoice).toMatchObject({ net_minor: 6_786, vat_rate_bp: 2_100, vat_treatment: 'domestic', ...parts })
    await call('POST', `/payments/${id}/refund`, { reason: 'Sold' })
    expect(await creditsOf(invoice.number)).toMatchObject([{ net_minor: 6_786, ...parts }])
    const [entry] = await api.rows<{ was: number; is: number }>(
      `SELECT (before ->> 'price_minor')::int AS was, (after ->> 'price_minor')::int AS is FROM audit_log
       WHERE action = 'entity.order-book' AND object_id = $1`,
      [String(order.entity_id)],
    )
    expect(entry).toEqual({ was: 6_900, is: 6_786 })
  })

  it('R-197 nobody has an invoice of their own', async () => {
    await call('POST', `/vendors/${vendor}/attach-subscription`, { subscription_id: product })
    const entity_id = await tenants.entity(vendor, 'Own bike')
    const id = (await call('POST', '/payments', { entity_id, subscription_id: product })).body.data.id
    const own = (await call('POST', `/payments/${id}/book`, { paid_at: new Date().toISOString() })).body.data
    expect(own).toMatchObject({ vat_minor: 0, invoice_id: null, not_invoiced: 'own' })
    expect((await call('POST', `/payments/${own.id}/invoice`)).status).toBe(409)
  })

  it('R-323 what is refunded is taken back by credit notes that name the invoice and add up to it', async () => {
    const order = await paid()
    const invoice = await invoiceOf(order)
    await call('POST', `/payments/${order.id}/refund`, { reason: 'Late', amount_minor: 1_000 })
    await call('POST', `/payments/${order.id}/refund`, { reason: 'Sold' })
    const credits = await creditsOf(invoice.number)
    expect(credits).toMatchObject([
      { kind: 'credit-note', total_minor: 1_000, net_minor: 826, vat_minor: 174 },
      { kind: 'credit-note', total_minor: 7_349, net_minor: 6_074, vat_minor: 1_275 },
    ])
    expect(await pdfOf(credits[0].id)).toMatch(/Avoir V-\d{6}.*sur la facture V-\d{6}/s)
  })

  it('R-323 what was invoiced and is cancelled is taken back whole', async () => {
    const id = await ordered()
    const order = (await call('POST', `/payments/${id}/invoice`)).body.data
    await call('DELETE', `/payments/${id}`)
    const never = await ordered()
    expect((await call('DELETE', `/payments/${never}`)).body.data).toMatchObject({
      state: 'cancelled',
      not_invoiced: 'cancelled',
    })
    expect(await creditsOf((await invoiceOf(order)).number)).toMatchObject([{ total_minor: 8_349 }])
  })

  it('R-197 numbers have no gap, whoever asks at once and whatever is rolled back', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, ordered))
    const book = (id: number) => call('POST', `/payments/${id}/book`, { paid_at: new Date().toISOString() })
    const answers = await Promise.all([...ids, ...ids].map(book))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12)
    // A transaction takes a number and is rolled back.
    await api.rows(
      `BEGIN; ${copyOf('(SELECT max(number) + 1 FROM invoices), prefix, NULL::int', '(SELECT max(id) FROM invoices)')}; ROLLBACK`,
    )
    await paid()
    const numbers = (
      await api.rows<{ number: number }>('SELECT number FROM invoices WHERE seller_id = $1 ORDER BY number', [vendor])
    ).map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, nth) => nth + 1))
  })

  it('R-197 the database takes no gap, no double, no change and no credit of more than was invoiced', async () => {
    const [last] = await api.rows<{ id: number; number: number }>(
      'SELECT id, number FROM invoices WHERE credits_id IS NULL ORDER BY number DESC LIMIT 1',
    )
    const copy = (values: string) => api.rows(copyOf(values, String(last?.id)))
    const number = last?.number ?? 0
    await expect(copy(`${number + 2}, prefix, NULL::int`)).rejects.toThrow(/foreign key/)
    await expect(copy(`${number}, prefix, NULL::int`)).rejects.toThrow(/unique/)
    await copy(`${number + 1}, prefix, ${last?.id}`)
    await expect(copy(`${number + 2}, prefix, ${last?.id}`)).rejects.toThrow(/takes back more/)
    await expect(api.rows('UPDATE invoices SET net_minor = net_minor + 1')).rejects.toThrow(/never changed/)
    await expect(api.rows('DELETE FROM invoices')).rejects.toThrow(/never changed/)
    await expect(api.rows('TRUNCATE invoices')).rejects.toThrow(/never changed/)
  })

  it('R-197 what was issued stays as it was when the details change, and when its vehicle is gone', async () => {
    const order = await paid()
    const before = await pdfOf(order.invoice_id)
    await details(vendor, { ...NL, name: 'Other B.V.', locale: 'nl', prefix: 'X' })
    await api.rows('DELETE FROM entities WHERE id = $1', [order.entity_id])
    expect(await one(order.invoice_id)).toMatchObject({ seller_name: 'Velodis B.V.', order_id: null })
    expect((await pdfOf(order.invoice_id)).replace(/Commande \d+/, '')).toContain('Velodis B.V.')
    expect(before).toContain('Velodis B.V.')
  })

  it('R-197 they are searched, and go out as a CSV with amounts as other programs read them', async () => {
    const found = await call('GET', '/invoices?search=V-000001')
    expect(found.body.data.map(({ number }: { number: string }) => number)).toEqual(['V-000001'])
    const { text } = await call('GET', '/invoices?format=csv&searchFields=number:=V-000001')
    expect(text).toMatch(/V-000001.*Invoice.*Velodis B\.V\..*Radhaus GmbH.*Reverse charge.*0.*EUR.*69\.00.*0\.00.*69\.00/)
  })
})

/**
 * Returns a statement that copies the invoice. The copy has another number, another prefix, and refers to another cancelled
 * invoice.
 */
const copyOf = (
  values: string,
  id: string,
) => `INSERT INTO invoices (seller_id, business_id, number, prefix, credits_id, issued_on, locale,
    seller, buyer, title, entity_name, period, currency, net_minor, vat_minor, vat_rate_bp, vat_treatment)
  SELECT seller_id, business_id, ${values}, issued_on, locale, seller, buyer, title, entity_name, period, currency, net_minor,
    vat_minor, vat_rate_bp, vat_treatment FROM invoices WHERE id = ${id}`

async function pdfOf(id: number): Promise<string> {
  const token = await api.issuer.tokenOf(SELLER)
  const response = await fetch(`${api.url}/api/v1/invoices/${id}/pdf`, { headers: { authorization: `Bearer ${token}` } })
  return printedOn(Buffer.from(await response.arrayBuffer())).text
}
