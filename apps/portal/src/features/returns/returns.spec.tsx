import { screen, waitFor, within } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { DRAWN, drawPhotos } from '../../testing/drawn-photos.js'
import { renderPart } from '../../testing/render-app.js'
import { DeviceReturn, ReturnDialog } from './index.js'

type Schemas = components['schemas']
const IMEI = '356307042441013'
const SEND = 'POST /api/v1/returns'
const PHOTOS = 'POST /api/v1/returns/8/photos'
const from = { name: 'Fietsenmaker Jansen', address: 'Dorpsstraat 12', postcode: '3511 AB', city: 'Utrecht', country: 'NL' }
const begin: Schemas['ReturnForm'] = {
  imei: IMEI,
  device_model: 'FMC920',
  state: 'free',
  entity_id: null,
  entity_name: null,
  open_return: null,
  ship_from: from,
}
const one: Schemas['Return'] = {
  id: 8,
  number: 'RMA-2026-000123-3',
  state: 'open',
  imei: IMEI,
  device_id: 9,
  device_model: 'FMC920',
  photos: [],
  entity_id: null,
  entity_name: null,
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  reason: 'defective',
  note: null,
  replacement_wanted: false,
  ship_from: from,
  created_at: '2025-10-30T10:12:00.000Z',
  created_by: 'Noor Visser',
  ended_at: null,
}

let api: ApiStub
beforeEach(() => {
  api = stubApi({
    'GET /api/v1/returns/form': { data: begin },
    'GET /api/v1/dropdown/countries': { data: [{ id: 'NL', name: 'Netherlands' }] },
    [SEND]: { data: one },
  })
})
const open = async (entityId?: number) => {
  const app = await renderPart(<ReturnDialog imei={IMEI} entityId={entityId} onClose={() => undefined} />)
  await screen.findByLabelText('Reason')
  return app
}
type App = Awaited<ReturnType<typeof open>>
const choose = async ({ actor }: App, reason: string) => {
  await actor.click(screen.getByLabelText('Reason'))
  await actor.click(await screen.findByText(reason))
}
const send = ({ actor }: App) => actor.click(screen.getByText('Send back'))

describe('sending a tracker back', () => {
  it('R-105 G-52 says what is missing, sends it, and ends in a number and a label to print', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined)
    const app = await open()
    await app.actor.clear(screen.getByLabelText('City'))
    await send(app)
    for (const text of ['Reason is required', 'City is required']) expect(await screen.findByText(text)).toBeVisible()
    expect(api.requestsTo(SEND)).toHaveLength(0)
    await choose(app, 'Other')
    await app.actor.click(screen.getByLabelText('City'))
    await app.actor.paste('Utrecht')
    await send(app)
    expect(await screen.findByText('Describe the reason')).toBeVisible()
    await app.actor.click(screen.getByLabelText('Note'))
    await app.actor.paste('Water in the housing')
    await app.actor.click(screen.getByLabelText('Replacement wanted'))
    await send(app)
    const dialog = await screen.findByRole('dialog', { name: 'On its way back' })
    expect(within(dialog).getByText(one.number)).toBeVisible()
    const [request] = api.requestsTo(SEND)
    expect(await request?.json()).toEqual({
      imei: IMEI,
      reason: 'other',
      note: 'Water in the housing',
      replacement_wanted: true,
      take_off: false,
      ship_from: from,
    })
    expect(request?.headers.get('idempotency-key')).toMatch(/./)
    expect(screen.getByTestId('return-label')).toHaveTextContent(/RMA-2026-000123-3.*356 307 042 441 013.*Fietsenmaker Jansen/)
    await app.actor.click(screen.getByText('Print label'))
    expect(print).toHaveBeenCalled()
  })

  it('R-105 takes it off its vehicle only when that is said', async () => {
    api.answer({
      'GET /api/v1/returns/form': { data: { ...begin, state: 'installed', entity_id: 41, entity_name: 'Cargo 041' } },
    })
    const app = await open()
    expect(screen.getByText(/The tracker is still on Cargo 041/)).toBeVisible()
    await choose(app, 'Defective')
    await send(app)
    expect(await screen.findByText('Confirm that you take the tracker off, or replace it first')).toBeVisible()
    await app.actor.click(screen.getByLabelText(/Take it off now/))
    await send(app)
    await screen.findByText('Print label')
    expect(await api.requestsTo(SEND)[0]?.json()).toMatchObject({ take_off: true })
  })

  it('R-105 tells what the server refuses, at its field', async () => {
    const postcode = ['Postcode is too long']
    api.answer({ [SEND]: problem(422, 'Postcode is too long', { errors: { 'ship_from.postcode': postcode } }) })
    const app = await open()
    await choose(app, 'End of contract')
    await send(app)
    await waitFor(() => expect(screen.getByLabelText('Postcode')).toHaveAccessibleDescription('Postcode is too long'))
  })

  it('R-105 shows the number of a tracker that is on its way already, and cancels it', async () => {
    api.answer({
      'GET /api/v1/returns/form': { data: { ...begin, state: 'returned', open_return: one } },
      'POST /api/v1/returns/8/cancel': { data: { ...one, state: 'cancelled', ended_at: one.created_at } },
    })
    const { actor } = await renderPart(<ReturnDialog imei={IMEI} onClose={() => undefined} />)
    expect(await screen.findByRole('dialog', { name: 'On its way back' })).toHaveTextContent(one.number)
    await actor.click(screen.getByText('Cancel return'))
    const asked = await screen.findByRole('alertdialog', { name: `Cancel ${one.number}?` })
    api.answer({ 'GET /api/v1/returns/form': { data: begin } })
    await actor.click(within(asked).getByText('Cancel return'))
    expect(await screen.findByText(`The return ${one.number} is cancelled.`)).toBeVisible()
    expect(await screen.findByLabelText('Reason')).toBeVisible()
  })
})

describe('photos of a return', () => {
  const taken = (name = 'broken.jpg') => new File(['with the place in it'], name, { type: 'image/jpeg' })

  beforeEach(drawPhotos)
  afterEach(() => jest.restoreAllMocks())
  const upload = ({ actor }: App, files: File[]) =>
    actor.upload(screen.getByLabelText('Choose photos', { selector: 'input' }), files)

  it('G-52 are sent as they were drawn anew, without what else the file held', async () => {
    api.answer({ [PHOTOS]: { data: { id: 1, place: 1, media_type: 'image/jpeg', bytes: 4, sha256: '' } } })
    const app = await open()
    await choose(app, 'Defective')
    await upload(app, [taken()])
    expect(await screen.findByAltText('Photo 1')).toBeVisible()
    await send(app)
    await screen.findByText('Print label')
    expect(await api.requestsTo(PHOTOS)[0]?.json()).toEqual({ content: '/9j/2w==' })
  })

  it('G-52 that did not arrive are sent again, and the return itself once', async () => {
    api.answer({ [PHOTOS]: problem(503, 'Unavailable for now') })
    const app = await open()
    await choose(app, 'Defective')
    await upload(app, [taken()])
    await screen.findByAltText('Photo 1')
    await send(app)
    expect(await screen.findByText(/1 photo did not arrive/)).toBeVisible()
    api.answer({ [PHOTOS]: { data: { id: 1, place: 1, media_type: 'image/jpeg', bytes: 4, sha256: '' } } })
    await app.actor.click(screen.getByText('Send again'))
    await waitFor(() => expect(screen.queryByText(/did not arrive/)).toBeNull())
    expect([api.requestsTo(SEND).length, api.requestsTo(PHOTOS).length]).toEqual([1, 2])
  })

  it('G-52 are shown with the return', async () => {
    const photo = { id: 4, place: 1, media_type: 'image/jpeg' as const, bytes: 4, sha256: '' }
    const known = { ...one, photos: [photo] }
    api.answer({
      'GET /api/v1/returns/form': { data: { ...begin, state: 'returned', open_return: known } },
      'GET /api/v1/returns/8': { data: known },
      'GET /api/v1/returns/8/photos/4': () => new Response(DRAWN, { headers: { 'content-type': 'image/jpeg' } }),
    })
    const { actor } = await renderPart(<ReturnDialog imei={IMEI} onClose={() => undefined} />)
    await actor.click(await screen.findByRole('button', { name: 'Enlarge photo 1' }))
    const large = await screen.findByRole('dialog', { name: 'Photo 1' })
    expect(within(large).getByAltText('Photo 1')).toHaveAttribute('src', 'blob:photo')
  })

  it('G-52 are five at most, are taken away again, and are pictures', async () => {
    const app = await open()
    await upload(
      app,
      [1, 2, 3, 4, 5, 6].map((at) => taken(`${at}.jpg`)),
    )
    expect(await screen.findByText('At most 5 photos; the others were left out.')).toBeVisible()
    expect(screen.getAllByAltText(/^Photo/)).toHaveLength(5)
    await app.actor.click(screen.getByLabelText('Remove photo 5'))
    expect(screen.getAllByAltText(/^Photo/)).toHaveLength(4)
    await upload(app, [taken('page.jpg')])
    expect(await screen.findByText('The browser cannot read this file as a photo.')).toBeVisible()
  })
})

describe('the return of a device', () => {
  const page = (data: Schemas['Return'][]) => ({
    data,
    meta: { current_page: 1, last_page: 1, per_page: 1, total: data.length },
  })

  it('R-105 is shown with its number and its state, and opens', async () => {
    api.answer({
      'GET /api/v1/returns': page([one]),
      'GET /api/v1/returns/form': { data: { ...begin, state: 'returned', open_return: one } },
    })
    const { actor } = await renderPart(<DeviceReturn deviceId={9} imei={IMEI} />)
    expect(await screen.findByText(one.number)).toBeVisible()
    expect(screen.getByText('On its way back')).toBeVisible()
    await actor.click(screen.getByText('Show return'))
    expect(await screen.findByText('Print label')).toBeVisible()
  })

  it('R-105 begins where there is none', async () => {
    api.answer({ 'GET /api/v1/returns': page([]) })
    const { actor } = await renderPart(<DeviceReturn deviceId={9} imei={IMEI} />)
    await actor.click(await screen.findByText('Return a tracker'))
    expect(await screen.findByLabelText('Reason')).toBeVisible()
  })
})
