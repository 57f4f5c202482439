import { screen, waitFor, within } from '@testing-library/react'
import { type ApiStub, stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const IMPORTS = 'GET /api/v1/history-imports'
const IMPORT = 'POST /api/v1/history-imports'
const may = aUser({ permissions: ['index:dashboard', 'index:entity', 'read:map', 'manage:devices'] })
const one = {
  id: 3,
  entity_id: 7,
  entity_name: 'Cargo 042',
  business_id: 1,
  business_name: 'Shop',
  file_name: 'ride.csv',
  format: 'csv',
  state: 'computing',
  points: 200,
  stored: 150,
  left_out: 2,
  trips: 4,
  user_name: 'Ann Lee',
  first_at: '2026-05-14T07:21:05.000Z',
  last_at: '2026-05-14T09:00:00.000Z',
  finished_at: null,
  created_at: '2026-06-01T10:00:00.000Z',
  updated_at: '2026-06-01T10:00:00.000Z',
}
const page = (...data: object[]) => ({ data, meta: { current_page: 1, last_page: 1, per_page: 15, total: data.length } })
const trial = {
  dry_run: true,
  format: 'csv',
  points: 0,
  first_at: null,
  last_at: null,
  left_out: [] as object[],
  is_known: false,
  import: null,
  needs_time_zone: false,
  sheet: { heads: ['a', 'b', 'when'], columns: { latitude: 'a', longitude: 'b', time: null }, speed_unit: 'km/h' },
}
const read = {
  ...trial,
  points: 200,
  first_at: one.first_at,
  last_at: one.last_at,
  needs_time_zone: true,
  left_out: [{ message: 'The position has no time', count: 2, lines: [4, 9] }],
  sheet: { ...trial.sheet, columns: { ...trial.sheet.columns, time: 'when' } },
}

let api: ApiStub

describe('imports of earlier rides', () => {
  it('show what a file contains, with its columns and zone, before it is imported for a vehicle', async () => {
    api = stubApi({
      [IMPORTS]: page(),
      'GET /api/v1/entities/7': { data: { id: 7, name: 'Cargo 042' } },
      'GET /api/v1/entities/index': page(),
      [IMPORT]: async (request: Request) => {
        const { columns, dry_run } = (await request.json()) as { columns: { time?: string }; dry_run: boolean }
        return { data: !dry_run ? { ...read, dry_run, import: one } : columns.time ? read : trial }
      },
      'GET /api/v1/history-imports/3': { data: one },
    })
    const { actor } = await renderApp('/imports?dialog=create:import&entity=7', { user: may })
    const dialog = await screen.findByRole('dialog', { name: 'Import earlier rides' })
    await actor.upload(
      within(dialog).getByLabelText('Choose a file', { selector: 'input' }),
      new File(['a,b,when\n1,2,3'], 'ride.csv'),
    )
    expect(await within(dialog).findByText('Choose a column')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Import positions' })).toBeDisabled()
    await actor.click(within(dialog).getByRole('combobox', { name: 'Time' }))
    await actor.click(screen.getByRole('option', { name: 'when' }))
    expect(await within(dialog).findByText('2: The position has no time (lines 4, 9)')).toBeVisible()
    expect(within(dialog).getByRole('combobox', { name: 'Time zone of the file' })).toHaveValue('Europe/Amsterdam')
    await actor.click(within(dialog).getByRole('button', { name: 'Import 200 positions' }))
    const sent = await Promise.all(api.requestsTo(IMPORT).map((request) => request.json() as Promise<object>))
    expect(sent.at(-1)).toMatchObject({
      entity_id: 7,
      file_name: 'ride.csv',
      content: btoa('a,b,when\n1,2,3'),
      time_zone: 'Europe/Amsterdam',
      dry_run: false,
      columns: { time: 'when' },
    })
    expect(await screen.findByText('150 of 200 positions taken, 4 trips found so far')).toBeVisible()
    expect(api.requestsTo(IMPORTS).map(({ url }) => new URL(url).searchParams.get('searchFields'))).toContain(
      'state:insending,computing,undoing',
    )
  })

  it('are undone after a question that says what goes', async () => {
    api = stubApi({
      [IMPORTS]: page({ ...one, state: 'done', stored: 200 }),
      'DELETE /api/v1/history-imports/3': { data: { ...one, state: 'undoing' } },
    })
    const { actor } = await renderApp('/imports', { user: may })
    const row = await screen.findByRole('row', { name: /Cargo 042/ })
    await actor.click(within(row).getByRole('button', { name: /Actions|More/ }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Undo import' }))
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent('200 positions and 4 trips are removed')
    await actor.click(within(question).getByRole('button', { name: 'Undo import' }))
    await waitFor(() => expect(api.requestsTo('DELETE /api/v1/history-imports/3')).toHaveLength(1))
  })
})
