import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { aVehicle } from '../../testing/some-vehicles.js'
import type { Insurance } from './insurance.js'

const LIST = 'GET /api/v1/insurances'
const ONE = 'GET /api/v1/insurances/7'
const CHANGE = 'PUT /api/v1/insurances/7'
const REMOVE = 'DELETE /api/v1/insurances/7'
const ADD_DOCUMENT = 'POST /api/v1/insurances/7/documents'
const document = { id: 70, name: 'Polis', media_type: 'application/pdf', bytes: 12_000, sha256: 'ab' } as const
const insurance: Insurance = {
  id: 7,
  entity_id: 5,
  entity_name: 'Lasta',
  business_id: 1,
  business_name: 'Fietspunt',
  insurer: 'Velosure',
  policy_number: 'VS-1',
  coverage: 'comprehensive',
  state: 'expiring',
  starts_on: '2025-01-31',
  ends_on: '2026-01-30',
  insured_value_minor: 349_900,
  currency: 'EUR',
  documents: [document],
  created_at: '2025-10-01T08:00:00.000Z',
  updated_at: '2025-10-02T08:00:00.000Z',
}
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
let api: ApiStub
beforeEach(() => {
  api = stubApi({
    [LIST]: { data: [insurance], meta },
    [ONE]: { data: insurance },
    'GET /api/v1/dropdown/insurers': { data: [{ name: 'Velosure' }] },
  })
})
const may = aUser({ permissions: ['index:dashboard', 'read:information', 'index:entity', 'manage:subscriptions'] })
const EDIT = '/information?tab=insurance&dialog=edit:insurance&insurance=7'

describe('what vehicles are insured by', () => {
  it('R-194 R-195 R-325 stands on /information with insurer, number, days, value and how it stands', async () => {
    await renderApp('/information?tab=insurance', { user: may })
    const row = await screen.findByRole('row', { name: /Lasta/ })
    for (const text of ['Velosure', 'VS-1', 'Comprehensive', '31-01-2025', '30-01-2026', 'EUR 3,499.00', 'Expiring']) {
      expect(within(row).getByText(text)).toBeVisible()
    }
  })

  it('R-194 is changed by who may, from the state that was shown, once what is wrong was said', async () => {
    api.answer({ [CHANGE]: { data: { ...insurance, insurer: 'Other' } } })
    await renderApp(EDIT, { user: may })
    const user = userEvent.setup()
    const insurer = await screen.findByLabelText('Insurer')
    await user.clear(insurer)
    await user.clear(screen.getByLabelText(/Last day/))
    await user.type(screen.getByLabelText(/Last day/), '30-01-2025')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Insurer is required')).toBeVisible()
    expect(screen.getByText('Not before the first day')).toBeVisible()
    await user.type(insurer, 'Other')
    await user.clear(screen.getByLabelText(/Last day/))
    await user.clear(screen.getByLabelText(/Insured value/))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo(CHANGE)).toHaveLength(1))
    const [request] = api.requestsTo(CHANGE)
    expect(request?.headers.get('if-match')).toContain('2025-10-02')
    expect(await request?.json()).toEqual({
      insurer: 'Other',
      policy_number: 'VS-1',
      coverage: 'comprehensive',
      starts_on: '2025-01-31',
      ends_on: null,
      insured_value_minor: null,
      currency: null,
    })
  })

  it('R-194 is added from the list for the vehicle that is found by what stands on it', async () => {
    api.answer({
      'GET /api/v1/entities/index': { data: [aVehicle({ id: 5, name: 'Lasta', frame_number: 'WRB-5' })], meta },
      'POST /api/v1/insurances': { data: insurance },
    })
    await renderApp('/information?tab=insurance', { user: may })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'New insurance' }))
    const dialog = await screen.findByRole('dialog', { name: 'Which vehicle is insured?' })
    expect(within(dialog).getByRole('button', { name: 'Next' })).toBeDisabled()
    await user.type(within(dialog).getByRole('combobox', { name: 'Vehicle' }), 'WRB')
    await user.click(await screen.findByRole('option', { name: /Lasta/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Next' }))
    await user.type(await screen.findByLabelText('Insurer'), 'Velosure')
    await user.type(screen.getByLabelText('Policy number'), 'VS-2')
    await user.type(screen.getByLabelText('First day'), '01-01-2026')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo('POST /api/v1/insurances')).toHaveLength(1))
    expect(await api.requestsTo('POST /api/v1/insurances')[0]?.json()).toMatchObject({ entity_id: 5, policy_number: 'VS-2' })
  })

  it('G-74 takes a PDF, and says what the server refuses of it', async () => {
    api.answer({ [ADD_DOCUMENT]: () => problem(422, 'Not valid', { errors: { content: ['Document must be a PDF'] } }) })
    await renderApp(EDIT, { user: may })
    const papers = await screen.findByRole('region', { name: 'Documents' })
    expect(within(papers).getByText('Polis')).toBeVisible()
    const file = new File(['%PDF-1.7 %%EOF'], 'Policy 2026.pdf', { type: 'application/pdf' })
    await userEvent.upload(within(papers).getByLabelText('Add a document'), file)
    expect(await within(papers).findByText('Document must be a PDF')).toBeVisible()
    expect(await api.requestsTo(ADD_DOCUMENT)[0]?.json()).toEqual({ name: 'Policy 2026', content: btoa('%PDF-1.7 %%EOF') })
  })

  it('R-346 is removed after a question that names it and what goes with it', async () => {
    api.answer({ [REMOVE]: { status: 204 } })
    await renderApp('/information?tab=insurance', { user: may })
    const user = userEvent.setup()
    const row = await screen.findByRole('row', { name: /Lasta/ })
    await user.click(within(row).getByRole('button', { name: /Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove Velosure VS-1?' })
    expect(dialog).toHaveTextContent('permanently removed from Lasta, with its document')
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(api.requestsTo(REMOVE)).toHaveLength(1))
  })
})
