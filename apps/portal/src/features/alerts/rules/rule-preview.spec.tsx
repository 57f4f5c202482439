import { screen, waitFor } from '@testing-library/react'
import { type ApiStub, problem, stubApi } from '../../../testing/api-stub.js'
import { aUser } from '../../../testing/fixtures.js'
import { renderApp } from '../../../testing/render-app.js'
import type { AlertRule } from '../alert.js'

const PREVIEW = 'POST /api/v1/alert-rules/preview'
const at = '2026-01-05T10:00:00.000Z'
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
const preview = {
  countable: true,
  days: 30,
  counted_from: '2025-12-06T10:00:00.000Z',
  alerts: 4,
  vehicles: 2,
  counted_vehicles: 9,
  hidden_vehicles: 0,
  left_out_vehicles: 0,
  readings_since: '2025-12-06T10:05:00.000Z',
}
let api: ApiStub
beforeEach(() => {
  api = stubApi({
    'GET /api/v1/alert-rules': { data: [rule], meta: { current_page: 1, last_page: 1, per_page: 15, total: 1 } },
    'GET /api/v1/alert-rules/3': { data: rule },
    'GET /api/v1/geofences': {
      data: [{ id: 2, name: 'Schaan' }],
      meta: { current_page: 1, last_page: 1, per_page: 15, total: 1 },
    },
    'GET /api/v1/dropdown/tags': { data: [] },
    [PREVIEW]: { data: preview },
  })
})
const edit = () =>
  renderApp('/alert-rules?rule=3&dialog=edit:rule', { user: aUser({ permissions: ['read:map', 'manage:alerts'] }) })

describe('the form of an alert rule', () => {
  it('says before saving how often the rule would have alerted, for the cause that stands in it now', async () => {
    const { actor } = await edit()
    expect(await screen.findByText('Would have alerted 4 times in the last 30 days (2 vehicles).')).toBeVisible()
    expect(await api.requestsTo(PREVIEW)[0]?.json()).toEqual({
      business_id: 1,
      kind: 'exit',
      threshold: null,
      lasting_s: 60,
      hours: null,
      geofence_ids: [2],
      tag_ids: [],
      tz: 'Europe/Vaduz',
    })
    api.answer({ [PREVIEW]: { data: { ...preview, alerts: 0, vehicles: 0 } } })
    const lasting = screen.getByRole('textbox', { name: /Lasting at least/ })
    await actor.clear(lasting)
    expect(screen.queryByText(/Would have alerted|Counting/)).not.toBeInTheDocument()
    await actor.type(lasting, '9')
    expect(await screen.findByText('Would not have alerted in the last 30 days.')).toBeVisible()
    expect(await api.requestsTo(PREVIEW).at(-1)?.json()).toMatchObject({ lasting_s: 540 })
  })

  it.each([
    [{ alerts: 1, vehicles: 1 }, 'Would have alerted once in the last 30 days.'],
    [
      { days: 6, counted_from: '2025-12-30T10:00:00.000Z', readings_since: '2025-12-30T10:00:00.000Z' },
      'Would have alerted 4 times in the last 6 days (2 vehicles). The period is this short because there are many readings.',
    ],
    [
      { left_out_vehicles: 3, hidden_vehicles: 1 },
      'Would have alerted 4 times in the last 30 days (2 vehicles). 3 further vehicles were not counted, because counting takes too long. 1 vehicle with a hidden location is not counted.',
    ],
    [
      { readings_since: '2026-01-02T10:00:00.000Z' },
      'Would have alerted 4 times in the last 30 days (2 vehicles). Readings exist since 02-01-2026.',
    ],
    [
      { days: 1, counted_from: '2026-01-04T10:00:00.000Z', readings_since: '2026-01-04T10:00:00.000Z', alerts: 1_200 },
      'Would have alerted 1,200 times in the last 24 hours (2 vehicles). The period is this short because there are many readings.',
    ],
    [{ readings_since: null }, 'Would have alerted 4 times in the last 30 days (2 vehicles).'],
    [{ readings_since: null, alerts: 0 }, 'There are no readings in the last 30 days yet, so nothing can be counted.'],
    [{ counted_vehicles: 0 }, 'This rule does not apply to any vehicle with a tracker yet.'],
    [{ counted_vehicles: 0, hidden_vehicles: 2 }, 'The location of all these vehicles is hidden, so nothing can be counted.'],
    [{ countable: false }, 'The number of these alerts cannot be counted from past readings.'],
  ])('says what was counted: %j', async (more, sentence) => {
    api.answer({ [PREVIEW]: { data: { ...preview, ...more } } })
    await edit()
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  it('announces the result alone, and says that a pause makes notifications fewer', async () => {
    api.answer({ 'GET /api/v1/alert-rules/3': { data: { ...rule, cool_down_min: 30 } } })
    await edit()
    expect(await screen.findByText(/^Would have alerted 4 times .* There may be fewer notifications/)).toHaveRole('status')
  })

  it('asks once more when the server is busy, and keeps counting until then', async () => {
    const busy = () => new Response('{}', { status: 429, headers: { 'Retry-After': '0.01' } })
    let calls = 0
    api.answer({ [PREVIEW]: () => (++calls === 1 ? busy() : { data: preview }) })
    await edit()
    expect(await screen.findByText(/Would have alerted 4 times/)).toBeVisible()
    expect(api.requestsTo(PREVIEW)).toHaveLength(2)
    expect(screen.queryByText(/could not be counted/)).not.toBeInTheDocument()
  })

  it('shows why the server refuses the rule', async () => {
    api.answer({ [PREVIEW]: () => problem(422, 'This geofence does not exist') })
    await edit()
    expect(await screen.findByText('This geofence does not exist')).toBeVisible()
    expect(screen.queryByText(/You can still save the rule/)).not.toBeInTheDocument()
  })

  it('does not count again when the rule is saved', async () => {
    api.answer({ 'PUT /api/v1/alert-rules/3': { data: rule } })
    const { actor } = await edit()
    await screen.findByText(/Would have alerted 4 times/)
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument())
    expect(api.requestsTo(PREVIEW)).toHaveLength(1)
  })

  it('says that it could not count, and saves all the same', async () => {
    api.answer({ [PREVIEW]: () => new Response('{}', { status: 500 }), 'PUT /api/v1/alert-rules/3': { data: rule } })
    const { actor } = await edit()
    expect(await screen.findByText(/could not be counted/)).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo('PUT /api/v1/alert-rules/3')).toHaveLength(1))
  })
})
