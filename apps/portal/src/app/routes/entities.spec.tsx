import { screen, waitFor, within } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const LIST = 'GET /api/v1/entities/index'
const now = Date.parse('2025-10-30T08:12:00Z')

const entity: components['schemas']['Entity'] = {
  id: 42,
  name: 'Cargo 042',
  short_name: null,
  entity_name: 'Cargo 042',
  frame_number: 'UA24-118-0042',
  license_plate: null,
  vehicle_type: 'eCargoBike',
  brand: 'Urban Arrow',
  model: 'Cargo L',
  color: null,
  engine_brand: null,
  engine_model: null,
  power_unit: null,
  odo: 12_482_300,
  imei: '352625698104217',
  device_id: 9,
  device_model: 'FMB920',
  has_customer: false,
  consumer_name: null,
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  sub_vendor_name: 'Domstad Mobiliteit',
  created_at: '2025-01-01T00:00:00.000Z',
  updated_at: '2025-01-01T00:00:00.000Z',
  created_by: null,
  last_seen: '2025-10-30T08:11:30.000Z',
  motion: 'idle',
  connection: 'live',
  lifecycle: 'installed',
  location_hidden: false,
  position: null,
  tags: [],
}

describe('the list of entities', () => {
  let api: ApiStub
  beforeEach(() => {
    const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
    api = stubApi({ [LIST]: { data: [entity], meta } })
  })

  it('R-234 shows each vehicle with its type, tracker, odometer, age and state', async () => {
    await renderApp('/entities', { now })
    const row = await screen.findByRole('row', { name: /Cargo 042/ })
    for (const text of ['UA24-118-0042', 'eCargoBike', 'Cargo L', '352 625 698 104 217', '12,482', '30 s ago', 'Idle'])
      expect(row).toHaveTextContent(text)
    expect(within(row).getByRole('link', { name: 'Cargo 042' })).toHaveAttribute('href', '/entity-status/42')
  })

  it('offers no way to the map to who may not see it', async () => {
    const { actor } = await renderApp('/entities', { now, user: aUser({ permissions: ['index:entity'] }) })
    const row = await screen.findByRole('row', { name: /Cargo 042/ })
    expect(within(row).queryByRole('link')).not.toBeInTheDocument()
    await actor.click(within(row).getByRole('button', { name: 'Actions for Cargo 042' }))
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Copy IMEI'])
  })

  it('T-05 downloads as CSV exactly the view: its filters, order and columns, times in the user’s zone', async () => {
    const files: string[] = []
    URL.createObjectURL = () => 'blob:csv'
    URL.revokeObjectURL = () => undefined
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download)
    })
    const { actor } = await renderApp('/entities?f.state=moving&sort=name&cols=name,state', { now })
    await screen.findByRole('row', { name: /Cargo 042/ })
    await actor.click(screen.getByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(files).toEqual(['entities.csv']))
    const { searchParams } = new URL(api.requestsTo(LIST).at(-1)?.url ?? '')
    expect(Object.fromEntries(searchParams)).toEqual({
      orderBy: 'name',
      sortedBy: 'asc',
      searchFields: 'state:inmoving',
      searchJoin: 'and',
      format: 'csv',
      columns: 'name,state',
      tz: 'Europe/Amsterdam',
    })
    click.mockRestore()
  })
})
