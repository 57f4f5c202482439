import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import type { Course, Offers, Product } from './subscription.js'

const LIST = 'GET /api/v1/subscriptions'
const CREATE = 'POST /api/v1/subscriptions'
const DELETE = 'DELETE /api/v1/subscriptions/7'
const COURSES = 'GET /api/v1/entity-subscriptions'
const RENEW = 'POST /api/v1/entity-subscriptions/renew'
const OFFERS = 'GET /api/v1/business-subscriptions'
const ATTACH = 'POST /api/v1/business-subscriptions/attach'
const times = { created_at: '2025-10-01T08:00:00.000Z', updated_at: '2025-10-02T08:00:00.000Z' }
const product: Product = {
  id: 7,
  title: 'Track & Recover',
  description: 'With the search',
  currency: 'EUR',
  period: 'year',
  grace_days: 14,
  bills: false,
  default_price_minor: 123_450,
  discount_price_minor: 99_900,
  business_id: 1,
  business_name: 'Fietspunt',
  businesses_count: 2,
  vehicles_count: 41,
  deleted_at: null,
  ...times,
}
const course: Course = {
  id: 70,
  entity_id: 5,
  entity_name: 'Lasta',
  business_id: 1,
  business_name: 'Fietspunt',
  subscription_id: 7,
  title: 'Track & Recover',
  state: 'expiring',
  period: 'year',
  currency: 'EUR',
  price_minor: 5_900,
  renews: false,
  starts_at: '2025-01-31T08:00:00.000Z',
  ends_at: '2026-01-31T08:00:00.000Z',
  grace_days: 14,
  cancelled_at: null,
  covered_until: '2026-02-14T08:00:00.000Z',
  ...times,
}
const inherited = { id: 7, title: 'Track & Recover', is_discounted: false, from_id: 1, from_name: 'Fietspunt' }
const business: Offers = {
  id: 3,
  name: 'Noord',
  kind: 'enterprise',
  parent_name: 'Fietspunt',
  own: [],
  inherited: [inherited],
  vehicles_count: 41,
  covered_count: 12,
}
const reach = { changed: 1, unchanged: 0, failed: 0, businesses: 4, vehicles: 41, running: 0, results: [] }
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
let api: ApiStub
beforeEach(() => {
  api = stubApi({
    [LIST]: { data: [product], meta },
    [CREATE]: { data: product },
    [COURSES]: { data: [course], meta },
    [OFFERS]: { data: [business], meta },
    [ATTACH]: { data: reach },
  })
})
const may = aUser({
  permissions: ['index:dashboard', 'read:information', 'read:business-management', 'manage:subscriptions', 'index:entity'],
})

describe('the catalogue of subscriptions', () => {
  it('R-196 G-75 shows each product with both prices, the ISO code in front', async () => {
    await renderApp('/subscriptions', { user: may })
    const row = await screen.findByRole('row', { name: /Track & Recover/ })
    for (const text of ['EUR 1,234.50', 'EUR 999.00', 'Year', 'Fietspunt', '41']) {
      expect(within(row).getByText(text)).toBeVisible()
    }
  })

  it('R-196 R-358 makes one from what was typed, in the smallest unit, once what is wrong was said', async () => {
    await renderApp('/subscriptions?dialog=create:subscription', { user: may })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Title is required')).toBeVisible()
    await user.type(screen.getByLabelText('Title'), 'Plain')
    await user.type(screen.getByLabelText('Default price'), '59,95')
    await user.type(screen.getByLabelText(/Discount price/), '60')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('At most the default price')).toBeVisible()
    await user.clear(screen.getByLabelText(/Discount price/))
    expect(screen.getByRole('group', { name: 'What a customer reads' })).toHaveTextContent('EUR 59.95 a year')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo(CREATE)).toHaveLength(1))
    expect(await api.requestsTo(CREATE)[0]!.json()).toEqual({
      title: 'Plain',
      description: null,
      currency: 'EUR',
      period: 'year',
      grace_days: 14,
      default_price_minor: 5_995,
      discount_price_minor: null,
      bills: false,
    })
  })

  it('R-322 says why a product in use is not deleted', async () => {
    const refusal = 'This product is in use: attached to 2 businesses, and running or planned for 41 vehicles.'
    api.answer({ [DELETE]: () => problem(409, refusal) })
    await renderApp('/subscriptions', { user: may })
    const user = userEvent.setup()
    const row = await screen.findByRole('row', { name: /Track & Recover/ })
    await user.click(within(row).getByRole('button', { name: /actions|More/i }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText(/attached to 2 businesses/)).toBeVisible()
  })
})

describe('subscriptions of vehicles', () => {
  it('T-18 G-73 lists who is covered until when, and renews many at once', async () => {
    const result = { id: 70, result: 'changed', reason: null, message: null }
    api.answer({ [RENEW]: { data: { undo_id: null, changed: 1, unchanged: 0, failed: 0, results: [result] } } })
    await renderApp('/subscriptions?tab=vehicles', { user: may })
    const user = userEvent.setup()
    const row = await screen.findByRole('row', { name: /Lasta/ })
    for (const text of ['Expiring', '31-01-2026']) expect(within(row).getByText(text)).toBeVisible()
    await user.click(within(row).getByRole('checkbox'))
    await user.click(await screen.findByRole('button', { name: 'Renew' }))
    expect(await screen.findByText('1 subscription continues for one more period')).toBeVisible()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /Renew/ }))
    await waitFor(() => expect(api.requestsTo(RENEW)).toHaveLength(1))
    expect(await api.requestsTo(RENEW)[0]!.json()).toEqual({ ids: [70] })
  })
})

describe('subscription management', () => {
  it('R-193 shows enterprises, vendors, companies and departments, each with what it has and what it inherits', async () => {
    await renderApp('/subscription-management', { user: may })
    for (const tab of ['Enterprises', 'Vendors', 'Companies', 'Departments']) {
      expect(await screen.findByRole('tab', { name: tab })).toBeVisible()
    }
    const row = await screen.findByRole('row', { name: /Noord/ })
    expect(within(row).getByText('from Fietspunt')).toBeVisible()
  })

  it('R-324 says whom an offer concerns before it is made', async () => {
    await renderApp('/subscription-management', { user: may })
    const user = userEvent.setup()
    const row = await screen.findByRole('row', { name: /Noord/ })
    await user.click(within(row).getByRole('button', { name: /actions|More/i }))
    await user.click(await screen.findByRole('menuitem', { name: 'Attach product' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Attach a product to Noord' }))
    await user.click(dialog.getByLabelText('Product'))
    await user.click(await screen.findByRole('option', { name: 'Track & Recover' }))
    expect(await dialog.findByText('Affects 41 vehicles from today')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Attach product' }))
    await waitFor(() => expect(api.requestsTo(ATTACH)).toHaveLength(2))
    const [preview, done] = await Promise.all(api.requestsTo(ATTACH).map((request) => request.json()))
    expect(preview).toMatchObject({ subscription_id: 7, businesses: [3], dry_run: true })
    expect(done).toEqual({ subscription_id: 7, businesses: [3], is_discounted: false })
  })
})
