import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ApiConfiguration } from '../../configuration.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type InvoicedOrder, Invoicing } from './invoicing.js'
import type { InvoicesRepository, NewInvoice } from './invoices.repository.js'

const SELLER = { business_id: 1, name: 'Velodis', address: 'Kade 1', postcode: '3511', city: 'Utrecht', country: 'NL' }
const parties = {
  1: { ...SELLER, vat_number: 'NL123456789B01', locale: 'nl', prefix: 'V-' },
  2: { ...SELLER, business_id: 2, vat_number: null, locale: 'nl', prefix: '' },
}

let folder: string
let invoicing: Invoicing
let buyer: object = parties[2]
const issued: NewInvoice[] = []

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vat-'))
  const standard = [
    { from: '2020-01-01', percent: 21 },
    { from: '2027-01-01', percent: 25 },
  ]
  const file = path.join(folder, 'rates.json')
  writeFileSync(file, JSON.stringify({ sources: { test: 'made up' }, rates: { NL: { source: 'test', standard } } }))
  const repository = {
    party: async (_: unknown, id: 1 | 2) => (id === 2 ? buyer : parties[id]),
    issued: async () => undefined,
    add: async (_: unknown, one: NewInvoice) => issued.push(one),
  }
  invoicing = new Invoicing({ VAT_RATES_FILE: file } as ApiConfiguration, repository as unknown as InvoicesRepository)
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  buyer = parties[2]
  issued.length = 0
})

/** Returns a transaction in which the date in Amsterdam is this day. */
const on = (today: string) => ({ row: async () => ({ today }) }) as unknown as ScopedTransaction
const sold = { seller_id: 1, business_id: 2, price_minor: 10_000 }
const ordered = (vat: { vat_minor: number; vat_rate_bp: number }): InvoicedOrder => ({
  ...sold,
  ...vat,
  id: 7,
  title: 'Recovery',
  entity_name: 'Bike',
  period: 'year',
  starts_at: null,
  ends_at: null,
  currency: 'EUR',
  vat_treatment: 'domestic',
  total_minor: sold.price_minor + vat.vat_minor,
})

describe('the VAT of an order', () => {
  it('R-197 is that of the day in Amsterdam, also in the hour in which UTC is a year behind', async () => {
    jest.useFakeTimers({ now: new Date('2026-12-31T23:30:00Z') })
    try {
      expect(await invoicing.vat(on('2027-01-01'), sold)).toMatchObject({ vat_minor: 2_500, vat_rate_bp: 2_500 })
      expect(await invoicing.vat(on('2026-12-31'), sold)).toMatchObject({ vat_minor: 2_100, vat_rate_bp: 2_100 })
    } finally {
      jest.useRealTimers()
    }
  })
})

describe('an invoice', () => {
  const before = ordered({ vat_minor: 2_100, vat_rate_bp: 2_100 })

  it('R-197 has the VAT that was ordered on a day with the same rate', async () => {
    await invoicing.issue(on('2026-12-31'), before)
    expect(issued).toMatchObject([{ issued_on: '2026-12-31', net_minor: 10_000, vat_minor: 2_100, vat_rate_bp: 2_100 }])
  })

  it('R-197 has the rate of its own day within the same total, where that changed since the order', async () => {
    const parts = { net_minor: 9_680, vat_minor: 2_420, vat_rate_bp: 2_500 }
    expect(await invoicing.issue(on('2027-01-01'), before)).toMatchObject(parts)
    expect(issued).toMatchObject([{ issued_on: '2027-01-01', vat_treatment: 'domestic', ...parts }])
  })

  it('R-197 keeps the reason for its VAT as it was ordered, and so the rate', async () => {
    buyer = { ...parties[2], country: 'US' }
    await invoicing.issue(on('2027-01-01'), before)
    expect(issued).toMatchObject([{ vat_treatment: 'domestic', net_minor: 10_000, vat_minor: 2_100, vat_rate_bp: 2_100 }])
  })
})
