import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import type { Webhook, WebhookDelivery } from './webhook.js'

const LIST = 'GET /api/v1/webhooks'
const ONE = 'GET /api/v1/webhooks/7'
const MAKE = 'POST /api/v1/webhooks'
const DELIVERIES = 'GET /api/v1/webhook-deliveries'
const webhook: Webhook = {
  id: 7,
  name: 'Fleet system',
  url: 'https://fleet.example/roadbook',
  kinds: ['trip.ended', 'vehicle.missing'],
  business_id: 1,
  business_name: 'Fietspunt',
  includes_below: true,
  active: true,
  state: 'failing',
  waiting_count: 3,
  last_success_at: null,
  failing_since_at: '2025-10-02T08:00:00.000Z',
  previous_secret_ends_at: null,
  created_at: '2025-10-01T08:00:00.000Z',
  updated_at: '2025-10-02T08:00:00.000Z',
}
const delivery: WebhookDelivery = {
  id: 70,
  webhook_id: 7,
  message_id: 'evt_1',
  kind: 'trip.ended',
  entity_id: 5,
  entity_name: 'Lasta',
  state: 'delivered',
  happened_at: '2025-10-02T08:00:00.000Z',
  attempts: 2,
  last_at: '2025-10-02T08:01:00.000Z',
  status: 204,
  problem: null,
  took_ms: 34,
  next_at: null,
  created_at: '2025-10-02T08:00:00.000Z',
}
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
let api: ApiStub
beforeEach(() => {
  api = stubApi({
    [LIST]: { data: [webhook], meta },
    [ONE]: { data: webhook },
    [DELIVERIES]: { data: [delivery, { ...delivery, id: 71, state: 'waiting', status: null, problem: 'timeout' }], meta },
  })
})
const may = aUser({ permissions: ['index:dashboard', 'read:business-management', 'manage:tokens'] })

describe('webhooks', () => {
  it('stand with their address, what they listen to, and how they stand', async () => {
    await renderApp('/webhooks', { user: may })
    const row = await screen.findByRole('row', { name: /Fleet system/ })
    for (const text of ['https://fleet.example/roadbook', 'Trip ended, Vehicle missing', 'Failing', 'Never']) {
      expect(within(row).getByText(text)).toBeVisible()
    }
  })

  it('are made with an address and at least one event, and show their secret once', async () => {
    api.answer({ [MAKE]: { data: { ...webhook, secret: 'whsec_abc' } } })
    await renderApp('/webhooks', { user: may })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'New webhook' }))
    await user.click(screen.getByRole('button', { name: 'Create webhook' }))
    for (const text of ['Name is required', 'Address is required', 'Choose at least one event']) {
      expect(await screen.findByText(text)).toBeVisible()
    }
    await user.type(screen.getByLabelText('Name'), 'Fleet system')
    await user.type(screen.getByLabelText('Address'), 'https://fleet.example/roadbook')
    await user.click(screen.getByLabelText('Trip ended'))
    await user.click(screen.getByRole('button', { name: 'Create webhook' }))
    expect(await screen.findByLabelText('Secret of Fleet system')).toHaveValue('whsec_abc')
    expect(await api.requestsTo(MAKE)[0]?.json()).toMatchObject({ url: 'https://fleet.example/roadbook', kinds: ['trip.ended'] })
  })

  it('tell what became of each event, and send it again', async () => {
    const REPLAY = 'PUT /api/v1/webhook-deliveries/70/replay'
    api.answer({ [REPLAY]: { data: delivery } })
    await renderApp('/webhooks?webhook=7', { user: may })
    const list = await screen.findByRole('list', { name: 'Deliveries' })
    const [delivered, waiting] = within(list).getAllByRole('listitem')
    expect(delivered).toHaveTextContent(/Trip ended.*Delivered.*Lasta.*Answer 204 · 34 ms · 2 attempts/)
    expect(waiting).toHaveTextContent(/Waiting.*No answer in time/)
    await userEvent.setup().click(within(delivered!).getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(api.requestsTo(REPLAY)).toHaveLength(1))
  })

  it('are seen and not changed by who may not', async () => {
    await renderApp('/webhooks', { user: aUser({ permissions: ['index:dashboard', 'read:business-management'] }) })
    expect(await screen.findByRole('button', { name: 'New webhook' })).toHaveAttribute('aria-disabled', 'true')
  })
})
