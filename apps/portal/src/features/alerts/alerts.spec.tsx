import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ApiStub, problem, stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp, renderPart } from '../../testing/render-app.js'
import type { Alert, AlertRule } from './alert.js'
import { EMPTY_RULE } from './alert-rule-form-values.js'
import { type RuleWords, useRuleSentence } from './rules/rule-sentence.js'

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
  threshold: null,
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
const yard = {
  id: 2,
  name: 'Schaan',
  kind: 'circle',
  shape: { type: 'Point', coordinates: [9.5, 47.16] },
  reach_m: 300,
  south: 47.157,
  north: 47.163,
  west: 9.496,
  east: 9.504,
}
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
const ACKNOWLEDGE = 'PUT /api/v1/alerts/acknowledge'
const SNOOZE = 'PUT /api/v1/alerts/snooze'
const REOPEN = 'PUT /api/v1/alerts/reopen'
const CHANGE = 'PUT /api/v1/alert-rules/3'
let api: ApiStub
beforeEach(() => {
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  api = stubApi({
    'GET /api/v1/alerts': { data: [alert], meta },
    [`GET /api/v1/alerts/${ID}`]: { data: alert },
    'GET /api/v1/geofences/2': { data: yard },
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
    expect(await screen.findByText('Received 1 h ago, measured 8 h ago')).toBeVisible()
  })

  it('tells which vehicle did what where, that it was known late, and is worked by who sees the map', async () => {
    api.answer({ [ACKNOWLEDGE]: { data: { changed: 1 } } })
    const { actor } = await renderApp('/alerts', { user: aUser({ permissions: ['read:map'] }) })
    const row = await screen.findByRole('row', { name: /Lasta/ })
    for (const text of ['Lasta', 'Leaves a geofence', 'Schaan', 'Leaves town', 'Open', 'Reported late']) {
      expect(within(row).getByText(text)).toBeVisible()
    }
    await actor.click(within(row).getByRole('button', { name: /actions|more/i }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Acknowledge' }))
    await waitFor(() => expect(api.requestsTo(ACKNOWLEDGE)).toHaveLength(1))
    expect(await api.requestsTo(ACKNOWLEDGE)[0]?.json()).toEqual({ ids: [ID] })
    expect(screen.queryByRole('link', { name: 'Alert rules' })).not.toBeInTheDocument()
  })
})

describe('the alerts that somebody was notified of', () => {
  it('are shown alone by a filter that the keyboard reaches', async () => {
    const { actor, address } = await renderApp('/alerts', { user: aUser({ permissions: ['read:map'] }) })
    await screen.findByRole('row', { name: /Lasta/ })
    within(screen.getByRole('group', { name: 'Filters' }))
      .getByRole('button', { name: 'Recipient' })
      .focus()
    await actor.keyboard('{Enter}')
    expect(await screen.findByRole('checkbox', { name: 'Me' })).toHaveFocus()
    await actor.keyboard(' ')
    await waitFor(() => expect(address()).toBe('/alerts?f.recipient=me'))
    const asked = () => api.requestsTo('GET /api/v1/alerts').map(({ url }) => new URL(url).searchParams.get('searchFields'))
    await waitFor(() => expect(asked()).toContain('recipient:inme'))
  })
})

describe('an open alert', () => {
  const NEXT = '7d3f0a52-0000-4000-8000-000000000002'
  const fast: Alert = {
    ...alert,
    id: NEXT,
    kind: 'speeding',
    entity_name: 'Swift',
    value: 63,
    threshold: 50,
    geofence_id: null,
    geofence_name: null,
  }
  const panel = () => within(screen.getByRole('dialog'))
  beforeEach(() => {
    api.answer({
      'GET /api/v1/alerts': { data: [alert, fast], meta: { ...meta, total: 2 } },
      [`GET /api/v1/alerts/${NEXT}`]: { data: fast },
      [ACKNOWLEDGE]: { data: { changed: 1 } },
      [REOPEN]: { data: { changed: 1 } },
    })
  })

  it('says beside the list what happened, when, where and by which rule; J walks on, and the address holds it', async () => {
    const user = aUser({ permissions: ['read:map', 'index:entity', 'manage:alerts'] })
    const { actor, address } = await renderApp('/alerts', { user, now: Date.parse('2026-01-05T10:30:00Z') })
    await actor.click(await screen.findByRole('row', { name: /Lasta/ }))
    expect(await screen.findByText('Lasta left Schaan.')).toBeVisible()
    expect(address()).toBe(`/alerts?alert=${ID}`)
    expect(panel().getAllByText('30 min ago · 05-01-2026 11:00')).toHaveLength(2)
    expect(panel().getByRole('link', { name: 'Lasta' })).toHaveAttribute('href', '/entities/5')
    expect(panel().getByRole('link', { name: 'Leaves town' })).toHaveAttribute('href', '/alert-rules?rule=3')
    expect(panel().getByRole('link', { name: 'Show this moment on the map' })).toHaveAttribute(
      'href',
      '/map?entity=5&from=2026-01-05&till=2026-01-05&at=2026-01-05T10:00:00.000Z',
    )
    expect(await screen.findByRole('region', { name: 'Where it happened' })).toBeInTheDocument()
    await actor.keyboard('j')
    expect(await screen.findByText('Swift drove 63 km/h.')).toBeVisible()
    expect(panel().getByText('63 km/h, limit 50')).toBeVisible()
    expect(address()).toBe(`/alerts?alert=${NEXT}`)
  })

  it('is acknowledged there, and comes back by Undo', async () => {
    const { actor } = await renderApp(`/alerts?alert=${ID}`, { user: aUser({ permissions: ['read:map'] }) })
    await screen.findByText('Lasta left Schaan.')
    await actor.click(panel().getByRole('button', { name: 'Acknowledge' }))
    await actor.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.requestsTo(REOPEN)).toHaveLength(1))
    expect(await api.requestsTo(REOPEN)[0]?.json()).toEqual({ ids: [ID] })
  })

  it('is acknowledged with all that are ticked at once, and comes back with them', async () => {
    const { actor } = await renderApp('/alerts', { user: aUser({ permissions: ['read:map'] }) })
    await actor.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
    await actor.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Acknowledge' }))
    expect(await screen.findByText('2 alerts acknowledged')).toBeVisible()
    expect(await api.requestsTo(ACKNOWLEDGE)[0]?.json()).toEqual({ ids: [ID, NEXT] })
    expect(screen.queryByText('2 selected')).not.toBeInTheDocument()
    await actor.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.requestsTo(REOPEN)).toHaveLength(1))
    expect(await api.requestsTo(REOPEN)[0]?.json()).toEqual({ ids: [ID, NEXT] })
  })

  it('stays under the pointer when others come: they wait until somebody asks for them', async () => {
    const third: Alert = { ...alert, id: '7d3f0a52-0000-4000-8000-000000000003', entity_name: 'Newcomer' }
    const { actor } = await renderApp('/alerts', { user: aUser({ permissions: ['read:map'] }) })
    const row = await screen.findByRole('row', { name: /Lasta/ })
    api.answer({
      'GET /api/v1/alerts': { data: [third, { ...alert, state: 'acknowledged' }, fast], meta: { ...meta, total: 3 } },
    })
    await actor.click(within(row).getByRole('button', { name: /actions|more/i }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Acknowledge' }))
    const show = await screen.findByRole('button', { name: '1 new · Show' })
    expect(within(screen.getByRole('row', { name: /Lasta/ })).getByText('Acknowledged')).toBeVisible()
    expect(screen.queryByRole('row', { name: /Newcomer/ })).not.toBeInTheDocument()
    await actor.click(show)
    expect(await screen.findByRole('row', { name: /Newcomer/ })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: /new · Show/ })).not.toBeInTheDocument())
  })

  describe('of which more come', () => {
    const third: Alert = { ...alert, id: '7d3f0a52-0000-4000-8000-000000000003', entity_name: 'Newcomer' }
    const pill = () => screen.queryByRole('button', { name: /new · Show/ })
    const crowd = Array.from({ length: 20 }, (_, at): Alert => ({ ...fast, id: `7d3f0a52-0000-4000-8000-0000000001${at + 10}` }))
    const page = (...data: Alert[]) => ({ 'GET /api/v1/alerts': { data, meta: { ...meta, total: data.length } } })
    /** Acknowledges an alert, which causes the list to be read again. */
    const acknowledgeOne = async (actor: Awaited<ReturnType<typeof renderApp>>['actor'], name: RegExp) => {
      await actor.click(within(screen.getByRole('row', { name })).getByRole('button', { name: /actions|more/i }))
      await actor.click(await screen.findByRole('menuitem', { name: 'Acknowledge' }))
    }

    it('shows them to whoever comes back', async () => {
      const { actor, goBack } = await renderApp('/alerts', { user: may })
      await screen.findByRole('row', { name: /Lasta/ })
      api.answer(page(third, alert, fast))
      await actor.click(screen.getAllByRole('link', { name: 'Alert rules' })[0]!)
      await screen.findByRole('row', { name: /Leaves town/ })
      await goBack()
      expect(await screen.findByRole('row', { name: /Newcomer/ })).toBeVisible()
      expect(pill()).not.toBeInTheDocument()
    })

    it('counts them on the first page only, and has the focus on the first one that it shows', async () => {
      const last: Alert = { ...alert, id: '7d3f0a52-0000-4000-8000-000000000004', entity_name: 'Last' }
      api.answer(page(alert, ...crowd, last))
      const { actor } = await renderApp('/alerts?page=2', { user: may })
      await screen.findByRole('row', { name: /Last/ })
      api.answer(page(third, alert, ...crowd, { ...last, state: 'acknowledged' }))
      await acknowledgeOne(actor, /Last/)
      expect(await within(screen.getByRole('row', { name: /Last/ })).findByText('Acknowledged')).toBeVisible()
      expect(pill()).not.toBeInTheDocument()
      await actor.click(screen.getByRole('button', { name: 'Previous page' }))
      await actor.click(await screen.findByRole('button', { name: '1 new · Show' }))
      await waitFor(() => expect(screen.getByRole('row', { name: /Newcomer/ })).toHaveFocus())
    })

    it('asks before all that match are acknowledged, and leaves those that wait unseen', async () => {
      api.answer(page(alert, ...crowd))
      const { actor } = await renderApp('/alerts', { user: may })
      await actor.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
      await actor.click(screen.getByRole('button', { name: 'Select all 21' }))
      api.answer(page(third, alert, ...crowd))
      await actor.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Acknowledge' }))
      const dialog = within(await screen.findByRole('alertdialog', { name: 'Acknowledge 21 alerts?' }))
      expect(api.requestsTo(ACKNOWLEDGE)).toEqual([])
      await actor.click(dialog.getByRole('button', { name: 'Acknowledge' }))
      expect(await screen.findByText('21 alerts acknowledged')).toBeVisible()
      expect(await api.requestsTo(ACKNOWLEDGE)[0]?.json()).toEqual({ ids: [ID, ...crowd.map(({ id }) => id)] })
      expect(screen.queryByText('21 selected')).not.toBeInTheDocument()
    })
  })

  it('that is gone, or whose vehicle is somebody else’s by now, says so', async () => {
    api.answer({ [`GET /api/v1/alerts/${ID}`]: problem(404, 'There is no such alert') })
    await renderApp(`/alerts?alert=${ID}`, { user: aUser({ permissions: ['read:map'] }) })
    expect(await screen.findByText('This alert no longer exists')).toBeVisible()
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

describe('Undo', () => {
  const seenTo: Alert = { ...alert, state: 'acknowledged', acknowledged_at: at, acknowledged_by: 'Anna', note: 'At home' }
  const asleep: Alert = { ...alert, state: 'snoozed', snoozed_until: '2026-01-06T07:00:00.000Z', note: 'At home' }
  const bodiesOf = async (call: string) => Promise.all(api.requestsTo(call).map((request) => request.json()))
  const begin = async (before: Alert, item: string) => {
    const done = { data: { changed: 1 } }
    api.answer({ 'GET /api/v1/alerts': { data: [before], meta }, [ACKNOWLEDGE]: done, [SNOOZE]: done, [REOPEN]: done })
    const { actor } = await renderApp('/alerts', { user: may, now: Date.parse('2026-01-05T10:30:00Z') })
    const row = await screen.findByRole('row', { name: /Lasta/ })
    await actor.click(within(row).getByRole('button', { name: /actions|more/i }))
    await actor.click(await screen.findByRole('menuitem', { name: item }))
    return actor
  }
  const note = async (before: Alert, written: string) => {
    const actor = await begin(before, 'Acknowledge with a note')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByRole('textbox', { name: 'Note' }), { target: { value: written } })
    await actor.click(dialog.getByRole('button', { name: 'Acknowledge' }))
    return actor
  }

  it('of a note on what a colleague acknowledged puts back the old note, and leaves it acknowledged', async () => {
    const actor = await note(seenTo, 'At the garage')
    await actor.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone')).toBeVisible()
    expect(await bodiesOf(ACKNOWLEDGE)).toEqual([
      { ids: [ID], note: 'At the garage' },
      { ids: [ID], note: 'At home' },
    ])
    expect([...api.requestsTo(REOPEN), ...api.requestsTo(SNOOZE)]).toEqual([])
  })

  it('puts back the note of what was snoozed, and snoozes it again', async () => {
    const actor = await note(asleep, 'At the garage')
    await actor.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone')).toBeVisible()
    expect((await bodiesOf(ACKNOWLEDGE)).at(-1)).toEqual({ ids: [ID], note: 'At home' })
    expect(await bodiesOf(SNOOZE)).toEqual([{ ids: [ID], until: asleep.snoozed_until }])
    expect(api.requestsTo(REOPEN)).toEqual([])
  })

  it('is not offered where it could not say any more who acknowledged, nor where nothing changed', async () => {
    const actor = await begin(seenTo, 'Snooze until tomorrow')
    expect(await screen.findByText('Snoozed until tomorrow')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
    const row = screen.getByRole('row', { name: /Lasta/ })
    await actor.click(within(row).getByRole('button', { name: /actions|more/i }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Acknowledge with a note' }))
    await actor.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Acknowledge' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })
})

describe('the way from an alert to the map', () => {
  it.each([
    ['Pacific/Kiritimati', '2026-01-05T11:00:00Z', '2026-01-06'],
    ['Europe/Amsterdam', '2026-01-04T23:30:00Z', '2026-01-05'],
    ['America/New_York', '2026-01-05T03:00:00Z', '2026-01-04'],
  ])('leads to its day as %s has it, of %s', async (timeZone, began_at, day) => {
    api.answer({ [`GET /api/v1/alerts/${ID}`]: { data: { ...alert, began_at } } })
    await renderApp(`/alerts?alert=${ID}`, { user: aUser({ permissions: ['read:map'], time_zone: timeZone }) })
    const link = await screen.findByRole('link', { name: 'Show this moment on the map' })
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
    await actor.click(await screen.findByRole('combobox', { name: 'Event' }))
    await actor.click(await screen.findByRole('option', { name: 'Another sender uses the IMEI' }))
    expect(await screen.findByText(/^The rule raises an alert when the known sender reports again/)).toBeVisible()
    for (const field of [/Faster than/, /Battery below/, /No report for/, /Lasting at least/, /Geofences/]) {
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
    await actor.click(await screen.findByRole('combobox', { name: 'By e-mail' }))
    await actor.click(await screen.findByRole('option', { name: 'Each alert' }))
    fireEvent.change(screen.getByLabelText(/Quiet from/), { target: { value: '22:00' } })
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Quiet hours need a start and a different end')).toBeVisible()
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

describe('how a rule reads', () => {
  const Read = ({ spoken }: { spoken: RuleWords }) => useRuleSentence()(spoken)
  const night = [{ days: [7, 1, 2, 3, 4, 5, 6], from: '22:00', till: '06:00' }]
  const week = [{ days: [1, 2, 3, 4, 5], from: '08:00', till: '18:00' }]
  const marit = { users: [{ name: 'Marit' }], tell_mail: 'each', tell_bell: false } as const
  const leaves: RuleWords = { ...rule, ...marit, tags: [{ name: 'e-bike' }], geofences: [{ name: 'Vaduz' }], hours: night }
  const moves: RuleWords = { ...rule, ...marit, kind: 'outsideHours', geofences: [], lasting_s: 300, hours: week }
  const fast: RuleWords = {
    ...rule,
    kind: 'speeding',
    threshold: null,
    geofences: [{ name: 'Vaduz' }, { name: 'Schaan' }],
    users: [{ name: 'Marit' }, { name: 'Jan' }],
    tell_mail: 'daily',
  }

  it.each([
    ['en', leaves, 'Alert Marit by e-mail when any vehicle tagged e-bike leaves Vaduz between 22:00 and 06:00.'],
    ['nl', leaves, 'Waarschuw Marit per e-mail als een voertuig met de tag e-bike Vaduz verlaat, tussen 22:00 en 06:00.'],
    [
      'de',
      leaves,
      'Marit per E-Mail alarmieren, wenn ein Fahrzeug mit dem Tag e-bike Vaduz verlässt, zwischen 22:00 und 06:00 Uhr.',
    ],
    ['fr', leaves, 'Alerter Marit par e-mail quand un véhicule avec l’étiquette e-bike quitte Vaduz entre 22:00 et 06:00.'],
    ['en', moves, 'Alert Marit by e-mail when any vehicle moves for at least 5 min, except on Mon–Fri between 08:00 and 18:00.'],
    [
      'de',
      moves,
      'Marit per E-Mail alarmieren, wenn ein Fahrzeug bewegt wird und das mindestens 5 min dauert, außer Mo–Fr zwischen 08:00 und 18:00 Uhr.',
    ],
    [
      'en',
      fast,
      'Alert Marit and Jan in the portal at once, and by e-mail the next morning, when any vehicle drives faster than the limit of Vaduz or Schaan.',
    ],
    [
      'en',
      { ...rule, kind: 'silent', threshold: 90, users: [] },
      'Notify nobody, and only list an alert in the inbox, when any vehicle sends nothing for more than 1 h 30 min.',
    ],
    [
      'en',
      { ...rule, kind: 'lowBattery', threshold: undefined, users: [] },
      'Notify nobody, and only list an alert in the inbox, when the tracker battery of any vehicle falls below … %.',
    ],
  ] as const)('says in %s what it does', async (language, spoken, sentence) => {
    await renderPart(<Read spoken={spoken} />, { language })
    expect(screen.getByText(sentence)).toBeVisible()
  })

  it('is shown in the list, in its panel, and below its form as it is filled in', async () => {
    const { actor, unmount } = await renderApp('/alert-rules', { user: may })
    const kept = 'Notify nobody, and only list an alert in the inbox, when any vehicle leaves Schaan.'
    const row = await screen.findByRole('row', { name: /Leaves town/ })
    expect(within(row).getByText(kept)).toBeVisible()
    await actor.click(row)
    expect(await within(screen.getByRole('dialog', { name: 'Leaves town' })).findByText(kept)).toBeVisible()
    unmount()
    const { actor: writer } = await renderApp('/alert-rules?dialog=create:rule', { user: may })
    expect(await screen.findByText('Alert Marit de Wolf in the portal when any vehicle leaves any geofence.')).toBeVisible()
    await writer.click(screen.getByRole('combobox', { name: 'By e-mail' }))
    await writer.click(await screen.findByRole('option', { name: 'Each alert' }))
    await writer.click(screen.getByRole('button', { name: 'Mon' }))
    expect(
      await screen.findByText(
        'Alert Marit de Wolf by e-mail and in the portal when any vehicle leaves any geofence on Mon between 08:00 and 18:00.',
      ),
    ).toBeVisible()
  })
})

describe('a rule of somebody who sees several businesses', () => {
  const CREATE = 'POST /api/v1/alert-rules'
  const tree = [
    { id: 1, name: 'Fietspunt', kind: 'vendor', parent_id: null, entities_count: 1, devices_count: 1, children: [] },
    { id: 2, name: 'Velo', kind: 'vendor', parent_id: null, entities_count: 1, devices_count: 1, children: [] },
  ]
  const admin = aUser({
    business_id: null,
    role_key: 'super-admin',
    permissions: ['read:map', 'manage:alerts', 'read:business-management'],
  })

  it('says first whose it is, and is asked at the field where it does not', async () => {
    api.answer({ 'GET /api/v1/businesses/tree': { data: tree }, [CREATE]: { data: rule } })
    const { actor } = await renderApp('/alert-rules?dialog=create:rule', { user: admin })
    const business = await screen.findByRole('combobox', { name: /Business/ })
    expect(within(screen.getByRole('dialog')).getAllByRole('combobox')[0]).toBe(business)
    await actor.type(screen.getByRole('textbox', { name: 'Name' }), 'Leaves town')
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Choose a business')).toBeVisible()
    expect(api.requestsTo(CREATE)).toHaveLength(0)
    await actor.click(business)
    await actor.click(await screen.findByRole('option', { name: /Velo/ }))
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo(CREATE)).toHaveLength(1))
    expect(await api.requestsTo(CREATE)[0]?.json()).toMatchObject({ business_id: 2 })
  })

  it('shows below the field what the API refuses it for', async () => {
    api.answer({
      'GET /api/v1/businesses/tree': { data: tree },
      [CREATE]: problem(422, 'There is no such business', { errors: { business_id: ['There is no such business'] } }),
    })
    const { actor } = await renderApp('/alert-rules?dialog=create:rule', { user: { ...admin, business_id: 1 } })
    await actor.type(await screen.findByRole('textbox', { name: 'Name' }), 'Leaves town')
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await within(screen.getByRole('dialog')).findByText('There is no such business')).toBeVisible()
  })
})
