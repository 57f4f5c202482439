import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { problem, stubApi, type ApiStub } from '../../../testing/api-stub.js'
import { aUser } from '../../../testing/fixtures.js'
import { renderApp } from '../../../testing/render-app.js'
import type { Plan } from './plans.js'

const LIST = 'GET /api/v1/maintenance-plans'
const CREATE = 'POST /api/v1/maintenance-plans'
const ONE = 'GET /api/v1/maintenance-plans/7'
const TEMPLATES = 'GET /api/v1/maintenance-plans/templates'
const JOIN = 'POST /api/v1/maintenance-plans/7/entities'
const HOLDS = 'GET /api/v1/maintenance-plans/7/entities'
const CHANGE = 'PUT /api/v1/maintenance-plans/7'
const plan: Plan = {
  id: 7,
  title: 'Yearly service',
  description: 'Brakes, chain and tyres',
  business_id: 1,
  business_name: 'Fietspunt',
  active: true,
  triggers: [{ id: 1, name: 'Service', value: 12, metric: 'months', description: 'At the dealer’s' }],
  entities_count: 40,
  open_count: 3,
  tz: 'Europe/Amsterdam',
  next_due_at: '2025-11-02T08:00:00.000Z',
  next_left_km: null,
  created_at: '2025-10-01T08:00:00.000Z',
  updated_at: '2025-10-02T08:00:00.000Z',
  deleted_at: null,
}
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
const bike = { id: 42, name: 'Cargo 042', license_plate: 'HD-SC 1072', business_name: 'Fietspunt' }
let api: ApiStub
beforeEach(() => {
  sessionStorage.clear()
  api = stubApi({
    'GET /api/v1/entities/index': { data: [bike], meta },
    'GET /api/v1/dropdown/tags': { data: [] },
    [TEMPLATES]: { data: [] },
    [JOIN]: { data: { added: 1, entities_count: 1 } },
    [LIST]: { data: [plan], meta },
    [ONE]: { data: plan },
    [CREATE]: { data: plan },
    [CHANGE]: { data: plan },
  })
})

const may = aUser({ permissions: ['index:dashboard', 'read:information', 'manage:maintenance'] })

describe('the maintenance plans', () => {
  it('R-336 say by the row what makes a service due, for how many vehicles, and how many are open', async () => {
    await renderApp('/notifications?view=plans', { user: may })
    const row = await screen.findByRole('row', { name: /Yearly service/ })
    for (const text of ['every 12 months', 'Fietspunt', '40', '3', 'Active']) expect(within(row).getByText(text)).toBeVisible()
  })

  it('R-198 R-201 R-208 are made in three steps and a look at the whole, with their vehicles', async () => {
    const { actor } = await renderApp('/notifications?view=plans&dialog=create:plan', { user: may })
    const next = async (step: string) => actor.click(await screen.findByRole('button', { name: `Next: ${step}` }))
    await next('Vehicles')
    for (const text of ['Title is required', 'Description is required']) expect(await screen.findByText(text)).toBeVisible()
    await actor.type(screen.getByLabelText('Title'), 'Chain')
    await actor.type(screen.getByLabelText('Description'), 'Clean and oil')
    expect(await screen.findByText('13 of 250 characters')).toBeVisible()
    await next('Vehicles')
    await actor.click(await screen.findByRole('checkbox', { name: /Cargo 042/ }))
    expect(screen.getByText('1 vehicle chosen')).toBeVisible()
    await next('Triggers')
    await next('Review')
    expect(await screen.findByText('Name is required')).toBeVisible()
    await actor.type(screen.getByLabelText('Name'), 'Chain')
    await actor.type(screen.getByLabelText('Every'), '00')
    expect(await screen.findByText('Unusually long. Is it right?')).toBeVisible()
    await actor.type(screen.getByLabelText('Every'), '{Backspace}{Backspace}')
    expect(screen.queryByText('Unusually long. Is it right?')).not.toBeInTheDocument()
    await next('Review')
    expect(await screen.findByText('Chain: every 12 months')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Create plan' }))
    await waitFor(() => expect(api.requestsTo(JOIN)).toHaveLength(1))
    const request = api.requestsTo(CREATE)[0]!
    expect(await request.json()).toMatchObject({
      title: 'Chain',
      description: 'Clean and oil',
      triggers: [{ name: 'Chain', value: 12, metric: 'months' }],
    })
    expect(request.headers.get('idempotency-key')).toMatch(/\S{8}/)
    expect(await api.requestsTo(JOIN)[0]!.json()).toEqual({ entity_ids: [42], tag_id: null })
  })

  it('tell what each needs next by its date, and by distance where nobody can tell the day', async () => {
    const rows = [
      plan,
      { ...plan, id: 8, title: 'By distance', next_due_at: null, next_left_km: 262 },
      { ...plan, id: 9, title: 'Over', next_left_km: -14 },
    ]
    api.answer({ [LIST]: { data: rows, meta: { ...meta, total: 3 } } })
    await renderApp('/notifications?view=plans', { user: may })
    const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
    expect((await row(/Yearly service/)).getByText('02-11-2025')).toBeVisible()
    expect((await row(/By distance/)).getByText('262 km left')).toBeVisible()
    expect((await row(/Over/)).getByText('02-11-2025 · 14 km over')).toBeVisible()
  })

  it('R-207 that were begun and left are kept, until somebody starts over', async () => {
    const { actor } = await renderApp('/notifications?view=plans&dialog=create:plan', { user: may })
    await actor.type(await screen.findByLabelText('Title'), 'Chain')
    await actor.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByLabelText('Title')).not.toBeInTheDocument())
    await actor.click(screen.getByRole('button', { name: 'New plan' }))
    expect(await screen.findByLabelText('Title')).toHaveValue('Chain')
    await actor.click(screen.getByRole('button', { name: 'Start over' }))
    expect(screen.getByLabelText('Title')).toHaveValue('')
  })

  it('D.20 begin with a template where there is none yet', async () => {
    const triggers = [
      { name: 'Service', value: 6, metric: 'months', description: null },
      { name: 'Check the brakes', value: 500, metric: 'kilometers', description: null },
    ]
    api.answer({
      [LIST]: { data: [], meta: { ...meta, total: 0 } },
      [TEMPLATES]: { data: [{ key: 'cargo-bike', title: 'Cargo bike', description: 'Twice a year', triggers }] },
    })
    const { actor } = await renderApp('/notifications?view=plans', { user: may })
    await actor.click(await screen.findByRole('button', { name: 'Cargo bike' }))
    expect(await screen.findByLabelText('Title')).toHaveValue('Cargo bike')
    await actor.click(screen.getByRole('button', { name: 'Next: Vehicles' }))
    await actor.click(await screen.findByRole('button', { name: 'Next: Triggers' }))
    const names = await screen.findAllByLabelText('Name')
    expect(names.map((field) => (field as HTMLInputElement).value)).toEqual(['Service', 'Check the brakes'])
  })

  it('R-206 G-78 are switched on and off in their row, with what came due meanwhile where that is wanted', async () => {
    const ACTIVATE = 'PUT /api/v1/maintenance-plans/7/activate'
    const DEACTIVATE = 'PUT /api/v1/maintenance-plans/7/deactivate'
    const off = { ...plan, active: false }
    api.answer({ [ACTIVATE]: { data: plan }, [DEACTIVATE]: { data: off } })
    const { actor } = await renderApp('/notifications?view=plans', { user: may })
    const row = await screen.findByRole('row', { name: /Yearly service/ })
    api.answer({ [LIST]: { data: [off], meta } })
    await actor.click(within(row).getByRole('switch', { name: 'Active' }))
    await actor.click(await within(row).findByRole('switch', { name: 'Not active' }))
    const dialog = await screen.findByRole('dialog', { name: 'Activate Yearly service' })
    await actor.click(within(dialog).getByRole('checkbox', { name: /Catch up/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Activate' }))
    await waitFor(() => expect(api.requestsTo(ACTIVATE)).toHaveLength(1))
    expect(new URL(api.requestsTo(ACTIVATE)[0]!.url).searchParams.get('catch_up')).toBe('true')
    expect(api.requestsTo(DEACTIVATE)).toHaveLength(1)
  })

  it('R-209 G-79 say what failed: getting the plan, its vehicles, taking one out, activating and deleting', async () => {
    const failed = (what: string) => screen.findByText(`Something went wrong while ${what}. Please try again.`)
    api.answer({ [LIST]: { data: [{ ...plan, active: false }], meta } })
    const { actor } = await renderApp('/notifications?view=plans', { user: may })
    const row = await screen.findByRole('row', { name: /Yearly service/ })
    for (const [act, what] of [
      ['Activate', 'activating this plan'],
      ['Delete', 'deleting this plan'],
    ] as const) {
      await actor.click(within(row).getByRole('button', { name: /Yearly service/ }))
      await actor.click(await screen.findByRole('menuitem', { name: act }))
      if (act === 'Activate') await actor.click(await screen.findByRole('button', { name: act }))
      expect(await failed(what)).toBeVisible()
    }
    api.answer({ [HOLDS]: { data: [bike], meta } })
    await actor.click(row)
    await actor.click(await screen.findByRole('button', { name: 'Next: Vehicles' }))
    await actor.click(await screen.findByRole('button', { name: 'Remove Cargo 042 from the plan' }))
    expect(await failed('removing this entity')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    api.answer({ [ONE]: () => problem(500, 'No') })
    await actor.click(row)
    expect(await failed('getting the plan')).toBeVisible()
  })

  it('G-29 keep what was typed when somebody else was quicker, and save onto the newest state', async () => {
    const newest = { ...plan, description: 'Brakes alone', updated_at: '2025-10-03T08:00:00.000Z' }
    api.answer({ [CHANGE]: () => problem(412, 'It has changed') })
    await renderApp('/notifications?plan=7&dialog=edit:plan', { user: may })
    const user = userEvent.setup()
    const title = await screen.findByLabelText('Title')
    await user.clear(title)
    await user.type(title, 'Service at 500 km')
    const save = async () => {
      for (const step of ['Vehicles', 'Triggers', 'Review'])
        await user.click(await screen.findByRole('button', { name: `Next: ${step}` }))
      await user.click(await screen.findByRole('button', { name: 'Save' }))
    }
    api.answer({ [ONE]: { data: newest } })
    await save()
    expect(await screen.findByText('Brakes alone')).toBeVisible()
    expect(screen.getByText('Service at 500 km')).toBeVisible()
    api.answer({ [CHANGE]: { data: newest } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo(CHANGE)).toHaveLength(2))
    expect(await api.requestsTo(CHANGE)[0]!.json()).toMatchObject({ triggers: [{ description: 'At the dealer’s' }] })
    expect(api.requestsTo(CHANGE)[1]!.headers.get('if-match')).toBe('W/"2025-10-03T08:00:00.000Z"')
  })

  it('T-13 cannot be made without the right, and say which one is missing', async () => {
    await renderApp('/notifications?view=plans', { user: aUser({ permissions: ['index:dashboard', 'read:information'] }) })
    const button = await screen.findByRole('button', { name: 'New plan' })
    expect(button).toBeDisabled()
    expect(button).toHaveAttribute('title', expect.stringContaining('manage:maintenance'))
  })
})
