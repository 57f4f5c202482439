import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser, noWords } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import type { AppNotification } from './notification.js'

const LIST = 'GET /api/v1/notifications'
const CREATE = 'POST /api/v1/notifications'
const AUDIENCE = 'POST /api/v1/notifications/audience'
const planned: AppNotification = {
  id: 7,
  title: 'Closed on Monday',
  body: 'Back on Tuesday at 9',
  state: 'planned',
  was_updated: false,
  date: '2027-06-01',
  time: '09:30',
  time_zone: 'Europe/Amsterdam',
  planned_at: '2027-06-01T07:30:00.000Z',
  recipients: { kind: 'all', tag_ids: [], business_ids: [], brand: null, model: null, consumer_ids: [] },
  picked: [],
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  author: 'Marit de Wolf',
  consumers_count: 0,
  sent_count: 0,
  waiting_count: 0,
  failed_count: 0,
  no_device_count: 0,
  are_results_forgotten: false,
  sending_at: null,
  ended_at: null,
  deleted_at: null,
  created_at: '2025-10-01T08:00:00.000Z',
  updated_at: '2025-10-02T08:00:00.000Z',
}
const sent: AppNotification = {
  ...planned,
  id: 8,
  title: 'Summer tyres',
  state: 'sent',
  sending_at: '2025-10-29T08:00:00.000Z',
  ended_at: '2025-10-29T08:00:09.000Z',
  consumers_count: 12,
  sent_count: 9,
  failed_count: 1,
  no_device_count: 2,
}
const paged = (data: readonly unknown[]) => ({
  data,
  meta: { current_page: 1, last_page: 1, per_page: 15, total: data.length },
})
let api: ApiStub
beforeEach(() => {
  api = stubApi({
    [LIST]: (request: Request) => paged(new URL(request.url).searchParams.get('status') === 'sent' ? [sent] : [planned]),
    'GET /api/v1/notifications/7': { data: planned },
    'GET /api/v1/notifications/8': { data: sent },
    [CREATE]: { data: planned },
    'PUT /api/v1/notifications/7': { data: planned },
    'DELETE /api/v1/notifications/7': { data: { ...planned, state: 'deleted' } },
    'PUT /api/v1/notifications/7/restore': { data: planned },
    [AUDIENCE]: { data: { consumers: 12, reachable: 10 } },
    'GET /api/v1/dropdown/tags': { data: [{ id: 4, name: 'Lease', type: 'general' }] },
    'GET /api/v1/dropdown/words': { data: noWords },
    'GET /api/v1/dropdown/consumers': { data: [{ id: 31, name: 'Anna Vos', business_name: 'Fietspunt' }] },
  })
})

const may = aUser()
const bodyOf = async (call: string, at = 0) => (await api.requestsTo(call)[at]!.json()) as Record<string, unknown>

describe('app notifications', () => {
  it('R-210 show what was sent last with its result, and below it what is planned', async () => {
    await renderApp('/app-notifications', { user: may })
    const last = await screen.findByRole('region', { name: 'Last sent' })
    expect(within(last).getByText('Summer tyres')).toBeVisible()
    expect(within(last).getByText('9 of 12 reached · 1 failed · 2 without app or browser')).toBeVisible()
    const row = await screen.findByRole('row', { name: /Closed on Monday/ })
    for (const text of ['01-06-2027 09:30', 'Europe/Amsterdam', 'All consumers', 'Planned'])
      expect(within(row).getByText(text)).toBeVisible()
  })

  it('R-213 say in the specification’s words what a new one lacks', async () => {
    await renderApp('/app-notifications?dialog=create:notification', { user: may })
    await userEvent.click(await screen.findByRole('button', { name: 'Plan notification' }))
    expect(await screen.findByText('Date, time, title and message are required!')).toBeVisible()
    expect(api.requestsTo(CREATE)).toHaveLength(0)
  })

  it('R-211 G-80 are written beside the phone that shows them, with counters and the live count of the audience', async () => {
    await renderApp('/app-notifications?dialog=create:notification', { user: may })
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('Title'), 'Closed on Monday')
    await user.type(screen.getByLabelText('Message'), 'Back on Tuesday')
    expect(screen.getByText('16 of 65 characters')).toBeVisible()
    expect(screen.getByText('15 of 240 characters')).toBeVisible()
    const phone = screen.getByRole('region', { name: 'On the phone' })
    expect(within(phone).getByText('Closed on Monday')).toBeVisible()
    await user.click(within(phone).getByRole('button', { name: 'Dark' }))
    expect(within(phone).getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
    expect(await screen.findByText('12 consumers get this notification')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Plan notification' }))
    await waitFor(() => expect(api.requestsTo(CREATE)).toHaveLength(1))
    expect(await bodyOf(CREATE)).toMatchObject({
      title: 'Closed on Monday',
      body: 'Back on Tuesday',
      time: '09:00',
      time_zone: 'Europe/Amsterdam',
      recipients: { kind: 'all' },
      business_id: 3,
      send_now: false,
    })
    expect(await screen.findByText('Closed on Monday is planned')).toBeVisible()
  })

  it.each([
    ['00:30 in Amsterdam, winter', 'Europe/Amsterdam', '2026-01-14T23:30:00Z', '2026-01-16'],
    ['01:30 in Amsterdam, summer', 'Europe/Amsterdam', '2026-07-14T23:30:00Z', '2026-07-16'],
    ['00:30 in Amsterdam, on a day of 25 hours', 'Europe/Amsterdam', '2026-10-24T22:30:00Z', '2026-10-26'],
    ['20:00 in Los Angeles', 'America/Los_Angeles', '2026-01-15T04:00:00Z', '2026-01-15'],
  ])('R-211 are planned for tomorrow at nine by the clocks of who writes them: %s', async (_moment, timeZone, now, tomorrow) => {
    const user = aUser({ time_zone: timeZone })
    await renderApp('/app-notifications?dialog=create:notification', { user, now: Date.parse(now) })
    expect(await screen.findByLabelText('Date')).toHaveValue(tomorrow.split('-').reverse().join('-'))
    expect(screen.getByLabelText('Time')).toHaveValue('09:00')
    expect(screen.getByRole('combobox', { name: /Time zone/ })).toHaveTextContent(timeZone)
  })

  it('G-81 go to a selection, which names somebody', async () => {
    await renderApp('/app-notifications?dialog=create:notification', { user: may })
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('Title'), 'Tyres')
    await user.type(screen.getByLabelText('Message'), 'They are here')
    await user.click(screen.getByRole('radio', { name: 'A selection' }))
    expect(screen.getByText('Nobody is chosen yet')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Plan notification' }))
    expect(await screen.findByText('Choose the recipients')).toBeVisible()
    await user.click(screen.getByRole('combobox', { name: /Tags/ }))
    await user.click(await screen.findByRole('option', { name: 'Lease' }))
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('combobox', { name: /Consumers/ }))
    await user.click(await screen.findByRole('option', { name: /Anna Vos/ }))
    await user.click(screen.getByRole('button', { name: 'Plan notification' }))
    await waitFor(() => expect(api.requestsTo(CREATE)).toHaveLength(1))
    expect(await bodyOf(CREATE)).toMatchObject({ recipients: { kind: 'selection', tag_ids: [4], consumer_ids: [31] } })
  })

  it('G-80 ask before they are sent now because their time has passed', async () => {
    const past = () =>
      problem(422, 'This time has passed', { code: 'app-notifications.time-past', errors: { time: ['This time has passed'] } })
    api.answer({ [CREATE]: past })
    await renderApp('/app-notifications?dialog=create:notification', { user: may })
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('Title'), 'Tyres')
    await user.type(screen.getByLabelText('Message'), 'They are here')
    await user.click(screen.getByRole('button', { name: 'Plan notification' }))
    const question = await screen.findByRole('dialog', { name: 'Send this notification now?' })
    api.answer({ [CREATE]: { data: { ...planned, state: 'sending' } } })
    await user.click(within(question).getByRole('button', { name: 'Send now' }))
    await waitFor(() => expect(api.requestsTo(CREATE)).toHaveLength(2))
    expect(await bodyOf(CREATE, 1)).toMatchObject({ send_now: true })
    expect(await screen.findByText('Tyres is being sent')).toBeVisible()
  })

  it('R-294 are changed until they are sent', async () => {
    await renderApp('/app-notifications?dialog=edit:notification&notification=7', { user: may })
    const user = userEvent.setup()
    const title = await screen.findByLabelText('Title')
    expect(title).toHaveValue('Closed on Monday')
    await user.clear(title)
    await user.type(title, 'Open after all')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo('PUT /api/v1/notifications/7')).toHaveLength(1))
    expect(api.requestsTo('PUT /api/v1/notifications/7')[0]!.headers.get('if-match')).toBe('W/"2025-10-02T08:00:00.000Z"')
  })

  it('R-295 T-15 are deleted with a way back', async () => {
    await renderApp('/app-notifications', { user: may })
    const user = userEvent.setup()
    const row = await screen.findByRole('row', { name: /Closed on Monday/ })
    await user.click(within(row).getByRole('button', { name: 'Actions for Closed on Monday' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.requestsTo('PUT /api/v1/notifications/7/restore')).toHaveLength(1))
  })

  it('R-210 tell of each device what became of it, and why', async () => {
    api.answer({
      'GET /api/v1/notifications/8/recipients': paged([
        {
          id: 1,
          name: 'Anna Vos',
          business_name: 'Fietspunt',
          is_copy: false,
          kind: 'fcm',
          state: 'failed',
          attempts: 1,
          reason: 'The app was removed from the device',
          next_attempt_at: null,
          ended_at: '2025-10-29T08:00:09.000Z',
        },
      ]),
    })
    await renderApp('/app-notifications?view=sent&notification=8', { user: may })
    const list = await screen.findByRole('region', { name: 'Recipients' })
    for (const text of ['Anna Vos', 'App · Fietspunt', 'The app was removed from the device', 'Failed'])
      expect(await within(list).findByText(text)).toBeVisible()
  })

  it('R-210 tell what became of it on each device as it is sent, of the same moment as the counts above', async () => {
    const device = { id: 1, name: 'Anna Vos', business_name: 'Fietspunt', is_copy: false, kind: 'fcm', attempts: 1 }
    const recipient = { ...device, reason: null, next_attempt_at: null, ended_at: null }
    api.answer({
      'GET /api/v1/notifications/8': { data: { ...sent, state: 'sending', sent_count: 0, waiting_count: 9, ended_at: null } },
      'GET /api/v1/notifications/8/recipients': paged([{ ...recipient, state: 'waiting' }]),
    })
    await renderApp('/app-notifications?view=sent&notification=8', { user: may })
    const list = await screen.findByRole('region', { name: 'Recipients' })
    expect(await within(list).findByText('On its way')).toBeVisible()
    api.answer({
      'GET /api/v1/notifications/8': { data: sent },
      'GET /api/v1/notifications/8/recipients': paged([{ ...recipient, state: 'sent' }]),
    })
    expect(await within(list).findByText('Sent', {}, { timeout: 10_000 })).toBeVisible()
  })
})
