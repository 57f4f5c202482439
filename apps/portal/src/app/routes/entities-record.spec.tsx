import { screen, waitFor, within } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser, noWords } from '../../testing/fixtures.js'
import { aVehicle } from '../../testing/some-vehicles.js'
import { renderApp } from '../../testing/render-app.js'

const LIST = 'GET /api/v1/entities/index'
const now = Date.parse('2025-10-30T08:12:00Z')
type Entity = components['schemas']['Entity']
const meta = (total: number) => ({ current_page: 1, last_page: 1, per_page: 15, total })

const bike = aVehicle()
const customers = aVehicle({ id: 43, name: 'Cargo 043', has_customer: true })
const unregistered = aVehicle({ id: 44, name: 'Tracker 044', vehicle_type: 'unregistered', imei: null })

let api: ApiStub
const start = (entities: Entity[] = [bike]) => {
  const dropdowns = ['brands', 'colors', 'engine-brands', 'power-units', 'target-groups', 'tags']
  api = stubApi({
    [LIST]: { data: entities, meta: meta(entities.length) },
    ...Object.fromEntries(entities.map((one) => [`GET /api/v1/entities/${one.id}`, { data: one }])),
    ...Object.fromEntries(dropdowns.map((name) => [`GET /api/v1/dropdown/${name}`, { data: [] }])),
    'GET /api/v1/dropdown/words': {
      data: { ...noWords, brands: [{ id: 5, name: 'Gazelle', models: [{ id: 6, name: 'Ultimate C380' }] }] },
    },
    'GET /api/v1/businesses/3': { data: { name_upper: false } },
    'GET /api/v1/businesses/tree': { data: [] },
    'POST /api/v1/entities': { data: { ...bike, id: 77, name: 'Gazelle 12' } },
    'GET /api/v1/entities/77': { data: { ...bike, id: 77, name: 'Gazelle 12' } },
    'PUT /api/v1/entities/42': { data: bike },
    'DELETE /api/v1/entities/42': () => new Response(null, { status: 204 }),
    'PUT /api/v1/entities/42/restore': { data: bike },
  })
}
const searched = () => new URL(api.requestsTo(LIST).at(-1)?.url ?? '').searchParams.get('searchFields')
const menuOf = async (actor: Awaited<ReturnType<typeof renderApp>>['actor'], name: string) => {
  await actor.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  return screen.findByRole('menu')
}

describe('photos on a vehicle’s page', () => {
  it('R-165 show what it looks like, and are taken away when that is wanted twice', async () => {
    URL.createObjectURL = () => 'blob:photo'
    URL.revokeObjectURL = () => undefined
    start()
    api.answer({
      'GET /api/v1/entities/42/photos': { data: [{ id: 4, place: 1, media_type: 'image/jpeg', bytes: 3, sha256: 'aa' }] },
      'GET /api/v1/entities/42/photos/4': () => new Response('abc', { headers: { 'content-type': 'image/jpeg' } }),
      'DELETE /api/v1/entities/42/photos/4': () => new Response(null, { status: 204 }),
    })
    const { actor } = await renderApp('/entities/42', { now })
    await actor.click(await screen.findByRole('button', { name: 'Enlarge photo 1' }))
    await actor.click(await screen.findByRole('button', { name: 'Remove photo 1' }))
    expect(api.requestsTo('DELETE /api/v1/entities/42/photos/4')).toHaveLength(0)
    await actor.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(api.requestsTo('DELETE /api/v1/entities/42/photos/4')).toHaveLength(1))
  })
})

describe('a fact on a vehicle’s page', () => {
  const refused = { license_plate: ['License plate must have at least 4 characters'] }

  it('R-271 is changed where it stands, from the state that was shown, and what is refused stands at it', async () => {
    start()
    api.answer({ 'PUT /api/v1/entities/42': () => problem(422, 'Not valid', { errors: refused }) })
    const { actor } = await renderApp('/entities/42', { now })
    await actor.click(await screen.findByRole('button', { name: 'Change License plate' }))
    const field = screen.getByRole('textbox', { name: 'License plate' })
    await actor.clear(field)
    await actor.type(field, 'AB{Enter}')
    expect(await screen.findByText('License plate must have at least 4 characters')).toBeVisible()
    api.answer({ 'PUT /api/v1/entities/42': { data: bike } })
    await actor.type(field, '-12-CD{Enter}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'License plate' })).toBeNull())
    const request = api.requestsTo('PUT /api/v1/entities/42').at(-1)
    expect(await request?.json()).toMatchObject({ name: 'Cargo 042', license_plate: 'AB-12-CD' })
    expect(request?.headers.get('if-match')).toBeTruthy()
  })

  it('R-271 stays as it was after Escape', async () => {
    start()
    const { actor } = await renderApp('/entities/42', { now })
    await actor.click(await screen.findByRole('button', { name: 'Change Model' }))
    await actor.type(screen.getByRole('textbox', { name: 'Model' }), 'X{Escape}')
    expect(await screen.findByRole('button', { name: 'Change Model' })).toBeVisible()
    expect(api.requestsTo('PUT /api/v1/entities/42')).toHaveLength(0)
  })

  it('R-271 is not to be changed by who may only read', async () => {
    start()
    await renderApp('/entities/42', { now, user: aUser({ permissions: ['index:entity'] }) })
    await screen.findByText('Cargo L')
    expect(screen.queryByRole('button', { name: /^Change / })).toBeNull()
  })
})

describe('the views of the list of vehicles', () => {
  it.each([
    ['Live', 'is_live:=true'],
    ['Silent', 'is_silent:=true'],
    ['Unregistered', 'lifecycle:=unregistered'],
    ['With customer', 'has_customer:=true'],
    ['No subscription', 'has_subscription:=false'],
    ['Missing', 'lifecycle:=missing'],
    ['Deleted', 'is_deleted:=true'],
  ])('R-157 T-02 asks the server for %s', async (tab, condition) => {
    start()
    const { actor } = await renderApp('/entities', { now })
    await actor.click(await screen.findByRole('tab', { name: tab }))
    await waitFor(() => expect(searched()).toBe(condition))
  })

  it('R-157 narrows a view by what the user asks beside it', async () => {
    start()
    await renderApp('/entities?view=silent&f.vehicle_type=eBike', { now })
    await waitFor(() => expect(searched()).toBe('is_silent:=true;vehicle_type:ineBike'))
  })
})

describe('what can be done with a vehicle', () => {
  it('R-163 does not delete one with a customer, and says why', async () => {
    start([customers])
    const { actor } = await renderApp('/entities', { now })
    const remove = within(await menuOf(actor, 'Cargo 043')).getByRole('menuitem', { name: /^Delete/ })
    expect(remove).toHaveAttribute('aria-disabled', 'true')
    expect(remove).toHaveTextContent('A vehicle with a customer cannot be deleted')
  })

  it('R-130 does not edit an unregistered one, and says what to do', async () => {
    start([unregistered])
    const { actor } = await renderApp('/entities', { now })
    const edit = within(await menuOf(actor, 'Tracker 044')).getByRole('menuitem', { name: /^Edit/ })
    expect(edit).toHaveTextContent('Unregistered entities cannot be edited; delete this entity and install it again')
  })

  it('T-13 names the right that is missing for a change', async () => {
    start()
    const { actor } = await renderApp('/entities', { now, user: aUser({ permissions: ['index:entity'] }) })
    const menu = await menuOf(actor, 'Cargo 042')
    expect(within(menu).getByRole('menuitem', { name: /^Edit/ })).toHaveTextContent('You lack the right update:entity')
    expect(within(menu).getByRole('menuitem', { name: /^Delete/ })).toHaveTextContent('You lack the right delete:entity')
  })

  it('R-346 T-15 asks before it deletes, and takes the deletion back', async () => {
    start()
    const { actor } = await renderApp('/entities', { now })
    await actor.click(within(await menuOf(actor, 'Cargo 042')).getByRole('menuitem', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog', { name: 'Delete Cargo 042?' })
    await actor.click(within(question).getByRole('button', { name: 'Delete vehicle' }))
    await actor.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.requestsTo('PUT /api/v1/entities/42/restore')).toHaveLength(1))
  })

  it('R-161 shows the IMEI as a large QR code with its digits, and prints labels of many but those without a tracker', async () => {
    start([bike, unregistered])
    const print = jest.fn()
    window.print = print
    const { actor } = await renderApp('/entities', { now })
    await actor.click(within(await menuOf(actor, 'Cargo 042')).getByRole('menuitem', { name: 'QR code' }))
    const one = await screen.findByRole('dialog', { name: 'QR code of Cargo 042' })
    expect(await within(one).findByRole('img', { name: '352625698104217' })).toBeVisible()
    expect(one).toHaveTextContent('352 625 698 104 217')
    await actor.click(within(one).getByRole('button', { name: 'Close' }))
    for (const box of (await screen.findAllByRole('checkbox', { name: /Select (Cargo|Tracker)/ })).slice(0, 2))
      await actor.click(box)
    await actor.click(await screen.findByRole('button', { name: 'QR labels' }))
    const many = await screen.findByRole('dialog', { name: 'QR labels' })
    expect(many).toHaveTextContent('1 vehicle has no tracker and gets no label.')
    await actor.click(within(many).getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalled()
    expect(screen.getByTestId('qr-sheet')).toHaveTextContent('Cargo 042')
  })
})

describe('the form of a vehicle', () => {
  it('R-121 R-122 R-123 R-127 says all that a new one lacks, in the words of the specification', async () => {
    start()
    const { actor } = await renderApp('/entities?dialog=create:entity', { now })
    await actor.click(await screen.findByRole('button', { name: 'Create vehicle' }))
    for (const text of ['Name is required', 'Frame number is required', 'License plate is required'])
      expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getAllByText('Type and Brand tags are required')).toHaveLength(2)
  })

  it('R-166 offers every type that people make', async () => {
    start()
    const { actor } = await renderApp('/entities?dialog=create:entity', { now })
    await actor.click(await screen.findByRole('combobox', { name: 'Type' }))
    expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual([
      ...['eBike', 'eCargoBike', 'Speed pedelec', 'eMoped', 'Moped', 'Automobile', 'Other'],
    ])
  })

  it('R-162 asks of a change for name, brand and color', async () => {
    start([{ ...bike, brand: null, color: null }])
    const { actor } = await renderApp('/entities?entity=42&dialog=edit:entity', { now })
    await screen.findByRole('textbox', { name: 'Name' })
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText('Name, Brand and Color are required')).toHaveLength(2)
  })

  it('R-165 G-30 changes of the state that was read, offers the models of the brand, and keeps metres that nobody touched', async () => {
    start([{ ...bike, brand: 'Gazelle', color: 'Black' }])
    const { actor } = await renderApp('/entities?entity=42&dialog=edit:entity', { now })
    const model = await screen.findByRole('combobox', { name: /^Model/ })
    await actor.clear(model)
    await actor.paste('Ultim')
    await actor.click(await screen.findByRole('option', { name: 'Ultimate C380' }))
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo('PUT /api/v1/entities/42')).toHaveLength(1))
    const [request] = api.requestsTo('PUT /api/v1/entities/42')
    expect(request?.headers.get('if-match')).toBe(`W/"${bike.updated_at}"`)
    const body = await request?.json()
    expect(body).toMatchObject({ model: 'Ultimate C380', brand: 'Gazelle', color: 'Black' })
    expect(body).not.toHaveProperty('odometer_m')
  })

  it('shows the vehicle that has the number already, and saves this one all the same where somebody says so', async () => {
    start([{ ...bike, brand: 'Gazelle', color: 'Black' }])
    const detail = 'Kobold has this frame number already'
    const twin = { id: 7, name: 'Kobold', business_name: 'North', frame_number: 'KBF-1', license_plate: 'KB 0001' }
    const PUT = 'PUT /api/v1/entities/42'
    api.answer({ [PUT]: () => problem(409, detail, { errors: { frame_number: [detail] }, twins: [twin] }) })
    const { actor } = await renderApp('/entities?entity=42&dialog=edit:entity', { now })
    const frame = await screen.findByRole('textbox', { name: /^Frame number/ })
    await actor.clear(frame)
    await actor.click(frame)
    await actor.paste('kbf-1')
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(detail)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open Kobold' })).toHaveAttribute('href', '/entities/7')
    expect(screen.getByText('North · KBF-1 · KB 0001')).toBeVisible()
    // With another number the check runs again.
    await actor.type(frame, '2')
    expect(screen.queryByRole('button', { name: 'Save anyway' })).toBeNull()
    await actor.type(frame, '{Backspace}')
    api.answer({ [PUT]: { data: bike } })
    await actor.click(screen.getByRole('button', { name: 'Save anyway' }))
    await waitFor(() => expect(api.requestsTo(PUT)).toHaveLength(2))
    const bodies = await Promise.all(api.requestsTo(PUT).map((request) => request.json()))
    expect(bodies.map(({ frame_number, allow_twin }) => [frame_number, allow_twin])).toEqual([
      ['kbf-1', undefined],
      ['kbf-1', true],
    ])
  })

  it('G-22 writes the name in capitals where the business does, and says so', async () => {
    start([{ ...bike, brand: 'Gazelle', color: 'Black' }])
    api.answer({ 'GET /api/v1/businesses/3': { data: { name_upper: true } } })
    const { actor } = await renderApp('/entities?entity=42&dialog=edit:entity', { now })
    expect(await screen.findAllByText('Written in capitals for this business')).toHaveLength(2)
    const name = screen.getByRole('textbox', { name: 'Name' })
    await actor.clear(name)
    await actor.click(name)
    await actor.paste('bike one')
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo('PUT /api/v1/entities/42')).toHaveLength(1))
    expect(await api.requestsTo('PUT /api/v1/entities/42')[0]?.json()).toMatchObject({ name: 'BIKE ONE' })
  })
})
