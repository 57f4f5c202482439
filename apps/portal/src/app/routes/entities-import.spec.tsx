import { screen, waitFor, within } from '@testing-library/react'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { someBusinesses } from '../../testing/some-businesses.js'
import { aVehicle } from '../../testing/some-vehicles.js'

const IMPORT = 'POST /api/v1/entities/imports'
const ROLL_BACK = 'POST /api/v1/entities/imports/5/rollback'
const CSV = 'Naam;Framenummer;Kenteken;Type;Merk;Klant mail\nCargo 1;CA-0001;AB-12-CD;eBike;Gazelle;\n'
const failed = [{ row: 3, field: 'customer_email', message: 'Please, enter a valid e-mail' }]
let api: ApiStub
beforeEach(() => {
  const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
  api = stubApi({
    'GET /api/v1/entities/index': { data: [aVehicle()], meta },
    'GET /api/v1/businesses/tree': { data: someBusinesses },
    [IMPORT]: async (request: Request) => {
      const { dry_run } = (await request.json()) as { dry_run: boolean }
      return { data: { import_id: dry_run ? null : 5, dry_run, created: 2, failed } }
    },
    [ROLL_BACK]: { data: { removed: 1, kept: [{ id: 9, name: 'Cargo 2', message: 'It was used or changed since' }] } },
  })
})

describe('vehicles from a sheet', () => {
  it('T-19 are tried, made and taken back: columns guessed by their heads, mistakes named by row and field', async () => {
    const user = aUser({ permissions: ['index:entity', 'create:entity'], business_id: 3 })
    const { actor } = await renderApp('/entities', { user })
    await actor.click(await screen.findByRole('button', { name: 'Import vehicles' }))
    const dialog = await screen.findByRole('dialog', { name: 'Import vehicles' })
    const file = Object.assign(new File([CSV], 'fleet.csv', { type: 'text/csv' }), {
      arrayBuffer: () => Promise.resolve(new TextEncoder().encode(CSV).buffer),
    })
    await actor.upload(within(dialog).getByLabelText('Choose a file', { selector: 'input' }), file)
    await within(dialog).findByText('fleet.csv')
    await actor.click(within(dialog).getByRole('button', { name: 'Next' }))
    expect(within(dialog).getByRole('combobox', { name: 'Frame number' })).toHaveTextContent('Framenummer')
    expect(within(dialog).getByRole('combobox', { name: 'Customer’s e-mail' })).toHaveTextContent('No column')
    await actor.click(within(dialog).getByRole('button', { name: 'Check rows' }))
    expect(await within(dialog).findByText('2 vehicles will be made. Nothing is changed yet.')).toBeVisible()
    const bad = within(dialog).getByRole('table', { name: 'Rows with mistakes' })
    expect(within(bad).getByRole('row', { name: '3 Customer’s e-mail Please, enter a valid e-mail' })).toBeVisible()
    await actor.click(within(dialog).getByRole('button', { name: 'Import 2 vehicles' }))
    expect(await within(dialog).findByText('2 vehicles were made.')).toBeVisible()
    const bodies = await Promise.all(api.requestsTo(IMPORT).map((request) => request.json()))
    expect(bodies.map(({ dry_run }) => dry_run as boolean)).toEqual([true, false])
    expect(bodies[1]).toMatchObject({
      ...{ csv: CSV, business_id: 3 },
      columns: { name: 'Naam', license_plate: 'Kenteken', brand: 'Merk', customer_email: '\u2205' },
    })
    await actor.click(within(dialog).getByRole('button', { name: 'Undo this import' }))
    expect(await within(dialog).findByText(/1 vehicle was removed again/)).toHaveTextContent(
      'Cargo 2 – It was used or changed since',
    )
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Undo this import' })).toBeNull())
  })

  it('marks rows of vehicles that are there already, and takes them where somebody says so', async () => {
    const message = 'Kobold has this frame number already'
    api.answer({
      [IMPORT]: async (request: Request) => {
        const { dry_run, allow_twins: takes = false } = (await request.json()) as { dry_run: boolean; allow_twins?: boolean }
        const twins = takes ? [] : [{ row: 2, field: 'frame_number', message }]
        return { data: { import_id: dry_run ? null : 5, dry_run, created: takes ? 1 : 0, failed: twins, twins: twins.length } }
      },
    })
    const user = aUser({ permissions: ['index:entity', 'create:entity'], business_id: 3 })
    const { actor } = await renderApp('/entities', { user })
    await actor.click(await screen.findByRole('button', { name: 'Import vehicles' }))
    const dialog = await screen.findByRole('dialog', { name: 'Import vehicles' })
    const file = Object.assign(new File([CSV], 'fleet.csv', { type: 'text/csv' }), {
      arrayBuffer: () => Promise.resolve(new TextEncoder().encode(CSV).buffer),
    })
    await actor.upload(within(dialog).getByLabelText('Choose a file', { selector: 'input' }), file)
    await within(dialog).findByText('fleet.csv')
    await actor.click(within(dialog).getByRole('button', { name: 'Next' }))
    await actor.click(within(dialog).getByRole('button', { name: 'Check rows' }))
    expect(await within(dialog).findByRole('row', { name: `2 Frame number ${message}` })).toBeVisible()
    await actor.click(within(dialog).getByRole('checkbox', { name: /^Also take 1 row whose vehicle is there already/ }))
    await actor.click(await within(dialog).findByRole('button', { name: 'Import 1 vehicle' }))
    expect(await within(dialog).findByText('1 vehicle was made.')).toBeVisible()
    const bodies = await Promise.all(api.requestsTo(IMPORT).map((request) => request.json()))
    expect(bodies.map(({ dry_run, allow_twins }) => [dry_run, allow_twins])).toEqual([
      [true, undefined],
      [true, true],
      [false, true],
    ])
  })
})
