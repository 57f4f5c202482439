import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aConfig, aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { aVehicle } from '../../testing/some-vehicles.js'
import type { Order } from './order.js'

const LIST = 'GET /api/v1/payments'
const ONE = 'GET /api/v1/payments/7'
const BOOK = 'POST /api/v1/payments/7/book'
const CHANGE = 'PUT /api/v1/payments/7'
const REFUND = 'POST /api/v1/payments/7/refund'
const order: Order = {
  id: 7,
  state: 'open',
  business_id: 2,
  business_name: 'Fietspunt',
  vendor: 'Velodis',
  vendor_id: 1,
  entity_id: 5,
  entity_name: 'Lasta',
  brand: 'Urban Arrow',
  frame_number: 'UA-77',
  subscription_id: 3,
  title: 'Track & Recover',
  period: 'year',
  currency: 'EUR',
  price_minor: 123_450,
  vat_minor: 25_925,
  total_minor: 149_375,
  note: null,
  method: null,
  paid_at: null,
  refunded_minor: 0,
  refunded_at: null,
  starts_at: null,
  ends_at: null,
  user_name: 'Ann Berg',
  insurance_starts_on: '2025-01-31',
  insurance_ends_on: null,
  invoice_id: null,
  not_invoiced: 'payment',
  payment_problem: null,
  created_at: '2025-10-01T08:00:00.000Z',
  updated_at: '2025-10-02T08:00:00.000Z',
}
const paid: Order = {
  ...order,
  state: 'active',
  method: 'book',
  paid_at: '2025-10-03T08:00:00.000Z',
  starts_at: '2025-10-03T08:00:00.000Z',
  ends_at: '2026-10-03T08:00:00.000Z',
}
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
let api: ApiStub
const shows = (one: Order) => api.answer({ [LIST]: { data: [one], meta }, [ONE]: { data: one } })
beforeEach(() => {
  api = stubApi({ [LIST]: { data: [order], meta }, [ONE]: { data: order } })
})
const may = aUser({ permissions: ['index:dashboard', 'read:information', 'index:entity', 'manage:subscriptions'] })

describe('the page of a vehicle', () => {
  it('R-197 T-18 says that an order of its subscription waits for payment, and leads there', async () => {
    api.answer({ 'GET /api/v1/entities/5': { data: aVehicle({ id: 5, name: 'Lasta', subscription: null }) } })
    await renderApp('/entities/5', { user: may })
    const line = await screen.findByText(/Track & Recover, EUR\s1,493\.75\) waits for payment/)
    expect(within(line).getByRole('link', { name: 'Order 7' })).toHaveAttribute('href', '/information?tab=orders&order=7')
    const asked = new URL(api.requestsTo(LIST)[0]!.url).searchParams.get('searchFields')
    expect(asked).toBe('entity_id:=5;state:inopen,failed')
  })
})

describe('orders', () => {
  it('R-044 R-195 R-197 G-75 stand on /information with vehicle, product, total, method and how they stand', async () => {
    await renderApp('/information', { user: may })
    const row = await screen.findByRole('row', { name: /Lasta/ })
    for (const text of ['Track & Recover', 'Fietspunt', 'EUR 1,493.75', 'Open']) {
      expect(within(row).getByText(text)).toBeVisible()
    }
    // Without a payment there is no method, so it is not "Unknown".
    expect(row).not.toHaveTextContent('Unknown')
  })

  it('G-73 shows the unpaid ones in one step', async () => {
    await renderApp('/information', { user: may })
    await userEvent.click(await screen.findByRole('tab', { name: 'Unpaid' }))
    const asked = () => new URL(api.requestsTo(LIST).at(-1)?.url ?? '').searchParams.get('searchFields')
    await waitFor(() => expect(asked()).toBe('state:inopen'))
  })

  it('R-197 opens beside the list with its course, its vehicle and its insurance', async () => {
    shows(paid)
    await renderApp('/information?order=7', { user: may })
    const panel = await screen.findByRole('dialog', { name: /Order 7/ })
    for (const text of ['Urban Arrow', 'UA-77', 'Velodis', 'Ann Berg', 'EUR 259.25', '31-01-2025 – …']) {
      expect(await within(panel).findByText(text)).toBeVisible()
    }
    expect(within(panel).getByRole('link', { name: 'Lasta' })).toHaveAttribute('href', '/entities/5')
  })

  it.each<[Partial<Order>, RegExp]>([
    [{ state: 'open' }, /Waits for payment\. The vehicle is covered as soon as the order is paid\./],
    [{ state: 'open', starts_at: paid.starts_at }, /Waits for payment\. The vehicle is covered meanwhile\./],
    [{ state: 'failed' }, /The payment failed/],
    [{ ...paid, state: 'paid', starts_at: null, ends_at: null }, /could not be covered/],
    [{ ...paid, state: 'paid' }, /vehicle is covered from 03-10-2025/],
    [paid, /vehicle is covered until 03-10-2026/],
    [{ ...paid, state: 'expired' }, /ended on 03-10-2026/],
    [{ state: 'cancelled' }, /Nothing is owed/],
    [{ ...paid, state: 'refunded' }, /was refunded/],
  ])('R-197 says of %j what it waits for', async (changes, words) => {
    shows({ ...order, ...changes })
    await renderApp('/information?order=7', { user: may })
    expect(await screen.findByText(words)).toBeVisible()
  })

  it.each<[Partial<Order>, string]>([
    [{ not_invoiced: 'buyer-details' }, 'Waits for the invoice details of Fietspunt'],
    [{ not_invoiced: 'seller-details' }, 'Waits for the invoice details of the seller'],
    [{ ...paid, not_invoiced: 'own' }, 'None: seller and buyer are the same business'],
  ])('R-197 says of %j why it has no invoice, and issues none', async (changes, reason) => {
    shows({ ...order, ...changes })
    await renderApp('/information?order=7', { user: may })
    const panel = await screen.findByRole('dialog', { name: /Order 7/ })
    expect(await within(panel).findByText(reason, { selector: 'dd' })).toBeVisible()
    const issue = within(panel).getByRole('button', { name: 'Issue invoice' })
    expect(issue).toHaveAttribute('aria-disabled', 'true')
    expect(issue).toHaveAccessibleDescription(reason)
  })

  it('R-197 issues the invoice of what was paid before the details were there', async () => {
    shows({ ...paid, not_invoiced: 'issue' })
    api.answer({ 'POST /api/v1/payments/7/invoice': { data: { ...paid, invoice_id: 4, not_invoiced: null } } })
    await renderApp('/information?order=7', { user: may })
    await userEvent.click(await screen.findByRole('button', { name: 'Issue invoice' }))
    const dialog = await screen.findByRole('dialog', { name: /Issue the invoice/ })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Issue invoice' }))
    expect(await screen.findByText('The invoice of order 7 was issued')).toBeVisible()
  })

  it('R-197 leads to the payment provider’s page, where there is one', async () => {
    const url = `${window.location.href.replace(/#.*/, '')}#paying`
    api.answer({ 'POST /api/v1/payments/7/pay': { data: { url } } })
    await renderApp('/information?order=7', { user: may, config: aConfig({ payments_at: 'mollie' }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Pay' }))
    await waitFor(() => expect(window.location.hash).toBe('#paying'))
  })

  it('R-197 says that money came in that does not fit', async () => {
    shows({ ...paid, payment_problem: 'surplus' })
    await renderApp('/information?order=7', { user: may })
    expect(await screen.findByText(/More was paid than this order costs/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull()
  })

  it('R-323 books by hand that it was paid, with a note', async () => {
    api.answer({ [BOOK]: { data: paid } })
    await renderApp('/information?order=7', { user: may })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Book as paid' }))
    const dialog = await screen.findByRole('dialog', { name: /as paid\?/ })
    await user.type(within(dialog).getByLabelText(/Note/), 'Statement 12')
    await user.click(within(dialog).getByRole('button', { name: 'Book as paid' }))
    expect(await screen.findByText('EUR 1,493.75 for Lasta was booked')).toBeVisible()
    expect(await api.requestsTo(BOOK)[0]?.json()).toEqual({
      paid_at: expect.stringMatching(/^\d{4}-/),
      note: 'Statement 12',
    })
  })

  it('R-197 takes another price while it is not paid, and writes it only over what was seen', async () => {
    api.answer({ [CHANGE]: { data: order } })
    await renderApp('/information?order=7', { user: may })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Change order' }))
    const dialog = await screen.findByRole('dialog', { name: /Change order 7/ })
    const price = within(dialog).getByLabelText(/Price without VAT/)
    expect(price).toHaveValue('1234.50')
    await user.clear(price)
    await user.type(price, '12,345')
    expect(within(dialog).getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.clear(price)
    await user.type(price, '999,95')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Order 7 was changed')).toBeVisible()
    const [request] = api.requestsTo(CHANGE)
    expect(request?.headers.get('if-match')).toBe('W/"2025-10-02T08:00:00.000Z"')
    expect(await request?.json()).toEqual({ price_minor: 99_995, note: null })
  })

  it('R-323 refunds a part for a reason, never more than is left', async () => {
    shows({ ...paid, refunded_minor: 100_000 })
    api.answer({ [REFUND]: { data: paid } })
    await renderApp('/information?order=7', { user: may })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Refund' }))
    const dialog = await screen.findByRole('dialog', { name: /Refund order/ })
    const amount = within(dialog).getByLabelText(/Amount/)
    expect(amount).toHaveValue('493.75')
    await user.clear(amount)
    await user.type(amount, '493.76')
    expect(within(dialog).getByText('At most EUR 493.75')).toBeVisible()
    await user.clear(amount)
    await user.type(amount, '12,50')
    await user.type(within(dialog).getByLabelText('Reason'), 'Late')
    await user.click(within(dialog).getByRole('button', { name: 'Refund' }))
    await waitFor(() => expect(api.requestsTo(REFUND)).toHaveLength(1))
    expect(await api.requestsTo(REFUND)[0]?.json()).toEqual({ reason: 'Late', amount_minor: 1_250 })
  })

  it('R-197 who buys sees it, and is told that only who is paid may book it', async () => {
    shows({ ...order, vendor: null })
    await renderApp('/information?order=7', { user: may })
    const book = await screen.findByRole('button', { name: 'Book as paid' })
    expect(book).toHaveAttribute('aria-disabled', 'true')
    expect(book).toHaveAccessibleDescription('Only the seller can do this')
  })
})
