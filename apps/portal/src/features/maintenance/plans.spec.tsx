import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import type { Plan } from './plan-form.js'

const LIST = 'GET /api/v1/maintenance-plans'
const CREATE = 'POST /api/v1/maintenance-plans'
const ONE = 'GET /api/v1/maintenance-plans/7'
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
  created_at: '2025-10-01T08:00:00.000Z',
  updated_at: '2025-10-02T08:00:00.000Z',
  deleted_at: null,
}
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
let api: ApiStub
beforeEach(() => {
  api = stubApi({ [LIST]: { data: [plan], meta }, [ONE]: { data: plan }, [CREATE]: { data: plan }, [CHANGE]: { data: plan } })
})

const may = aUser({ permissions: ['index:dashboard', 'read:information', 'manage:maintenance'] })

describe('the maintenance plans', () => {
  it('R-336 say by the row what makes a service due, for how many vehicles, and how many are open', async () => {
    await renderApp('/notifications?view=plans', { user: may })
    const row = await screen.findByRole('row', { name: /Yearly service/ })
    for (const text of ['every 12 months', 'Fietspunt', '40', '3', 'Active']) expect(within(row).getByText(text)).toBeVisible()
  })

  it('R-201 R-208 are made with their triggers, once what is missing is there', async () => {
    await renderApp('/notifications?dialog=create:plan', { user: may })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Create plan' }))
    for (const text of ['Title is required', 'Description is required', 'Name is required']) {
      expect(await screen.findByText(text)).toBeVisible()
    }
    await user.type(screen.getByLabelText('Title'), 'Chain')
    await user.type(screen.getByLabelText('Description'), 'Clean and oil')
    await user.type(screen.getByLabelText('Name'), 'Chain')
    await user.click(screen.getByRole('button', { name: 'Create plan' }))
    await waitFor(() => expect(api.requestsTo(CREATE)).toHaveLength(1))
    const request = api.requestsTo(CREATE)[0]!
    expect(await request.json()).toMatchObject({
      ...{ title: 'Chain', description: 'Clean and oil' },
      triggers: [{ name: 'Chain', value: 12, metric: 'months' }],
    })
    expect(request.headers.get('idempotency-key')).toMatch(/\S{8}/)
  })

  it('G-29 keep what was typed when somebody else was quicker, and save onto the newest state', async () => {
    const newest = { ...plan, description: 'Brakes alone', updated_at: '2025-10-03T08:00:00.000Z' }
    api.answer({ [CHANGE]: () => problem(412, 'It has changed') })
    await renderApp('/notifications?plan=7&dialog=edit:plan', { user: may })
    const user = userEvent.setup()
    const title = await screen.findByLabelText('Title')
    await user.clear(title)
    await user.type(title, 'Service at 500 km')
    api.answer({ [ONE]: { data: newest } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Brakes alone'))
    expect(title).toHaveValue('Service at 500 km')
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
