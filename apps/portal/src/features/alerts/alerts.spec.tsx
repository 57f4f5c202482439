import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ApiStub, stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import type { Alert, AlertRule } from './alert.js'
import { EMPTY_RULE } from './alert-rule-form-values.js'

const at = '2026-01-05T10:00:00.000Z'
const ID = '7d3f0a52-0000-4000-8000-000000000001'
const alert: Alert = {
  id: ID,
  kind: 'exit',
  state: 'open',
  rule_id: 3,
  rule_name: 'Leaves town',
  geofence_id: 2,
  geofence_name: 'Schaan',
  business_id: 1,
  business_name: 'Fietspunt',
  entity_id: 5,
  entity_name: 'Lasta',
  began_at: at,
  ended_at: at,
  heard_at: null,
  latitude: 47.16,
  longitude: 9.5,
  value: null,
  late: true,
  withdrawn_at: null,
  acknowledged_at: null,
  acknowledged_by: null,
  snoozed_until: null,
  note: null,
  created_at: at,
  updated_at: at,
}
const rule: AlertRule = {
  id: 3,
  name: 'Leaves town',
  business_id: 1,
  business_name: 'Fietspunt',
  kind: 'exit',
  active: true,
  threshold: null,
  lasting_s: 60,
  hours: null,
  tz: 'Europe/Vaduz',
  geofences: [{ id: 2, name: 'Schaan' }],
  tags: [],
  users: [],
  tell_bell: true,
  tell_mail: 'never',
  quiet_from: null,
  quiet_till: null,
  cool_down_min: 0,
  open_count: 1,
  created_at: at,
  updated_at: at,
}
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
const ACKNOWLEDGE = 'PUT /api/v1/alerts/acknowledge'
const SNOOZE = 'PUT /api/v1/alerts/snooze'
const CHANGE = 'PUT /api/v1/alert-rules/3'
let api: ApiStub
beforeEach(() => {
  api = stubApi({
    'GET /api/v1/alerts': { data: [alert], meta },
    'GET /api/v1/alert-rules': { data: [rule], meta },
    'GET /api/v1/alert-rules/3': { data: rule },
    'GET /api/v1/geofences': { data: [{ id: 2, name: 'Schaan' }], meta },
    'GET /api/v1/dropdown/tags': { data: [] },
    'GET /api/v1/users': { data: [], meta },
  })
})
const may = aUser({ permissions: ['read:map', 'manage:alerts'] })

describe('the inbox', () => {
  it('says of silence when the tracker was heard and when it measured, where these are two times', async () => {
    const silent = { ...alert, kind: 'silent' as const, began_at: '2026-01-05T03:00:00.000Z', ended_at: null, heard_at: at }
    api.answer({ 'GET /api/v1/alerts': { data: [silent], meta } })
    await renderApp('/alerts', { user: may, now: Date.parse('2026-01-05T11:30:00Z') })
    expect(await screen.findByText('Heard 1 h ago, measured 8 h ago')).toBeVisible()
  })

  it('tells which vehicle did what where, that it was known late, and is worked by who sees the map', async () => {
    api.answer({ [ACKNOWLEDGE]: { data: { changed: 1 } } })
    const { actor } = await renderApp('/alerts', { user: aUser({ permissions: ['read:map'] }) })
    const row = await screen.findByRole('row', { name: /Lasta/ })
    for (const text of ['Leaves a geofence', 'Schaan', 'Leaves town', 'Open', 'Known late']) {
      expect(within(row).getByText(text)).toBeVisible()
    }
    expect(within(row).getByRole('link', { name: 'Lasta' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/map\?entity=5&from=.*&at=2026-01-05T10:00:00\.000Z$/),
    )
    await actor.click(within(row).getByRole('button', { name: /actions|more/i }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Acknowledge' }))
    await waitFor(() => expect(api.requestsTo(ACKNOWLEDGE)).toHaveLength(1))
    expect(await api.requestsTo(ACKNOWLEDGE)[0]?.json()).toEqual({ ids: [ID] })
    expect(screen.queryByRole('link', { name: 'Alert rules' })).not.toBeInTheDocument()
  })
})

describe('seeing to an alert', () => {
  it('takes what came of it', async () => {
    api.answer({ [ACKNOWLEDGE]: { data: { changed: 1 } } })
    const { actor } = await renderApp('/alerts', { user: aUser({ permissions: ['read:map'] }) })
    const row = await screen.findByRole('row', { name: /Lasta/ })
    await actor.click(within(row).getByRole('button', { name: /actions|more/i }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Acknowledge with a note' }))
    const dialog = within(await screen.findByRole('dialog'))
    await actor.type(dialog.getByRole('textbox', { name: 'Note' }), 'At the garage')
    await actor.click(dialog.getByRole('button', { name: 'Acknowledge' }))
    await waitFor(() => expect(api.requestsTo(ACKNOWLEDGE)).toHaveLength(1))
    expect(await api.requestsTo(ACKNOWLEDGE)[0]?.json()).toEqual({ ids: [ID], note: 'At the garage' })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

describe('the way from an alert to the map', () => {
  it.each([
    ['Pacific/Kiritimati', '2026-01-05T11:00:00Z', '2026-01-06'],
    ['Europe/Amsterdam', '2026-01-04T23:30:00Z', '2026-01-05'],
    ['America/New_York', '2026-01-05T03:00:00Z', '2026-01-04'],
  ])('leads to its day as %s has it, of %s', async (timeZone, began_at, day) => {
    api.answer({ 'GET /api/v1/alerts': { data: [{ ...alert, began_at }], meta } })
    await renderApp('/alerts', { user: aUser({ permissions: ['read:map'], time_zone: timeZone }) })
    const link = await screen.findByRole('link', { name: 'Lasta' })
    expect(link).toHaveAttribute('href', expect.stringContaining(`from=${day}&till=${day}`))
  })
})

describe('an alert that is snoozed', () => {
  it.each([
    ['Pacific/Kiritimati', '2026-01-05T10:30:00Z', '2026-01-06T18:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-01-05T10:30:00Z', '2026-01-05T19:00:00.000Z'],
    ['Europe/Amsterdam', '2026-03-28T22:30:00Z', '2026-03-29T06:00:00.000Z'],
    ['Europe/Amsterdam', '2026-10-24T22:30:00Z', '2026-10-26T07:00:00.000Z'],
  ])('comes back at eight of the next morning as %s has it, asked at %s', async (timeZone, now, until) => {
    api.answer({ [SNOOZE]: { data: { changed: 1 } } })
    const user = aUser({ permissions: ['read:map'], time_zone: timeZone })
    const { actor } = await renderApp('/alerts', { user, now: Date.parse(now) })
    const row = await screen.findByRole('row', { name: /Lasta/ })
    await actor.click(within(row).getByRole('button', { name: /actions|more/i }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Snooze until tomorrow' }))
    await waitFor(() => expect(api.requestsTo(SNOOZE)).toHaveLength(1))
    expect(await api.requestsTo(SNOOZE)[0]?.json()).toEqual({ ids: [ID], until })
  })
})

describe('an alert rule', () => {
  it('is changed from the state that was shown, and keeps what the form does not show', async () => {
    api.answer({ [CHANGE]: { data: rule } })
    const { actor } = await renderApp('/alert-rules?dialog=edit:rule&rule=3', { user: may })
    await actor.click(await screen.findByRole('button', { name: 'Mon' }))
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo(CHANGE)).toHaveLength(1))
    const [request] = api.requestsTo(CHANGE)
    expect(request?.headers.get('if-match')).toContain('2026-01-05')
    expect(await request?.json()).toMatchObject({
      kind: 'exit',
      geofence_ids: [2],
      hours: [{ days: [1], from: '08:00', till: '18:00' }],
      lasting_s: 60,
      tz: 'Europe/Vaduz',
    })
  })

  it('begins with what one reading can not fulfil, and takes how long its cause must last', async () => {
    api.answer({ [CHANGE]: { data: rule } })
    const { actor } = await renderApp('/alert-rules?dialog=edit:rule&rule=3', { user: may })
    const minutes = await screen.findByLabelText(/Lasting at least/)
    expect(minutes).toHaveValue('1')
    fireEvent.change(minutes, { target: { value: 'long' } })
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Minutes from 0 to 1440')).toBeVisible()
    fireEvent.change(minutes, { target: { value: '2,5' } })
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo(CHANGE)).toHaveLength(1))
    expect(await api.requestsTo(CHANGE)[0]?.json()).toMatchObject({ lasting_s: 150 })
    expect(EMPTY_RULE).toMatchObject({ kind: 'exit', lasting_min: '1' })
  })

  it('is made of another sender, without what only readings have', async () => {
    api.answer({ [CHANGE]: { data: { ...rule, kind: 'dispute' } } })
    const { actor } = await renderApp('/alert-rules?dialog=edit:rule&rule=3', { user: may })
    await actor.click(await screen.findByRole('combobox', { name: 'Tells of' }))
    await actor.click(await screen.findByRole('option', { name: 'Another sender uses the IMEI' }))
    expect(await screen.findByText(/^Once another sender has used the IMEI/)).toBeVisible()
    for (const field of [/Faster than/, /Battery below/, /Nothing heard for/, /Lasting at least/, /Geofences/]) {
      expect(screen.queryByLabelText(field)).not.toBeInTheDocument()
    }
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo(CHANGE)).toHaveLength(1))
    expect(await api.requestsTo(CHANGE)[0]?.json()).toMatchObject({
      kind: 'dispute',
      threshold: null,
      geofence_ids: [],
      lasting_s: 0,
      hours: null,
    })
  })

  it('says who is told how, and when not', async () => {
    api.answer({ [CHANGE]: { data: rule } })
    const { actor } = await renderApp('/alert-rules?dialog=edit:rule&rule=3', { user: may })
    await actor.click(await screen.findByRole('combobox', { name: 'By mail' }))
    await actor.click(await screen.findByRole('option', { name: 'Each alert' }))
    fireEvent.change(screen.getByLabelText(/Quiet from/), { target: { value: '22:00' } })
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Quiet hours have a beginning and another end')).toBeVisible()
    fireEvent.change(screen.getByLabelText(/Quiet until/), { target: { value: '06:00' } })
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo(CHANGE)).toHaveLength(1))
    expect(await api.requestsTo(CHANGE)[0]?.json()).toMatchObject({
      tell_mail: 'each',
      tell_bell: true,
      quiet_from: '22:00',
      quiet_till: '06:00',
      user_ids: [],
    })
  })
})
