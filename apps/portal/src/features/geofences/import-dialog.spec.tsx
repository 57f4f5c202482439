import { screen, waitFor } from '@testing-library/react'
import { type ApiStub, stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const IMPORT = 'POST /api/v1/geofences/imports'
const created = [{ name: 'Depot', kind: 'circle', shape: { type: 'Point', coordinates: [9.52, 47.14] }, reach_m: 250 }]
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
    expect(screen.getByRole('button', { name: 'Make geofences' })).toBeDisabled()
    const places = '{"type":"Point","coordinates":[9.52,47.14]}'
    const file = Object.assign(new File([places], 'yards.geojson'), { text: () => Promise.resolve(places) })
    await actor.upload(screen.getByLabelText('Choose a file', { selector: 'input' }), file)
    expect(await screen.findByText('Place 2: has no shape')).toBeVisible()
    expect(await api.requestsTo(IMPORT)[0]?.json()).toMatchObject({ dry_run: true, reach_m: 100 })
    await actor.click(screen.getByRole('button', { name: 'Make 1 geofence' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(api.requestsTo(IMPORT)).toHaveLength(2)
    expect(await api.requestsTo(IMPORT)[1]?.json()).toMatchObject({ dry_run: false })
  })
})
