import { screen, waitFor, within } from '@testing-library/react'
import { type ApiStub, problem, stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { type Analytics, type Chart, PRESET_KEYS, tickStep } from './chart.js'

const CHARTS = 'GET /api/v1/analytics/charts'
const KEEP = 'PUT /api/v1/analytics/charts'
const dataOf = (preset: string) => `GET /api/v1/analytics/${preset}`
const now = new Date('2025-10-30T08:12:00Z').getTime()
const reporter = aUser({ permissions: ['index:dashboard', 'read:reports'] })

const aChart = (changes: Partial<Chart> = {}): Chart => ({
  id: 'a',
  preset: 'totalDistancePerTrip',
  target_group_id: null,
  period: { kind: 'last7' },
  ...changes,
})
const some = (changes: Partial<Analytics> = {}): { data: Analytics } => ({
  data: {
    preset: 'totalDistancePerTrip',
    unit: 'km',
    from: '2025-10-24',
    till: '2025-10-30',
    time_zone: 'Europe/Amsterdam',
    target_group_id: null,
    total: 1_240.6,
    previous_total: 1_000,
    points: [
      { key: '2025-10-28', value: 700.25 },
      { key: '2025-10-29', value: null },
      { key: '2025-10-30', value: 540.35 },
    ],
    ...changes,
  },
})
const byHour = some({ preset: 'activityDay', unit: 'trips', total: 9, previous_total: 9, points: [{ key: '8', value: 9 }] })
const kept = (): unknown => JSON.parse(localStorage.getItem('analytics.charts') ?? 'null')
const card = (name: string) => screen.findByRole('listitem', { name })

let api: ApiStub
beforeEach(() => {
  api = stubApi({
    [CHARTS]: { data: { charts: [aChart()] } },
    [KEEP]: async (request: Request) => ({ data: await request.json() }),
    [dataOf('totalDistancePerTrip')]: some(),
    [dataOf('activityDay')]: byHour,
    [dataOf('activityWeek')]: some({ preset: 'activityWeek', unit: 'trips', points: [{ key: '1', value: 4 }] }),
    [dataOf('totalDistancePerMonth')]: some({ preset: 'totalDistancePerMonth', points: [{ key: '2025-10', value: 4 }] }),
    'GET /api/v1/dropdown/target-groups': { data: [{ id: 4, name: 'Cargo bikes', entities_count: 44 }] },
  })
})
const open = () => renderApp('/analytics', { now, user: reporter })
const act = async (actor: Awaited<ReturnType<typeof open>>['actor'], title: string, name: string) => {
  await actor.click(within(await card(title)).getByRole('button', { name: /Actions for/ }))
  await actor.click(await screen.findByRole('menuitem', { name }))
}

describe('the analytics of the fleet', () => {
  it('say once where distances are straight lines, and only where a chart tells one', async () => {
    const note = /straight lines between fixes/
    const { unmount } = await open()
    await card('Total distance per trip')
    expect(screen.getAllByText(note)).toHaveLength(1)
    unmount()
    localStorage.clear()
    api.answer({ [CHARTS]: { data: { charts: [aChart({ preset: 'activityDay' })] } } })
    await open()
    await screen.findByRole('heading', { level: 2 })
    expect(screen.queryByText(note)).not.toBeInTheDocument()
  })

  it('tell of each chart what it is of, its number, and how that changed', async () => {
    await open()
    const distance = await card('Total distance per trip')
    expect(within(distance).getByText('All vehicles · 24-10-2025 – 30-10-2025')).toBeVisible()
    expect(await within(distance).findByText('1,241')).toBeVisible()
    expect(within(distance).getByLabelText('24% up on the period before')).toBeVisible()
    expect(within(distance).getByText(/Highest: 28-10-2025, 700\skm/)).toBeVisible()
  })

  it('G-62 say to who does not see the picture that a day without data is none, not zero', async () => {
    const { actor } = await open()
    const picture = await screen.findByRole('img', { name: /28-10-2025 700\skm, 29-10-2025 No data, 30-10-2025 540\skm/ })
    expect(picture).toBeVisible()
    await act(actor, 'Total distance per trip', 'Show as table')
    expect(await screen.findByRole('row', { name: '29-10-2025 No data' })).toBeVisible()
  })

  it('R-144 offer ten presets', async () => {
    const { actor } = await open()
    await actor.click(await screen.findByRole('button', { name: 'Add chart' }))
    expect(await screen.findAllByRole('radio')).toHaveLength(10)
    expect(PRESET_KEYS).toHaveLength(10)
  })

  it('R-142 add a chart of a preset, a target group with its count, and days, after a preview', async () => {
    const { actor } = await open()
    await actor.click(await screen.findByRole('button', { name: 'Add chart' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add chart' })
    await actor.click(within(dialog).getByRole('radio', { name: 'Activity per day' }))
    await actor.click(within(dialog).getByRole('combobox', { name: /Target group/ }))
    await actor.click(await screen.findByRole('option', { name: /Cargo bikes.*44 vehicles/ }))
    await actor.click(within(dialog).getByRole('combobox', { name: 'Date range' }))
    await actor.click(await screen.findByRole('option', { name: 'Last month' }))
    const preview = within(dialog).getByRole('region', { name: 'Preview' })
    expect(await within(preview).findByText(/Cargo bikes · 01-09-2025 – 30-09-2025/)).toBeVisible()
    await actor.click(within(dialog).getByRole('button', { name: 'Add chart' }))
    expect(await card('Activity per day')).toBeVisible()
    await waitFor(() => expect(api.requestsTo(KEEP)).toHaveLength(1))
    const sent = (await api.requestsTo(KEEP)[0]!.json()) as { charts: Chart[] }
    expect(sent.charts).toMatchObject([aChart(), { preset: 'activityDay', target_group_id: 4, period: { kind: 'lastMonth' } }])
    const asked = new URL(api.requestsTo(dataOf('activityDay')).at(-1)!.url).searchParams
    expect(Object.fromEntries(asked)).toEqual({
      from: '2025-09-01',
      till: '2025-09-30',
      target_group_id: '4',
      tz: 'Europe/Amsterdam',
    })
  })

  it('R-143 keep their charts in this browser under analytics.charts', async () => {
    await open()
    await card('Total distance per trip')
    await waitFor(() => expect(kept()).toEqual({ user_id: 7, charts: [aChart()], is_sent: true }))
  })

  it('R-143 G-63 show this browser’s charts where the server cannot be reached', async () => {
    localStorage.setItem('analytics.charts', JSON.stringify({ user_id: 7, charts: [aChart()], is_sent: true }))
    api.answer({ [CHARTS]: () => problem(503, 'Unavailable') })
    await open()
    expect(await card('Total distance per trip')).toBeVisible()
  })

  it('G-63 send what the server never got, and take from it what is newer there', async () => {
    const mine = aChart({ id: 'b', preset: 'activityDay' })
    localStorage.setItem('analytics.charts', JSON.stringify({ user_id: 7, charts: [mine], is_sent: false }))
    const { unmount } = await open()
    await card('Activity per day')
    await waitFor(() => expect(kept()).toMatchObject({ is_sent: true }))
    expect(await api.requestsTo(KEEP)[0]!.json()).toEqual({ charts: [mine] })
    expect(api.requestsTo(CHARTS)).toHaveLength(0)
    unmount()
    await open()
    expect(await card('Total distance per trip')).toBeVisible()
    expect(screen.queryByRole('listitem', { name: 'Activity per day' })).not.toBeInTheDocument()
  })

  it('R-143 are another user’s to nobody else', async () => {
    localStorage.setItem('analytics.charts', JSON.stringify({ user_id: 8, charts: [aChart()], is_sent: false }))
    api.answer({ [CHARTS]: { data: { charts: [] } } })
    await open()
    expect(await screen.findByText('Is the fleet used?')).toBeVisible()
    expect(api.requestsTo(KEEP)).toHaveLength(0)
  })

  it('offer three charts on a first visit', async () => {
    api.answer({ [CHARTS]: { data: { charts: [] } } })
    const { actor } = await open()
    await actor.click(await screen.findByRole('button', { name: 'Add these three' }))
    for (const title of ['Total distance per month', 'Activity per day', 'Activity per week'])
      expect(await card(title)).toBeVisible()
  })

  it('come back by Undo when they were removed', async () => {
    const { actor } = await open()
    await act(actor, 'Total distance per trip', 'Remove')
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Total distance per trip' })).not.toBeInTheDocument())
    await actor.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await card('Total distance per trip')).toBeVisible()
    await waitFor(() => expect(kept()).toMatchObject({ charts: [aChart()], is_sent: true }))
  })

  it('are doubled, changed, and moved from their menu', async () => {
    api.answer({ [CHARTS]: { data: { charts: [aChart(), aChart({ id: 'b', preset: 'activityDay' })] } } })
    const { actor } = await open()
    await act(actor, 'Activity per day', 'Move earlier')
    await waitFor(() => expect(kept()).toMatchObject({ charts: [{ id: 'b' }, { id: 'a' }] }))
    await act(actor, 'Activity per day', 'Duplicate')
    await waitFor(() => expect(kept()).toMatchObject({ charts: [{ id: 'b' }, { preset: 'activityDay' }, { id: 'a' }] }))
    await act(actor, 'Total distance per trip', 'Edit')
    const dialog = await screen.findByRole('dialog', { name: 'Edit chart' })
    await actor.click(within(dialog).getByRole('radio', { name: 'Activity per week' }))
    await actor.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await card('Activity per week')).toBeVisible()
  })

  it('fail one by one, and are tried again alone', async () => {
    api.answer({
      [CHARTS]: { data: { charts: [aChart(), aChart({ id: 'b', preset: 'activityDay' })] } },
      [dataOf('activityDay')]: () => problem(500, 'Server error'),
    })
    const { actor } = await open()
    const failed = await card('Activity per day')
    const again = await within(failed).findByRole('button', { name: 'Try again' })
    expect(await screen.findByText('1,241')).toBeVisible()
    api.answer({ [dataOf('activityDay')]: byHour })
    await actor.click(again)
    expect(await within(failed).findByText('9')).toBeVisible()
    expect(api.requestsTo(dataOf('totalDistancePerTrip'))).toHaveLength(1)
  })

  it('G-61 go as CSV with a byte order mark, the zone, the language’s delimiter and sign, and gaps empty', async () => {
    const files: Blob[] = []
    URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`
    URL.revokeObjectURL = () => undefined
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { actor } = await renderApp('/analytics', { now, user: reporter, language: 'nl' })
    const distance = await card('Totale ritafstand per dag')
    await within(distance).findByText('1,241')
    await actor.click(within(distance).getByRole('button', { name: /Acties/ }))
    await actor.click(await screen.findByRole('menuitem', { name: 'CSV downloaden' }))
    const reader = new FileReader()
    reader.readAsDataURL(files[0]!)
    await waitFor(() => expect(reader.result).toBeTruthy())
    expect(Buffer.from((reader.result as string).split(',')[1]!, 'base64').toString()).toBe(
      '\uFEFFDag (Europe/Amsterdam);Totale ritafstand per dag (km)\r\n28-10-2025;700,25\r\n29-10-2025;\r\n30-10-2025;540,35\r\n',
    )
  })
})

describe('the axis of a chart', () => {
  it.each([
    [7, 7],
    [12, 6],
    [24, 6],
    [30, 6],
    [400, 7],
  ])('of %i points labels %i, equally far apart', (points, labels) => {
    const step = tickStep(points)
    expect(Array.from({ length: points }, (_, at) => at % step).filter((rest) => rest === 0)).toHaveLength(labels)
  })
})
