import { screen, within } from '@testing-library/react'
import { stubApi, problem } from '../../../testing/api-stub.js'
import { renderPart } from '../../../testing/render-app.js'
import { type SharedVehicle, SharedVehiclePage } from '../shared/shared-vehicle-page.js'
import { ShareVehicle } from './share-vehicle.js'

const now = Date.parse('2026-11-23T08:12:00Z')
const aShare = {
  id: 5,
  created_by: 'Marit de Wolf',
  created_at: '2026-11-23T06:00:00.000Z',
  expires_at: '2026-11-23T16:00:00.000Z',
  revoked_at: null,
  is_live: true,
  views: 3,
  last_viewed_at: '2026-11-23T08:00:00.000Z',
}
const shared: SharedVehicle = {
  since: '2026-11-23T06:00:00.000Z',
  expires_at: '2026-11-23T16:00:00.000Z',
  now: new Date(now).toISOString(),
  position: null,
  trail: [],
  vehicle: { name: 'Cargo 042', vehicle_type: 'cargo', brand: 'Koga', model: 'E-Nova', color: 'Black', license_plate: 'FL 42' },
}

describe('a vehicle shared by link', () => {
  it('has its links with their views, makes one that is shown once, and takes one back', async () => {
    const api = stubApi({
      'GET /api/v1/entities/42/shares': { data: [aShare] },
      'POST /api/v1/entities/42/shares': { data: { ...aShare, id: 6, link: '/shared-vehicle#secret' } },
      'DELETE /api/v1/entities/42/shares/5': new Response(null, { status: 204 }),
    })
    const { actor } = await renderPart(<ShareVehicle id={42} name="Cargo 042" onClose={() => undefined} />, { now })
    const dialog = within(await screen.findByRole('dialog', { name: 'Share Cargo 042' }))
    expect(await dialog.findByText('Marit de Wolf · opened 3 times')).toBeVisible()
    await actor.click(dialog.getByRole('button', { name: 'Make link' }))
    expect(await dialog.findByDisplayValue(/\/shared-vehicle#secret$/)).toBeVisible()
    expect(await api.requestsTo('POST /api/v1/entities/42/shares')[0]?.json()).toEqual({ hours: 8 })
    await actor.click(dialog.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('The link no longer works')).toBeVisible()
  })

  it('is seen by the link alone, without an account, and says nothing of what is not known', async () => {
    const position = {
      latitude: 47.1,
      longitude: 9.5,
      positioned_at: shared.now,
      speed_kph: 0,
      heading: 0,
      is_moving: false,
      doubt_m: 0,
    }
    const drawn = jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    const api = stubApi({ 'POST /api/v1/shared-vehicle': { data: { ...shared, position } } })
    await renderPart(<SharedVehiclePage link="secret" />, { now })
    expect(await screen.findByRole('heading', { name: 'Cargo 042' })).toBeVisible()
    expect(screen.getByText('FL 42')).toBeVisible()
    expect(screen.getByText('Standing')).toBeVisible()
    for (const label of ['Speed', 'Accurate to']) expect(screen.queryByText(label)).toBeNull()
    expect(await api.requestsTo('POST /api/v1/shared-vehicle')[0]?.json()).toEqual({ link: 'secret' })
    drawn.mockRestore()
  })

  it.each(['', 'over'])('says of a link that opens nothing (%j) no more than that', async (link) => {
    stubApi({ 'POST /api/v1/shared-vehicle': problem(404, 'There is no such link') })
    await renderPart(<SharedVehiclePage link={link} />, { now })
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })
})
