import { screen, waitFor } from '@testing-library/react'
import { type ApiStub, stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const IMPORT = 'POST /api/v1/geofences/imports'
const created = [
  { name: 'Depot', kind: 'circle', shape: { type: 'Point', coordinates: [9.52, 47.14] }, reach_m: 250, thinned: null },
]
const failed = [{ nth: 2, name: '', message: 'has no shape' }]
let api: ApiStub
beforeEach(() => {
  api = stubApi({
    'GET /api/v1/geofences': { data: [], meta: { current_page: 1, last_page: 1, per_page: 15, total: 0 } },
    [IMPORT]: { data: { dry_run: true, created, failed } },
  })
})

describe('geofences of another system', () => {
  it('are shown with what becomes nothing before they are made, once', async () => {
    const { actor } = await renderApp('/geofences', { user: aUser({ permissions: ['read:map', 'manage:alerts'] }) })
    await actor.click(await screen.findByRole('button', { name: 'Import' }))
    expect(screen.getByRole('button', { name: 'Create geofences' })).toBeDisabled()
    const places = '{"type":"Point","coordinates":[9.52,47.14]}'
    const file = new File([places], 'yards.geojson')
    await actor.upload(screen.getByLabelText('Choose a file', { selector: 'input' }), file)
    expect(await screen.findByText('Place 2: has no shape')).toBeVisible()
    expect(await api.requestsTo(IMPORT)[0]?.json()).toMatchObject({ content: btoa(places), dry_run: true, reach_m: 100 })
    await actor.click(screen.getByRole('button', { name: 'Create 1 geofence' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(api.requestsTo(IMPORT)).toHaveLength(2)
    expect(await api.requestsTo(IMPORT)[1]?.json()).toMatchObject({ dry_run: false })
  })

  it('of several parts and very many points are shown whole, and whoever has latitude first can say so', async () => {
    const ring = (west: number) => [[west, 47.1], [west + 0.1, 47.1], [west + 0.1, 47.2], [west, 47.1]] // prettier-ignore
    const zone = {
      name: 'Zone',
      kind: 'polygon',
      shape: { type: 'MultiPolygon', coordinates: [[ring(9.5)], [ring(9.7)]] },
      reach_m: null,
      thinned: { points_before: 5_000, points: 980, moved_m: 3.6 },
    }
    api = stubApi({
      'GET /api/v1/geofences': { data: [], meta: { current_page: 1, last_page: 1, per_page: 15, total: 0 } },
      [IMPORT]: { data: { dry_run: true, created: [zone], failed: [] } },
    })
    const { actor } = await renderApp('/geofences', { user: aUser({ permissions: ['read:map', 'manage:alerts'] }) })
    await actor.click(await screen.findByRole('button', { name: 'Import' }))
    await actor.upload(screen.getByLabelText('Choose a file', { selector: 'input' }), new File(['PK'], 'zones.kmz'))
    expect(await screen.findByText('Zone: 980 of 5,000 points are kept, and the edge moves by 4 m at most')).toBeVisible()
    await actor.click(screen.getByRole('checkbox', { name: /^Latitude first/ }))
    await waitFor(() => expect(api.requestsTo(IMPORT)).toHaveLength(2))
    expect(await api.requestsTo(IMPORT)[1]?.json()).toMatchObject({ latitude_first: true, dry_run: true })
  })
})
