import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import type { Invoice, InvoiceDetails } from './invoice.js'

const LIST = 'GET /api/v1/invoices'
const DETAILS = 'GET /api/v1/businesses/3/invoice-details'
const SAVE = 'PUT /api/v1/businesses/3/invoice-details'
const invoice: Invoice = {
  id: 4,
  number: 'V-000004',
  kind: 'invoice',
  credits: null,
  issued_on: '2026-03-01',
  business_id: 2,
  business_name: 'Fietspunt',
  seller_name: 'Velodis B.V.',
  buyer_name: 'Fietspunt B.V.',
  order_id: 7,
  title: 'Track & Recover',
  entity_name: 'Lasta',
  period: 'year',
  currency: 'EUR',
  net_minor: 6_900,
  vat_minor: 1_449,
  total_minor: 8_349,
  vat_rate_bp: 2_100,
  vat_treatment: 'domestic',
  created_at: '2026-03-01T10:00:00.000Z',
  updated_at: '2026-03-01T10:00:00.000Z',
}
const credit: Invoice = { ...invoice, id: 5, number: 'V-000005', kind: 'credit-note', credits: 'V-000004' }
const details: InvoiceDetails = { party: null, locale: 'nl', prefix: '', updated_at: '2026-01-01T10:00:00.000Z' }
const may = aUser({ permissions: ['index:dashboard', 'read:information', 'update:business', 'manage:subscriptions'] })
let api: ApiStub
beforeEach(() => {
  api = stubApi({
    [LIST]: { data: [credit, invoice], meta: { current_page: 1, last_page: 1, per_page: 15, total: 2 } },
    [DETAILS]: { data: details },
    [SAVE]: { data: details },
  })
})

describe('invoices', () => {
  it('R-197 stand beside the orders with number, buyer, VAT and total; credit notes as less', async () => {
    await renderApp('/information?tab=invoices', { user: may })
    const row = await screen.findByRole('row', { name: /V-000004/ })
    for (const text of ['Invoice', 'Fietspunt B.V.', '01-03-2026', 'EUR 14.49', 'EUR 83.49'])
      expect(within(row).getByText(text)).toBeVisible()
    expect(within(screen.getByRole('row', { name: /V-000005/ })).getByText('−EUR 83.49')).toBeVisible()
  })

  it.each(['America/Los_Angeles', 'Pacific/Auckland'])(
    'R-197 are found by the day that they are of, from %s too',
    async (time_zone) => {
      await renderApp('/information?tab=invoices&f.issued_on=2026-03-01..2026-03-01', { user: { ...may, time_zone } })
      await screen.findByRole('row', { name: /V-000004/ })
      const asked = new URL(api.requestsTo(LIST).at(-1)!.url).searchParams
      expect(asked.get('searchFields')).toBe('issued_on:>=2026-03-01;issued_on:<=2026-03-01')
    },
  )

  it('R-197 say of the own business what was filled in, and which field is wrong', async () => {
    await renderApp('/information?tab=invoices', { user: may })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Invoice details' }))
    const drawer = await screen.findByRole('dialog', { name: /Invoice details/ })
    await user.type(await within(drawer).findByLabelText(/^Address/), 'Kade 1')
    await user.type(within(drawer).getByLabelText(/^Postcode/), '3511 AA')
    await user.type(within(drawer).getByLabelText(/^City/), 'Utrecht')
    await user.type(within(drawer).getByLabelText(/^Country/), 'Nederland')
    await user.click(within(drawer).getByRole('button', { name: 'Save' }))
    expect(api.requestsTo(SAVE)).toHaveLength(0)
    await user.clear(within(drawer).getByLabelText(/^Country/))
    await user.type(within(drawer).getByLabelText(/^Country/), 'nl')
    await user.click(within(drawer).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo(SAVE)).toHaveLength(1))
    expect(await api.requestsTo(SAVE)[0]?.json()).toMatchObject({ name: 'Domstad Mobiliteit', country: 'nl', vat_number: null })
  })
})
