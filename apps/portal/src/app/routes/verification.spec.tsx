import { screen, within } from '@testing-library/react'
import { aVerification, aVerified } from '../../features/install/verification/testing/some-verification.js'
import { stubApi } from '../../testing/api-stub.js'
import { aSummary, aUser, noMarkers } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { aVehicle } from '../../testing/some-vehicles.js'

const now = Date.parse('2025-10-30T11:00:00Z')
const one = (entity_id: number, cause: string | null) => ({
  entity_id,
  entity_name: `Cargo 0${entity_id}`,
  license_plate: null,
  business_name: 'Domstad Mobiliteit',
  imei: '352625698104217',
  installed_at: '2025-10-30T10:42:00.000Z',
  cause,
})
const UNVERIFIED = 'GET /api/v1/install-devices/unverified'
const home = (data: object[]) =>
  stubApi({
    'GET /api/v1/dashboard/summary': { data: aSummary() },
    'GET /api/v1/map/markers': { data: noMarkers },
    [UNVERIFIED]: { data },
  })

describe('installations that nobody has seen working, on Home', () => {
  it('G-57 are told with the likely cause, each with the way to its checks', async () => {
    home([one(42, 'no-fix'), one(43, null)])
    await renderApp('/', { now })
    const card = await screen.findByRole('region', { name: 'Not verified yet (2)' })
    expect(within(card).getByRole('link', { name: 'Cargo 042' })).toHaveAttribute('href', '/entities/42')
    const [first, second] = within(card).getAllByRole('listitem')
    expect(first).toHaveTextContent('No satellites in sight · Domstad Mobiliteit18 min ago')
    expect(second).toHaveTextContent('Waiting')
  })

  it('G-57 lead those who may not see the vehicle’s page to the live test', async () => {
    home([one(42, 'silent')])
    await renderApp('/', { now, user: aUser({ permissions: ['create:entity'] }) })
    const link = await screen.findByRole('link', { name: 'Cargo 042' })
    expect(link).toHaveAttribute('href', '/install-devices?tab=status&imei=352625698104217')
  })

  it('G-57 take no place where there are none, and nobody’s time who may not install', async () => {
    const api = home([])
    const { unmount } = await renderApp('/', { now })
    await screen.findByText('486')
    expect(screen.queryByRole('region', { name: /Not verified/ })).toBeNull()
    unmount()
    const asked = api.requestsTo(UNVERIFIED).length
    await renderApp('/', { now, user: aUser({ permissions: ['index:dashboard', 'read:map'] }) })
    await screen.findByText('486')
    expect(api.requestsTo(UNVERIFIED)).toHaveLength(asked)
  })
})

describe('an installation on the page of its vehicle', () => {
  const page = (verification: object) =>
    stubApi({
      'GET /api/v1/entities/42': { data: aVehicle() },
      'GET /api/v1/entities/42/timeline': { data: [], meta: { current_page: 1, last_page: 1, per_page: 20, total: 0 } },
      'GET /api/v1/install-devices/verification/42': { data: verification },
    })
  const user = aUser({ permissions: ['index:entity', 'create:entity'] })

  it('G-57 shows its checks while one is open', async () => {
    page(aVerification({}, { network: { state: 'passed', passed_at: '2025-10-30T10:59:00.000Z' } }))
    await renderApp('/entities/42', { now, user })
    expect(await screen.findByText('Waiting for GPS')).toBeVisible()
  })

  it('G-57 is over after a day: the vehicle’s connection is the one truth then', async () => {
    const silent = { state: 'suspect', cause: 'no-message' } as const
    page(aVerification({ ...silent, waited_s: 8_640_660, silent_s: 8_640_660, is_overdue: true }, { network: silent }))
    await renderApp('/entities/42', { now, user })
    expect(await screen.findByText(/The check ended a day after the installation/)).toBeVisible()
    expect(screen.queryByText(/defective|minutes|Nothing has arrived/)).toBeNull()
  })

  it('G-57 shows none when it is verified', async () => {
    const api = page(aVerified())
    await renderApp('/entities/42', { now, user })
    await screen.findByRole('heading', { level: 1, name: 'Cargo 042' })
    expect(api.requestsTo('GET /api/v1/install-devices/verification/42')).toHaveLength(1)
    expect(screen.queryByText('Check of the installation')).toBeNull()
  })
})
