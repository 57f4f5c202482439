import { screen, waitFor, within } from '@testing-library/react'
import { type ApiStub, problem, stubApi } from '../../../testing/api-stub.js'
import { drawPhotos } from '../../../testing/drawn-photos.js'
import { aUser } from '../../../testing/fixtures.js'
import { renderApp } from '../../../testing/render-app.js'
import { aService, aServicePage } from './some-services.js'

const LIST = 'GET /api/v1/maintenance-notifications'
const ONE = 'GET /api/v1/maintenance-notifications/5'
const PEOPLE = 'GET /api/v1/maintenance-notifications/assignees'
const to = (act: string) => `POST /api/v1/maintenance-notifications/5/${act}`
const may = aUser({ permissions: ['index:dashboard', 'read:information', 'manage:maintenance', 'index:entity'] })
const sven = { id: 3, name: 'Sven Bakker' }
let api: ApiStub

beforeEach(() => {
  const service = aService()
  api = stubApi({
    [LIST]: aServicePage([service]),
    [ONE]: { data: service },
    [PEOPLE]: { data: [sven] },
    [to('plan')]: { data: aService({ state: 'planned', planned_at: '2025-11-06T11:00:00.000Z' }) },
    [to('assign')]: { data: aService({ assigned_user: sven }) },
    [to('complete')]: { data: aService({ status: 'done', state: 'done' }) },
    [to('archive')]: { data: aService({ status: 'archived', state: 'archived' }) },
    [to('reopen')]: { data: service },
  })
})
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const bodyOf = async (call: string) => {
  await waitFor(() => expect(api.requestsTo(call).length).toBeGreaterThan(0))
  return (await api.requestsTo(call).at(-1)!.json()) as Record<string, unknown>
}

describe('the services that are due', () => {
  it('R-199 R-203 tell vehicle, trigger, what is left and who does it, the overdue ones first', async () => {
    const left = { days: null, km: 120, forecast_at: '2025-11-11T11:00:00.000Z', reached_at: null }
    api.answer({ [LIST]: aServicePage([aService({ left, assigned_user: sven })]) })
    await renderApp('/notifications', { user: may, now: Date.parse('2025-10-30T11:00:00.000Z') })
    const row = await rowOf('Cargo 042')
    for (const text of ['Cargo service', 'Brake check', 'every 1,500 km', 'Sven Bakker']) {
      expect(within(row).getByText(text)).toBeVisible()
    }
    expect(row).toHaveTextContent('120 km left · ~12 days')
    expect(api.requestsTo(LIST).some(({ url }) => new URL(url).searchParams.get('state') === 'overdue')).toBe(true)
  })

  it('R-204 stand in five segments, each with how many there are', async () => {
    const { actor } = await renderApp('/notifications', { user: may })
    const segments = await screen.findByRole('group', { name: 'State of the service' })
    await waitFor(() => expect(segments).toHaveTextContent('Overdue1Due soon4Planned2Done48Archived7'))
    await actor.click(within(segments).getByRole('button', { name: /Done/ }))
    await waitFor(() => expect(new URL(api.requestsTo(LIST).at(-1)!.url).searchParams.get('state')).toBe('done'))
  })

  it('R-205 are planned by the key P, and unplanned by Undo', async () => {
    const { actor } = await renderApp('/notifications', { user: may, now: Date.parse('2025-10-30T11:00:00.000Z') })
    ;(await rowOf('Cargo 042')).focus()
    await actor.keyboard('p')
    const dialog = await screen.findByRole('dialog', { name: 'Plan Cargo 042, Brake check' })
    const day = within(dialog).getByLabelText('Day')
    await actor.clear(day)
    await actor.type(day, '29-10-2025')
    expect(within(dialog).getByRole('button', { name: 'Plan' })).toBeDisabled()
    await actor.clear(day)
    await actor.type(day, '06-11-2025')
    await actor.click(within(dialog).getByRole('button', { name: 'Plan' }))
    expect(await bodyOf(to('plan'))).toEqual({ planned_at: '2025-11-06T11:00:00.000Z' })
    await actor.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.requestsTo(to('plan'))).toHaveLength(2))
    expect(await bodyOf(to('plan'))).toEqual({ planned_at: null })
  })

  it('R-205 are assigned by the key A to who may see the vehicle', async () => {
    const { actor } = await renderApp('/notifications', { user: may })
    ;(await rowOf('Cargo 042')).focus()
    await actor.keyboard('a')
    await actor.click(await screen.findByRole('combobox', { name: 'Who does it' }))
    await actor.click(await screen.findByRole('option', { name: 'Sven Bakker' }))
    await actor.click(screen.getByRole('button', { name: 'Assign' }))
    expect(await bodyOf(to('assign'))).toEqual({ user_id: 3 })
    expect(new URL(api.requestsTo(PEOPLE)[0]!.url).searchParams.get('entity_id')).toBe('42')
  })

  it('G-77 are done by the key D with odometer, cost and note, which can be taken back', async () => {
    const { actor } = await renderApp('/notifications', { user: may })
    ;(await rowOf('Cargo 042')).focus()
    await actor.keyboard('d')
    const dialog = await screen.findByRole('dialog', { name: 'Cargo 042, Brake check is done' })
    await actor.type(within(dialog).getByLabelText(/Odometer in km/), 'many')
    await actor.click(within(dialog).getByRole('button', { name: 'Mark as done' }))
    expect(await within(dialog).findByText('A number, like 1250.50')).toBeVisible()
    await actor.clear(within(dialog).getByLabelText(/Odometer in km/))
    await actor.type(within(dialog).getByLabelText(/Odometer in km/), '1250,5')
    await actor.type(within(dialog).getByLabelText(/Cost in €/), '49.90')
    await actor.type(within(dialog).getByLabelText(/Note/), 'New pads')
    await actor.click(within(dialog).getByRole('checkbox', { name: /Notify the customer by mail/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Mark as done' }))
    const told = { odometer_m: 1_250_500, cost_minor: 4_990, note: 'New pads', tell_customer: true }
    expect(await bodyOf(to('complete'))).toMatchObject(told)
    expect(api.requestsTo(to('complete'))[0]!.headers.get('idempotency-key')).toMatch(/\S{8}/)
    await actor.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.requestsTo(to('reopen'))).toHaveLength(1))
  })

  it('G-77 are not done on a day to come', async () => {
    const { actor } = await renderApp('/notifications', { user: may, now: Date.parse('2025-10-30T11:00:00.000Z') })
    ;(await rowOf('Cargo 042')).focus()
    await actor.keyboard('d')
    const dialog = within(await screen.findByRole('dialog', { name: 'Cargo 042, Brake check is done' }))
    const day = dialog.getByRole('textbox', { name: 'Day' })
    await actor.clear(day)
    await actor.type(day, '31-10-2025')
    await actor.click(dialog.getByRole('button', { name: 'Mark as done' }))
    expect(await dialog.findByText('Not after 30-10-2025')).toBeVisible()
    expect(api.requestsTo(to('complete'))).toEqual([])
  })

  it('G-77 keep what was typed where it is refused, and say why', async () => {
    api.answer({ [to('complete')]: () => problem(409, 'It is done already') })
    const { actor } = await renderApp('/notifications', { user: may })
    ;(await rowOf('Cargo 042')).focus()
    await actor.keyboard('d')
    await actor.type(await screen.findByLabelText(/Note/), 'New pads')
    await actor.click(screen.getByRole('button', { name: 'Mark as done' }))
    expect(await screen.findByText('It is done already')).toBeVisible()
    expect(screen.getByLabelText(/Note/)).toHaveValue('New pads')
  })

  describe('done with a photo', () => {
    const PHOTOS = to('photos')
    beforeEach(drawPhotos)
    afterEach(() => jest.restoreAllMocks())
    const finish = async () => {
      const { actor } = await renderApp('/notifications', { user: may })
      ;(await rowOf('Cargo 042')).focus()
      await actor.keyboard('d')
      const dialog = await screen.findByRole('dialog', { name: 'Cargo 042, Brake check is done' })
      const taken = new File(['with the place in it'], 'pads.jpg', { type: 'image/jpeg' })
      await actor.upload(within(dialog).getByLabelText('Choose photos', { selector: 'input' }), taken)
      expect(await within(dialog).findByAltText('Photo 1')).toBeVisible()
      await actor.click(within(dialog).getByRole('button', { name: 'Mark as done' }))
    }

    it('G-77 send it as it was drawn anew, without what else the file held', async () => {
      api.answer({ [PHOTOS]: { data: { id: 3, place: 1, media_type: 'image/jpeg', bytes: 4, sha256: '' } } })
      await finish()
      expect(await screen.findByText('Cargo 042, Brake check: done')).toBeVisible()
      expect(await bodyOf(PHOTOS)).toEqual({ content: '/9j/2w==' })
      expect(api.requestsTo(to('complete'))).toHaveLength(1)
    })

    it('G-77 stay done where it does not arrive, and say so', async () => {
      api.answer({ [PHOTOS]: problem(503, 'Unavailable for now') })
      await finish()
      expect(await screen.findByText('Cargo 042, Brake check: done, but 1 photo did not arrive')).toBeVisible()
      expect(api.requestsTo(to('complete'))).toHaveLength(1)
    })
  })

  it('R-204 are archived and reopened from their menu; the panel tells what was done', async () => {
    const completed = {
      at: '2025-10-28T09:00:00.000Z',
      odometer_m: 1_200_000,
      note: 'Chain, too',
      cost_minor: 4_990,
      currency: 'EUR',
      by: 'Sven Bakker',
    }
    const done = aService({ status: 'done', state: 'done', completed })
    api.answer({ [LIST]: aServicePage([done]), [ONE]: { data: done } })
    const { actor } = await renderApp('/notifications?state=done&service=5', { user: may })
    for (const told of ['28-10-2025', 'Sven Bakker', '1,200 km', '€ 49.90'])
      expect(await rowOf('Cargo 042')).toHaveTextContent(told)
    expect(screen.queryByRole('columnheader', { name: /^Left/ })).not.toBeInTheDocument()
    const panel = await screen.findByRole('dialog', { name: /Cargo 042/ })
    for (const text of ['28-10-2025', 'Chain, too', '€ 49.90']) expect(await within(panel).findByText(text)).toBeVisible()
    await actor.click(within(panel).getByRole('button', { name: 'Reopen' }))
    await waitFor(() => expect(api.requestsTo(to('reopen'))).toHaveLength(1))
    await actor.click(within(panel).getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(api.requestsTo(to('archive'))).toHaveLength(1))
  })

  it('D.20 open with the first segment that holds something', async () => {
    const page = aServicePage([aService({ state: 'due-soon' })])
    api.answer({ [LIST]: { ...page, meta: { ...page.meta, counts: { ...page.meta.counts, overdue: 0 } } } })
    await renderApp('/notifications', { user: may })
    await rowOf('Cargo 042')
    expect(screen.getByRole('button', { name: /Due soon/ })).toHaveAttribute('aria-pressed', 'true')
  })

  it('D.20 show the photos of what was done', async () => {
    URL.createObjectURL = () => 'blob:photo'
    URL.revokeObjectURL = () => undefined
    const photo = { id: 3, place: 1, media_type: 'image/webp' as const, bytes: 4, sha256: '00' }
    api.answer({
      [ONE]: { data: aService({ photos: [photo] }) },
      'GET /api/v1/maintenance-notifications/5/photos/3': () =>
        new Response(new Uint8Array([1, 2]), { headers: { 'content-type': 'image/webp' } }),
    })
    await renderApp('/notifications?service=5', { user: may })
    const panel = await screen.findByRole('dialog', { name: /Cargo 042/ })
    expect(await within(panel).findByAltText('Photo 1')).toHaveAttribute('src', 'blob:photo')
  })

  it('T-13 cannot be changed without the right; the menu says which one is missing', async () => {
    const { actor } = await renderApp('/notifications', { user: aUser({ permissions: ['index:dashboard', 'read:information'] }) })
    const row = await rowOf('Cargo 042')
    row.focus()
    await actor.keyboard('d')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await actor.click(within(row).getByRole('button', { name: /Cargo 042/ }))
    expect((await screen.findAllByText(/manage:maintenance/)).length).toBeGreaterThan(0)
  })
})

describe('the same services elsewhere', () => {
  const COMING = 'GET /api/v1/calendar/maintenance'
  const planned = aService({ state: 'planned', planned_at: '2025-11-06T11:00:00.000Z' })
  const now = Date.parse('2025-10-30T11:00:00.000Z')

  it('D.20 lie on their days in a calendar of weeks from Monday, and open by a click', async () => {
    api.answer({ [COMING]: { data: [planned] } })
    const { actor } = await renderApp('/notifications?view=calendar&date=2025-11-06', { user: may, now })
    const day = await screen.findByRole('region', { name: 'Thu 06-11-2025' })
    await actor.click(await within(day).findByRole('button', { name: /Cargo 042/ }))
    expect(await screen.findByRole('dialog', { name: /Cargo 042/ })).toBeVisible()
    const asked = new URL(api.requestsTo(COMING).at(-1)!.url).searchParams
    expect(Object.fromEntries(asked)).toEqual({ date: '2025-10-27', 'additional-days': '34', tz: 'Europe/Amsterdam' })
  })

  it('D.20 go to one’s own calendar by a link that is shown once, and ends when one says so', async () => {
    const LINK = '/api/v1/maintenance-calendar/link'
    api.answer({
      [COMING]: { data: [] },
      [`GET ${LINK}`]: { data: { created_at: null, last_read_at: null } },
      [`POST ${LINK}`]: { data: { url: '/api/v1/calendar/maintenance.ics?token=secret' } },
      [`DELETE ${LINK}`]: {},
    })
    const { actor } = await renderApp('/notifications?view=calendar', { user: may, now })
    await actor.click(await screen.findByRole('button', { name: 'Calendar link' }))
    expect(await screen.findByText('There is no link yet.')).toBeVisible()
    api.answer({ [`GET ${LINK}`]: { data: { created_at: '2025-10-30T11:00:00.000Z', last_read_at: null } } })
    await actor.click(screen.getByRole('button', { name: 'Make a link' }))
    const link = await screen.findByRole('textbox', { name: 'Link' })
    expect(link).toHaveValue(`${window.location.origin}/api/v1/calendar/maintenance.ics?token=secret`)
    await actor.click(screen.getByRole('checkbox', { name: 'Only what is assigned to me' }))
    expect(link).toHaveValue(`${window.location.origin}/api/v1/calendar/maintenance.ics?token=secret&mine=true`)
    await actor.click(await screen.findByRole('button', { name: 'End the link' }))
    await waitFor(() => expect(api.requestsTo(`DELETE ${LINK}`)).toHaveLength(1))
    expect(screen.queryByRole('textbox', { name: 'Link' })).not.toBeInTheDocument()
  })

  it('R-205 stand by who does them, and say to screen readers how they are dragged', async () => {
    api.answer({ [LIST]: aServicePage([aService(), aService({ id: 6, assigned_user: sven })]) })
    await renderApp('/notifications?as=mechanics', { user: may })
    const nobody = await screen.findByRole('region', { name: 'Nobody' })
    const his = await screen.findByRole('region', { name: 'Sven Bakker' })
    for (const column of [nobody, his]) {
      const card = await within(column).findByRole('button', { name: /Cargo 042/ })
      expect(card).toHaveAccessibleDescription(/Press space to lift/)
    }
  })

  it('R-204 stand by their state on the board', async () => {
    await renderApp('/notifications?as=board', { user: may })
    const overdue = await screen.findByRole('region', { name: 'Overdue' })
    expect(await within(overdue).findByRole('button', { name: /142 km over/ })).toBeVisible()
  })

  it('R-204 show what was done last where the board counts it', async () => {
    api.answer({
      [LIST]: ({ url }: Request) =>
        aServicePage(
          new URL(url).searchParams.get('state') === 'done' ? [aService({ id: 8, status: 'done', state: 'done' })] : [aService()],
        ),
    })
    await renderApp('/notifications?as=board', { user: may })
    const done = await screen.findByRole('region', { name: 'Done' })
    expect(await within(done).findByRole('button', { name: /Cargo 042/ })).toBeVisible()
  })
})
