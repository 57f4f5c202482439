import { screen, waitFor, within } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { aVehicle } from '../../testing/some-vehicles.js'
import { renderApp } from '../../testing/render-app.js'

type Entity = components['schemas']['Entity']
const REPORT = 'POST /api/v1/entities/42/missing'
const now = Date.parse('2025-10-30T08:12:00Z')
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
const opened: components['schemas']['MissingCase'] = {
  id: 7,
  number: 'M-00007',
  state: 'open',
  reason: 'stolen',
  note: 'Lock cut through',
  entity_id: 42,
  entity_name: 'Cargo 042',
  frame_number: null,
  license_plate: null,
  business_id: 3,
  business_name: 'Domstad',
  reporter: 'Ada Byron',
  opened_at: '2025-10-30T07:00:00.000Z',
  ended_at: null,
  ended_by: null,
  end_reason: null,
  end_note: null,
  last_seen: '2025-10-30T08:02:00.000Z',
  location_hidden: false,
  reported_position: null,
  assignee_id: null,
  assignee: null,
  police_report_number: null,
  reward: null,
  insurer: null,
  updated_at: '2025-10-30T07:00:00.000Z',
}

const keeper = aUser({ permissions: ['index:entity', 'update:entity', 'create:entity', 'manage:missing-entities'] })

let api: ApiStub
const start = (changes: Partial<Entity> = {}, answers: Parameters<typeof stubApi>[0] = {}) => {
  const bike = aVehicle(changes)
  api = stubApi({
    'GET /api/v1/entities/index': { data: [bike], meta },
    'GET /api/v1/entities/42': { data: bike },
    'GET /api/v1/entities/42/timeline': { data: [], meta: { ...meta, total: 0 } },
    'GET /api/v1/missing/42': { data: opened },
    [REPORT]: { data: opened },
    'PUT /api/v1/missing/7/resolve': { data: { ...opened, state: 'resolved' } },
    'PUT /api/v1/missing/7/close': { data: { ...opened, state: 'closed' } },
    ...answers,
  })
}
const openMenu = async (changes: Partial<Entity> = {}, answers: Parameters<typeof stubApi>[0] = {}) => {
  start(changes, answers)
  const { actor } = await renderApp('/entities', { now })
  await actor.click(await screen.findByRole('button', { name: 'Actions for Cargo 042' }))
  return { actor, report: within(await screen.findByRole('menu')).getByRole('menuitem', { name: /^Report missing/ }) }
}

describe('reporting a vehicle missing', () => {
  it('R-160 R-272 asks why, reports it, and names the case', async () => {
    const { actor, report } = await openMenu()
    await actor.click(report)
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Cargo 042 missing?' }))
    await actor.click(dialog.getByRole('textbox', { name: /Note/ }))
    await actor.paste('Lock cut through')
    await actor.click(dialog.getByRole('button', { name: 'Report missing' }))
    await screen.findByText('Cargo 042 is reported missing: case M-00007')
    expect(await api.requestsTo(REPORT)[0]?.json()).toEqual({ reason: 'stolen', note: 'Lock cut through' })
    expect(api.requestsTo(REPORT)[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{8,}$/)
  })

  it('R-221 shows the message of the server when it refuses', async () => {
    const detail = 'Before you can report this vehicle missing, it needs an active subscription'
    const problem = { type: '/problems/conflict', title: 'Conflict', status: 409, detail }
    const headers = { 'content-type': 'application/problem+json' }
    const { actor, report } = await openMenu(
      {},
      { [REPORT]: () => new Response(JSON.stringify(problem), { status: 409, headers }) },
    )
    await actor.click(report)
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Cargo 042 missing?' }))
    await actor.click(dialog.getByRole('button', { name: 'Report missing' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(detail)
  })

  it.each<[string, Partial<Entity>, string]>([
    ['R-219', { subscription: null }, 'needs an active subscription'],
    ['R-164 R-220', { recovery_contract: false }, 'its business needs a recovery contract'],
    ['R-217', { lifecycle: 'missing' }, 'reported missing already'],
  ])('%s T-13 cannot be done where the server would refuse it, and says why', async (_id, changes, reason) => {
    const { report } = await openMenu(changes)
    expect(report).toHaveAttribute('aria-disabled', 'true')
    expect(report).toHaveTextContent(reason)
  })
})

describe('a missing vehicle’s page', () => {
  it.each([
    ['Found', 'How it was found', 'Mark as found', 'resolve', 'Found by the police', 'found-by-police'],
    ['Give up', 'Why it is given up', 'Close case', 'close', 'Handed to the insurer', 'handed-to-insurer'],
  ] as const)(
    'R-216 R-217 shows the open case, which ends by "%s" with a reason',
    async (act, label, confirm, how, word, reason) => {
      start({ lifecycle: 'missing' })
      const { actor } = await renderApp('/entities/42', { now, user: keeper })
      const card = await screen.findByRole('region', { name: 'Missing: case M-00007' })
      for (const text of ['Stolen', 'Ada Byron', 'Lock cut through', '10 min ago']) expect(card).toHaveTextContent(text)
      await actor.click(within(card).getByRole('button', { name: act }))
      const dialog = within(await screen.findByRole('dialog', { name: /Cargo 042/ }))
      await actor.click(dialog.getByRole('button', { name: confirm }))
      expect(dialog.getByRole('combobox', { name: label })).toHaveAccessibleDescription('Choose how it ended')
      await actor.click(dialog.getByRole('combobox', { name: label }))
      await actor.click(within(await screen.findByRole('listbox')).getByRole('option', { name: word }))
      await actor.click(dialog.getByRole('button', { name: confirm }))
      await waitFor(() => expect(api.requestsTo(`PUT /api/v1/missing/7/${how}`)).toHaveLength(1))
      expect(await api.requestsTo(`PUT /api/v1/missing/7/${how}`)[0]?.json()).toEqual({ reason })
    },
  )

  it('R-239 tells who may not manage cases only that it is missing', async () => {
    start({ lifecycle: 'missing' })
    await renderApp('/entities/42', { now, user: aUser({ permissions: ['index:entity'] }) })
    expect(await screen.findByText('This vehicle is reported missing.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Found' })).not.toBeInTheDocument()
    expect(api.requestsTo('GET /api/v1/missing/42')).toHaveLength(0)
  })

  it('R-165 R-358 tells how the tracker does and what covers the vehicle; without a tracker it offers one', async () => {
    start({ imei: null, device_id: null, tracker: null, subscription: null })
    const { unmount } = await renderApp('/entities/42', { now, user: keeper })
    expect(await screen.findByRole('button', { name: 'Install tracker' })).toBeVisible()
    expect(screen.getByText('No active subscription')).toBeVisible()
    unmount()
    start()
    await renderApp('/entities/42', { now, user: keeper })
    expect(await screen.findByRole('button', { name: 'Live test' })).toBeVisible()
    for (const text of ['4 of 5', '12.6 V', '93 %', '03.28.07', 'Yearly', '01-01-2026'])
      expect(screen.getByRole('main')).toHaveTextContent(text)
  })
})

describe('a vehicle that is reported from the list of cases', () => {
  const searcher = aUser({ permissions: ['index:entity', 'manage:missing-entities', 'manage:subscriptions'] })
  const pick = async (user: ReturnType<typeof aUser>, changes: Partial<Entity>) => {
    start(changes)
    const rendered = await renderApp('/missing', { now, user })
    await rendered.actor.click(await screen.findByRole('button', { name: 'Report vehicle' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Which vehicle is missing?' }))
    await rendered.actor.type(dialog.getByRole('combobox', { name: 'Vehicle' }), 'Cargo')
    await rendered.actor.click(await screen.findByRole('option', { name: /Cargo 042/ }))
    return { ...rendered, dialog }
  }

  it('R-215 is found there, and leads to the room of its case', async () => {
    const { actor, dialog, address } = await pick(searcher, {})
    await actor.click(dialog.getByRole('button', { name: 'Next' }))
    const report = within(await screen.findByRole('dialog', { name: 'Report Cargo 042 missing?' }))
    await actor.click(report.getByRole('button', { name: /Report/ }))
    await waitFor(() => expect(address()).toBe('/missing/7'))
    expect(api.requestsTo('POST /api/v1/entities/42/missing')).toHaveLength(1)
  })

  it('R-219 T-18 is given the subscription that it lacks by who may, and is reported after that', async () => {
    const { actor, dialog } = await pick(searcher, { subscription: null })
    expect(dialog.getByRole('status')).toHaveTextContent('needs an active subscription')
    expect(dialog.getByRole('button', { name: 'Next' })).toBeDisabled()
    const product = { id: 5, name: 'Recovery', description: null, price_minor: 500, currency: 'EUR', period: 'month' }
    api.answer({
      'GET /api/v1/dropdown/subscriptions': { data: [product] },
      'POST /api/v1/entity-subscriptions/give': { data: { results: [{ id: 42, result: 'done', message: null }] } },
    })
    await actor.click(dialog.getByRole('button', { name: 'Give the vehicle a subscription' }))
    const give = within(await screen.findByRole('dialog', { name: /Cargo 042/ }))
    await actor.click(give.getByRole('combobox', { name: 'Product' }))
    await actor.click(await screen.findByRole('option', { name: /Recovery/ }))
    api.answer({ 'GET /api/v1/entities/42': { data: aVehicle() } })
    await actor.click(give.getByRole('button', { name: 'Give' }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Next' })).toBeEnabled())
    expect(dialog.queryByRole('status')).toBeNull()
  })

  it('R-197 T-18 orders what another business sells, and says that it covers once it is paid', async () => {
    const { actor, dialog } = await pick(searcher, { subscription: null })
    const product = {
      id: 5,
      name: 'Recovery',
      description: null,
      price_minor: 500,
      currency: 'EUR',
      period: 'month',
      is_sold: true,
    }
    api.answer({ 'GET /api/v1/dropdown/subscriptions': { data: [product] }, 'POST /api/v1/payments': { data: {} } })
    await actor.click(dialog.getByRole('button', { name: 'Give the vehicle a subscription' }))
    const give = within(await screen.findByRole('dialog', { name: /Cargo 042/ }))
    await actor.click(give.getByRole('combobox', { name: 'Product' }))
    await actor.click(await screen.findByRole('option', { name: /Recovery/ }))
    expect(
      give.getByText('Another business sells this product: the vehicle is covered as soon as the order is paid'),
    ).toBeVisible()
    expect(give.getByRole('checkbox', { name: 'Start only when paid (creates an order)' })).toBeDisabled()
    await actor.click(give.getByRole('button', { name: 'Give' }))
    await waitFor(() => expect(api.requestsTo('POST /api/v1/payments')).toHaveLength(1))
    expect(api.requestsTo('POST /api/v1/entity-subscriptions/give')).toHaveLength(0)
  })

  it('R-219 R-220 T-18 says to others whom they can ask', async () => {
    const { dialog } = await pick(keeper, { subscription: null, recovery_contract: false })
    const said = dialog.getByRole('status')
    expect(said).toHaveTextContent('Somebody who manages subscriptions at')
    expect(said).toHaveTextContent('for a recovery contract')
    expect(dialog.queryByRole('button', { name: 'Give the vehicle a subscription' })).toBeNull()
  })
})
