import { screen, waitFor, within } from '@testing-library/react'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
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
    [ROLL_BACK]: {
      data: { removed: 1, kept: [{ id: 9, name: 'Cargo 2', message: 'The vehicle was used or changed after the import' }] },
    },
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
    expect(await within(dialog).findByText('2 vehicles will be created. Nothing is changed yet.')).toBeVisible()
    const bad = within(dialog).getByRole('table', { name: 'Rows with errors' })
    expect(within(bad).getByRole('row', { name: '3 Customer’s e-mail Please, enter a valid e-mail' })).toBeVisible()
    await actor.click(within(dialog).getByRole('button', { name: 'Import 2 vehicles' }))
    expect(await within(dialog).findByText('2 vehicles were created.')).toBeVisible()
    const bodies = await Promise.all(api.requestsTo(IMPORT).map((request) => request.json()))
    expect(bodies.map(({ dry_run }) => dry_run as boolean)).toEqual([true, false])
    expect(bodies[1]).toMatchObject({
      csv: CSV,
      business_id: 3,
      columns: { name: 'Naam', license_plate: 'Kenteken', brand: 'Merk', customer_email: '\u2205' },
    })
    await actor.click(within(dialog).getByRole('button', { name: 'Undo this import' }))
    expect(await within(dialog).findByText(/1 vehicle was removed/)).toHaveTextContent(
      'Cargo 2 – The vehicle was used or changed after the import',
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
    await actor.click(within(dialog).getByRole('checkbox', { name: /^Also import 1 row whose vehicle exists already/ }))
    await actor.click(await within(dialog).findByRole('button', { name: 'Import 1 vehicle' }))
    expect(await within(dialog).findByText('1 vehicle was created.')).toBeVisible()
    const bodies = await Promise.all(api.requestsTo(IMPORT).map((request) => request.json()))
    expect(bodies.map(({ dry_run, allow_twins }) => [dry_run, allow_twins])).toEqual([
      [true, undefined],
      [true, true],
      [false, true],
    ])
  })

  describe('as spreadsheets save them', () => {
    const user = aUser({ permissions: ['index:entity', 'create:entity'], business_id: 3 })
    const first_rows = [
      { row: 2, values: { name: 'Reifen 28"', imei: '353599178000076', odometer_m: '12345600' } },
      { row: 4, values: { name: 'Anna', imei: null, odometer_m: '' } },
    ]
    const answer = (more: object) => ({ import_id: null, dry_run: true, created: 2, failed: [], twins: 0, first_rows, ...more })
    /** Appends the required columns to a sheet's own. */
    const whole = (csv: string) => {
      const [head = '', ...rows] = csv.trim().split('\n')
      const more = ['Framenummer', 'Kenteken', 'Type', 'Merk'].filter((one) => one !== 'Merk' || !head.includes('Marke'))
      return [`${head};${more.join(';')}`, ...rows.map((row) => `${row};${more.map(() => 'x').join(';')}`), ''].join('\n')
    }
    const toColumns = async (part: string) => {
      const csv = whole(part)
      const { actor } = await renderApp('/entities', { user })
      await actor.click(await screen.findByRole('button', { name: 'Import vehicles' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Import vehicles' }))
      const file = Object.assign(new File([csv], 'fleet.csv', { type: 'text/csv' }), {
        arrayBuffer: () => Promise.resolve(new TextEncoder().encode(csv).buffer),
      })
      await actor.upload(dialog.getByLabelText('Choose a file', { selector: 'input' }), file)
      await dialog.findByText('fleet.csv')
      await actor.click(dialog.getByRole('button', { name: 'Next' }))
      const check = () => actor.click(dialog.getByRole('button', { name: 'Check rows' }))
      return { actor, dialog, check }
    }
    it('says what to do with a file of Excel itself', async () => {
      const { actor } = await renderApp('/entities', { user })
      await actor.click(await screen.findByRole('button', { name: 'Import vehicles' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Import vehicles' }))
      const excel = new TextEncoder().encode('PK\u0003\u0004\u0014')
      const file = Object.assign(new File([excel], 'fleet.csv'), { arrayBuffer: () => Promise.resolve(excel.buffer) })
      await actor.upload(dialog.getByLabelText('Choose a file', { selector: 'input' }), file)
      expect(await dialog.findByText(/This is not a CSV file.*save the sheet as “CSV UTF-8”/)).toBeVisible()
      expect(api.requestsTo(IMPORT)).toEqual([])
    })

    const bodies = () => Promise.all(api.requestsTo(IMPORT).map((request) => request.json()))

    it('T-19 shows the first rows as they were read, in the sheet’s columns, before anything is written', async () => {
      api.answer({ [IMPORT]: { data: answer({}) } })
      const { dialog, check } = await toColumns('Name;Tacho;IMEI\nx;2;1\n')
      await check()
      const table = within(await dialog.findByRole('table', { name: 'First rows as read' }))
      const texts = table.getAllByRole<HTMLTableRowElement>('row').map((row) => [...row.cells].map((cell) => cell.textContent))
      expect(texts).toEqual([
        ['Row', 'Name', 'Odometer, km', 'IMEI'],
        ['2', 'Reifen 28"', '12\u00A0345\u00A0km\u00A0600\u00A0m', '353599178000076'],
        ['4', 'Anna', '—', 'not read'],
      ])
    })

    it('asks what 12.345 means where nothing tells, and tries again with the answer', async () => {
      const message = '12.345 may be 12 345 or 12.345'
      api.answer({
        [IMPORT]: async (request: Request) => {
          const { dry_run, decimal_sign: sign } = (await request.json()) as { dry_run: boolean; decimal_sign?: string }
          const isOpen = sign === undefined
          const unclear = isOpen ? [{ row: 2, field: 'odometer_km', message }] : []
          return { data: answer({ dry_run, created: isOpen ? 0 : 1, failed: unclear, unclear_number: isOpen ? '12.345' : null }) }
        },
      })
      const { actor, dialog, check } = await toColumns('Name;Tacho\nx;12.345\n')
      await check()
      const choice = within(await dialog.findByRole('radiogroup', { name: 'Which number is 12.345?' }))
      expect(choice.getAllByRole('radio').map((one) => (one as HTMLInputElement).checked)).toEqual([false, false])
      expect(choice.getByRole('radio', { name: '12.345\u00A0km (12 km and 345 m)' })).toBeEnabled()
      await actor.click(choice.getByRole('radio', { name: '12\u00A0345\u00A0km' }))
      await actor.click(await dialog.findByRole('button', { name: 'Import 1 vehicle' }))
      expect(await dialog.findByText('1 vehicle was created.')).toBeVisible()
      expect((await bodies()).map(({ dry_run, decimal_sign }) => [dry_run, decimal_sign])).toEqual([
        [true, undefined],
        [true, ','],
        [false, ','],
      ])
    })

    it.each([
      ['Odometer (mi)', 'Miles (mi)', 'mi'],
      ['odometer_m', 'Metres (m)', 'm'],
      ['Kilometerstand', 'Kilometres (km)', 'km'],
      ['Tacho', 'Kilometres (km)', 'km'],
    ])('reads the unit of the column %j from its head', async (head, shown, unit) => {
      api.answer({ [IMPORT]: { data: answer({}) } })
      const { dialog, check } = await toColumns(`Name;${head}\nx;7\n`)
      expect(dialog.getByRole('combobox', { name: 'Odometer, km' })).toHaveTextContent(head)
      expect(dialog.getByRole('combobox', { name: `Unit of “${head}”` })).toHaveTextContent(shown)
      await check()
      await dialog.findByText(/2 vehicles will be created/)
      expect(await bodies()).toMatchObject([{ odometer_unit: unit }])
    })

    it('takes the unit that somebody chooses, and asks for none where there is no such column', async () => {
      api.answer({ [IMPORT]: { data: answer({}) } })
      const { actor, dialog, check } = await toColumns('Name;Tacho\nx;7\n')
      await actor.click(dialog.getByRole('combobox', { name: 'Unit of “Tacho”' }))
      await actor.click(await screen.findByRole('option', { name: 'Miles (mi)' }))
      await check()
      await dialog.findByText(/2 vehicles will be created/)
      await actor.click(dialog.getByRole('button', { name: 'Back' }))
      await actor.click(dialog.getByRole('combobox', { name: 'Odometer, km' }))
      await actor.click(await screen.findByRole('option', { name: 'No column' }))
      expect(dialog.queryByRole('combobox', { name: /^Unit of/ })).toBeNull()
      await check()
      await dialog.findByText(/2 vehicles will be created/)
      expect((await bodies()).map(({ odometer_unit: unit }) => unit as string)).toEqual(['mi', undefined])
    })

    it('marks the columns that are required, and names each of them that is missing before anything is sent', async () => {
      const { actor } = await renderApp('/entities', { user })
      await actor.click(await screen.findByRole('button', { name: 'Import vehicles' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Import vehicles' }))
      const csv = 'Naam;Merk;Kleur\nCargo 1;Gazelle;\nCargo 2;Gazelle;\n'
      const file = Object.assign(new File([csv], 'fleet.csv'), {
        arrayBuffer: () => Promise.resolve(new TextEncoder().encode(csv).buffer),
      })
      await actor.upload(dialog.getByLabelText('Choose a file', { selector: 'input' }), file)
      await dialog.findByText('fleet.csv')
      await actor.click(dialog.getByRole('button', { name: 'Next' }))
      const needed = within(dialog.getByRole('group', { name: 'Required columns' }))
      expect(needed.getAllByRole('combobox')).toHaveLength(5)
      expect(within(dialog.getByRole('group', { name: 'Other columns' })).getByRole('combobox', { name: 'IMEI' })).toBeVisible()
      await actor.click(dialog.getByRole('button', { name: 'Check rows' }))
      for (const name of ['Frame number', 'License plate', 'Type'])
        expect(needed.getByRole('combobox', { name })).toHaveAccessibleDescription(`Choose the column for ${name}`)
      expect(api.requestsTo(IMPORT)).toEqual([])
    })

    it('shows the first values of each column that is chosen, each once, and says where there are none', async () => {
      const { dialog } = await toColumns('Name;Kleur;Marke\nCargo 1;;Tern\nCargo 2;;Tern\n')
      const described = (name: string) => expect(dialog.getByRole('combobox', { name }))
      described('Name').toHaveAccessibleDescription('Contains: Cargo 1 · Cargo 2')
      described('Brand').toHaveAccessibleDescription('Contains: Tern')
      described('Color').toHaveAccessibleDescription('Empty in the first rows')
    })

    it('counts errors and their rows apart, and shows each as a sentence', async () => {
      const bad = [
        { row: 2, field: 'frame_number', message: 'Frame number is required' },
        { row: 2, field: 'license_plate', message: 'License plate is required' },
        { row: 3, field: 'vehicle_type', message: 'must be one of: eBike, eCargoBike' },
      ]
      api.answer({ [IMPORT]: { data: answer({ failed: bad }) } })
      const { dialog, check } = await toColumns('Name\nx\n')
      await check()
      expect(await dialog.findByText('3 errors in 2 rows, which will be skipped.')).toBeVisible()
      expect(dialog.getByRole('row', { name: '3 Type Must be one of: eBike, eCargoBike' })).toBeVisible()
    })

    it('says at a column why it is refused', async () => {
      const message = 'Two columns have the name Marke. Rename or delete one of them'
      api.answer({ [IMPORT]: problem(422, 'Invalid', { errors: { 'columns.brand': [message] } }) })
      const { dialog, check } = await toColumns('Name;Marke;Marke\nx;a;b\n')
      await check()
      await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Brand' })).toHaveAccessibleDescription(message))
    })
  })
})
