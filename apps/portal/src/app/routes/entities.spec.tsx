import { screen, waitFor, within } from '@testing-library/react'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { aVehicle } from '../../testing/some-vehicles.js'

const LIST = 'GET /api/v1/entities/index'
const now = Date.parse('2025-10-30T08:12:00Z')

const entity = aVehicle()
describe('the list of entities', () => {
  let api: ApiStub
  const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1 }
  beforeEach(() => {
    api = stubApi({ [LIST]: { data: [entity], meta } })
  })

  it('R-234 shows each vehicle with its type, tracker, odometer, age and state', async () => {
    await renderApp('/entities', { now })
    const row = await screen.findByRole('row', { name: /Cargo 042/ })
    for (const text of ['UA24-118-0042', 'eCargoBike', 'Cargo L', '352 625 698 104 217', '12,482', '30 s ago', 'Idle'])
      expect(row).toHaveTextContent(text)
    expect(within(row).getByRole('link', { name: 'Cargo 042' })).toHaveAttribute('href', '/entities/42')
  })

  it('G-106 says hidden where the times of a customer’s vehicle are, and judges it as the API does', async () => {
    const hidden = { location_hidden: true, last_seen: null, odo: 0, connection: 'reported', motion: 'idle' } as const
    api.answer({ [LIST]: { data: [aVehicle(hidden)], meta } })
    await renderApp('/entities', { now })
    const row = await screen.findByRole('row', { name: /Cargo 042/ })
    expect(row).toHaveTextContent('Hidden')
    expect(row).toHaveTextContent('Idle')
    expect(within(row).queryByText('0')).toBeNull()
    expect(row).not.toHaveTextContent(/Never|Offline/)
  })

  it('offers no way to the map to who may not see it', async () => {
    const { actor } = await renderApp('/entities', { now, user: aUser({ permissions: ['index:entity'] }) })
    const row = await screen.findByRole('row', { name: /Cargo 042/ })
    await actor.click(within(row).getByRole('button', { name: 'Actions for Cargo 042' }))
    await screen.findAllByRole('menuitem')
    expect(screen.queryByRole('menuitem', { name: 'Show on map' })).not.toBeInTheDocument()
  })

  it('T-10 shows what Home counted: the vehicles with one need, under its name', async () => {
    await renderApp('/entities?f.needs=low_battery', { now })
    await screen.findByRole('row', { name: /Cargo 042/ })
    expect(new URL(api.requestsTo(LIST).at(-1)?.url ?? '').searchParams.get('searchFields')).toBe('needs:inlow_battery')
    expect(screen.getByRole('button', { name: /Needs attention.*Battery low/ })).toBeInTheDocument()
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
