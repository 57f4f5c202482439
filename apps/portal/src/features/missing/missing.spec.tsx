import { screen, within } from '@testing-library/react'
import { type ApiStub, problem, stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp, renderPart } from '../../testing/render-app.js'
import type { CaseRoom, CaseShare, MissingCase } from './case-queries.js'
import { SharedCasePage } from './shared/shared-case-page.js'
import type { SharedCase } from './shared/shared-case-query.js'

const now = Date.parse('2026-10-30T08:12:00Z')
const keeper = aUser({ permissions: ['manage:missing-entities', 'index:entity', 'update:entity'] })
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
const NOBODY_ASKED: CaseRoom['locate'] = {
  command_id: null,
  state: 'none',
  requested_at: null,
  expires_at: null,
  sent_at: null,
  acknowledged_at: null,
  on_until: null,
  failure: null,
  failure_detail: null,
}

const aCase = (more: Partial<MissingCase> = {}): MissingCase => ({
  id: 7,
  number: 'M-00007',
  state: 'open',
  reason: 'stolen',
  note: null,
  entity_id: 42,
  entity_name: 'Cargo 042',
  frame_number: 'F-042',
  license_plate: null,
  business_id: 3,
  business_name: 'Domstad',
  reporter: 'Ada Byron',
  assignee_id: null,
  assignee: null,
  police_report_number: null,
  reward: null,
  insurer: null,
  opened_at: '2026-10-28T05:10:00.000Z',
  ended_at: null,
  ended_by: null,
  end_reason: null,
  end_note: null,
  last_seen: '2026-10-30T08:02:00.000Z',
  location_hidden: false,
  reported_position: null,
  updated_at: '2026-10-28T05:10:00.000Z',
  ...more,
})
const aRoom = (more: Partial<CaseRoom> = {}): CaseRoom => ({
  entity_id: 42,
  case: aCase(),
  imei: '352625698120088',
  position: null,
  trail: [],
  trail_from: '2026-10-28T05:10:00.000Z',
  usual_places: [],
  next_report_expected_at: '2026-10-30T09:00:00.000Z',
  vehicle: {
    name: 'Cargo 042',
    vehicle_type: 'cargo',
    brand: 'Koga',
    model: null,
    color: 'Black',
    frame_number: 'F-042',
    license_plate: null,
  },
  reporting: null,
  locate: NOBODY_ASKED,
  photos: [],
  shares: [],
  timeline: [],
  ...more,
})
const aShare: CaseShare = {
  id: 5,
  created_by: 'Ada Byron',
  created_at: '2026-10-30T08:00:00.000Z',
  expires_at: '2026-10-30T16:00:00.000Z',
  revoked_at: null,
  is_live: true,
  views: 3,
  last_viewed_at: '2026-10-30T08:05:00.000Z',
}

const aPhoto = { id: 4, place: 1, media_type: 'image/jpeg' as const, bytes: 4, sha256: '' }
const picture = () => new Response('drawn', { headers: { 'content-type': 'image/jpeg' } })

let api: ApiStub
const openRoom = async (room: CaseRoom, answers: Parameters<typeof stubApi>[0] = {}) => {
  api = stubApi({
    'GET /api/v1/missing/7/room': { data: room },
    'GET /api/v1/missing/7/assignees': { data: [{ id: 9, name: 'Finn Der', business_name: 'Domstad' }] },
    ...answers,
  })
  const rendered = await renderApp('/missing/7', { now, user: keeper })
  await screen.findByRole('heading', { name: 'Cargo 042' })
  return rendered
}

describe('the list of missing vehicles', () => {
  it('R-215 R-217 shows the open cases, and the ended ones in views of their own', async () => {
    api = stubApi({ 'GET /api/v1/entities/missing': { data: [aCase({ assignee: 'Finn Der' })], meta } })
    const { actor, address } = await renderApp('/missing', { now, user: keeper })
    const row = await screen.findByRole('row', { name: /Cargo 042/ })
    expect(row).toHaveTextContent('M-00007')
    expect(row).toHaveTextContent('10 min ago')
    expect(row).toHaveTextContent('Finn Der')
    // Leaves out the requests of the tabs, which ask for one case of each state to get its count.
    const lists = () =>
      api
        .requestsTo('GET /api/v1/entities/missing')
        .map(({ url }) => new URL(url).searchParams)
        .filter((query) => query.get('limit') !== '1')
    const asked = () => lists().at(-1)?.get('searchFields')
    expect(asked()).toBe('state:=open')
    await actor.click(screen.getByRole('tab', { name: 'Given up 1' }))
    await screen.findByRole('row', { name: /Cargo 042/ })
    expect(asked()).toBe('state:=closed')
    await actor.click(screen.getByRole('row', { name: /Cargo 042/ }))
    expect(address()).toBe('/missing/7')
  })

  it('R-215 says that nothing is missing', async () => {
    stubApi({ 'GET /api/v1/entities/missing': { data: [], meta: { ...meta, total: 0 } } })
    await renderApp('/missing', { now, user: keeper })
    expect(await screen.findByText('No missing vehicles')).toBeVisible()
  })
})

describe('the room of a case', () => {
  it('R-216 T-07 says for how long the vehicle is gone, when it was heard, and when it is expected to report', async () => {
    await openRoom(
      aRoom({
        timeline: [
          {
            id: '1',
            kind: 'reported',
            at: '2026-10-28T05:10:00.000Z',
            till: null,
            by: 'Ada Byron',
            assignee: null,
            reason: 'stolen',
            note: 'Lock cut',
            is_late: false,
          },
        ],
      }),
    )
    expect(screen.getByRole('timer', { name: 'Missing for' })).toHaveTextContent('2 days 03:02:00')
    expect(screen.getByText('10 min ago')).toBeVisible()
    expect(screen.getByText(/^Next report expected by 30-10-2026/)).toBeVisible()
    const course = within(screen.getByRole('list', { name: 'What happened' }))
    expect(course.getByText('Reported missing: Stolen')).toBeVisible()
    expect(course.getByText('Lock cut')).toBeVisible()
  })

  it('R-218 G-83 counts ten minutes down, and takes no second locate meanwhile', async () => {
    const on: CaseRoom['locate'] = {
      ...NOBODY_ASKED,
      state: 'acknowledged',
      requested_at: '2026-10-30T08:10:00.000Z',
      on_until: '2026-10-30T08:20:00.000Z',
    }
    const { actor } = await openRoom(aRoom({ locate: on }))
    expect(screen.getByRole('timer', { name: '8:00 left' })).toBeVisible()
    expect(screen.getByText('Bluetooth is on')).toBeVisible()
    const locate = screen.getByRole('button', { name: 'Locate' })
    expect(locate).toHaveAccessibleDescription('Bluetooth is on already')
    await actor.click(locate)
    expect(api.requestsTo('PUT /api/v1/entities/42/commands/locate')).toHaveLength(0)
  })

  it('R-222 G-83 offers to try again where the tracker did not answer in time', async () => {
    const failed: CaseRoom['locate'] = { ...NOBODY_ASKED, state: 'expired', requested_at: '2026-10-30T08:00:00.000Z' }
    const { actor } = await openRoom(aRoom({ locate: failed }), {
      'PUT /api/v1/entities/42/commands/locate': { data: { ...NOBODY_ASKED, state: 'queued' } },
    })
    expect(screen.getByText('The tracker did not answer. Try again.')).toBeVisible()
    api.answer({ 'GET /api/v1/missing/7/room': { data: aRoom({ locate: { ...failed, state: 'queued' } }) } })
    await actor.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Waits for the tracker to report')).toBeVisible()
  })

  it('G-84 makes a link, shows it this once, and takes links back', async () => {
    const { actor } = await openRoom(aRoom({ shares: [aShare] }), {
      'POST /api/v1/missing/7/shares': { data: { ...aShare, id: 6, link: '/shared-case#secret' } },
      'DELETE /api/v1/missing/7/shares/5': new Response(null, { status: 204 }),
    })
    await actor.click(screen.getByRole('button', { name: 'Share link' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Share Cargo 042' }))
    expect(dialog.getByText(/opened 3 times/)).toBeVisible()
    await actor.click(dialog.getByLabelText('How long'))
    await actor.click(await screen.findByRole('option', { name: 'Other' }))
    await actor.clear(dialog.getByLabelText('Hours (at most 168)'))
    await actor.type(dialog.getByLabelText('Hours (at most 168)'), '169')
    await actor.click(dialog.getByRole('button', { name: 'Make link' }))
    expect(dialog.getByText('A whole number from 1 to 168')).toBeVisible()
    await actor.clear(dialog.getByLabelText('Hours (at most 168)'))
    await actor.type(dialog.getByLabelText('Hours (at most 168)'), '72')
    await actor.click(dialog.getByRole('button', { name: 'Make link' }))
    expect(await dialog.findByDisplayValue(/\/shared-case#secret$/)).toBeVisible()
    expect(await api.requestsTo('POST /api/v1/missing/7/shares')[0]?.json()).toEqual({ hours: 72 })
    await actor.click(dialog.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('The link no longer works')).toBeVisible()
  })

  it('G-82 keeps notes, who looks for it, and what becomes known', async () => {
    const { actor } = await openRoom(aRoom(), {
      'POST /api/v1/missing/7/notes': { data: aCase() },
      'PUT /api/v1/missing/7/assignee': { data: aCase() },
      'PUT /api/v1/missing/7': { data: aCase() },
    })
    await actor.click(screen.getByRole('button', { name: 'Add note' }))
    expect(screen.getByText('Write something first')).toBeVisible()
    await actor.type(screen.getByRole('textbox', { name: 'Note' }), 'Called the police')
    await actor.click(screen.getByRole('button', { name: 'Add note' }))
    await actor.click(screen.getByLabelText('Assignee'))
    await actor.click(await screen.findByRole('option', { name: 'Finn Der · Domstad' }))
    await actor.click(screen.getByRole('button', { name: 'Edit details' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Case details' }))
    await actor.type(await drawer.findByLabelText(/Police report number/), 'PL-2026-1')
    await actor.click(drawer.getByRole('button', { name: 'Save' }))
    await screen.findByText('Details of Cargo 042 saved')
    expect(await api.requestsTo('POST /api/v1/missing/7/notes')[0]?.json()).toEqual({ text: 'Called the police' })
    expect(await api.requestsTo('PUT /api/v1/missing/7/assignee')[0]?.json()).toEqual({ user_id: 9 })
    const saved = api.requestsTo('PUT /api/v1/missing/7')[0]
    expect(await saved?.json()).toEqual({ police_report_number: 'PL-2026-1', reward: null, insurer: null })
    expect(saved?.headers.get('if-match')).toBe('W/"2026-10-28T05:10:00.000Z"')
  })

  it('R-217 asks how the search ended, and lets an ended case go on with a reason', async () => {
    const { actor } = await openRoom(aRoom(), { 'PUT /api/v1/missing/7/resolve': { data: aCase({ state: 'resolved' }) } })
    await actor.click(screen.getByRole('button', { name: 'Found' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cargo 042 was found?' }))
    await actor.click(dialog.getByLabelText('How it was found'))
    await actor.click(await screen.findByRole('option', { name: 'Found by the police' }))
    const ended = aCase({ state: 'resolved', ended_at: '2026-10-30T08:12:00.000Z', end_reason: 'found-by-police' })
    api.answer({
      'GET /api/v1/missing/7/room': { data: aRoom({ case: ended }) },
      'PUT /api/v1/missing/7/reopen': { data: aCase() },
    })
    await actor.click(dialog.getByRole('button', { name: 'Mark as found' }))
    await actor.click(await screen.findByRole('button', { name: 'Reopen' }))
    expect(screen.queryByRole('button', { name: 'Share link' })).toBeNull()
    const again = within(await screen.findByRole('dialog', { name: 'Search for Cargo 042 again?' }))
    await actor.click(again.getByRole('button', { name: 'Reopen case' }))
    expect(again.getByText('Enter why the search goes on')).toBeVisible()
    await actor.type(again.getByLabelText('Why the search goes on'), 'Another bike')
    await actor.click(again.getByRole('button', { name: 'Reopen case' }))
    await screen.findByText('Cargo 042 is being searched for again')
    expect(await api.requestsTo('PUT /api/v1/missing/7/reopen')[0]?.json()).toEqual({ reason: 'Another bike' })
  })

  it('R-216 shows what the vehicle looks like, and takes a photo away when that is wanted twice', async () => {
    URL.createObjectURL = () => 'blob:photo'
    URL.revokeObjectURL = () => undefined
    const { actor } = await openRoom(aRoom({ photos: [aPhoto] }), {
      'GET /api/v1/missing/7/photos/4': picture,
      'DELETE /api/v1/missing/7/photos/4': () => new Response(null, { status: 204 }),
    })
    expect(screen.getByText('1 of 5')).toBeVisible()
    await actor.click(await screen.findByRole('button', { name: 'Enlarge photo 1' }))
    await actor.click(await screen.findByRole('button', { name: 'Remove photo 1' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this photo?' }))
    expect(api.requestsTo('DELETE /api/v1/missing/7/photos/4')).toHaveLength(0)
    await actor.click(dialog.getByRole('button', { name: 'Remove photo' }))
    await screen.findByText('Photo removed')
    expect(api.requestsTo('DELETE /api/v1/missing/7/photos/4')).toHaveLength(1)
  })

  it('says of a case out of sight that there is none', async () => {
    stubApi({ 'GET /api/v1/missing/7/room': problem(404, 'There is no such case') })
    await renderApp('/missing/7', { now, user: keeper })
    expect(await screen.findByText('No such case')).toBeVisible()
  })
})

const shared: SharedCase = {
  number: 'M-00007',
  opened_at: '2026-10-28T05:10:00.000Z',
  expires_at: '2026-10-30T16:00:00.000Z',
  now: new Date(now).toISOString(),
  photos: [],
  position: null,
  trail: [],
  vehicle: {
    name: 'Cargo 042',
    vehicle_type: 'cargo',
    brand: 'Koga',
    model: 'E-Nova',
    color: 'Black',
    frame_number: 'F-042',
    license_plate: null,
  },
}

describe('the page behind a link', () => {
  it('G-84 shows the vehicle and its frame number, by the link alone', async () => {
    const stub = stubApi({ 'POST /api/v1/shared-case': { data: shared } })
    await renderPart(<SharedCasePage link="secret" />, { now })
    expect(await screen.findByRole('heading', { name: 'Cargo 042' })).toBeVisible()
    expect(screen.getByText('F-042')).toBeVisible()
    expect(screen.getByText('Koga E-Nova')).toBeVisible()
    expect(await stub.requestsTo('POST /api/v1/shared-case')[0]?.json()).toEqual({ link: 'secret' })
  })

  it('G-84 shows photos of the vehicle, asked for with the link in the body', async () => {
    URL.createObjectURL = () => 'blob:photo'
    URL.revokeObjectURL = () => undefined
    const stub = stubApi({
      'POST /api/v1/shared-case': { data: { ...shared, photos: [aPhoto] } },
      'POST /api/v1/shared-case/photo': picture,
    })
    await renderPart(<SharedCasePage link="secret" />, { now })
    expect(await screen.findByRole('img', { name: 'Photo 1' })).toHaveAttribute('src', 'blob:photo')
    expect(screen.queryByRole('button', { name: 'Remove photo 1' })).toBeNull()
    expect(await stub.requestsTo('POST /api/v1/shared-case/photo')[0]?.json()).toEqual({ link: 'secret', photo_id: 4 })
  })

  it.each(['', 'over'])('G-84 says of a link that opens nothing (%j) no more than that', async (link) => {
    stubApi({ 'POST /api/v1/shared-case': problem(404, 'There is no such link') })
    await renderPart(<SharedCasePage link={link} />, { now })
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })
})
