import { screen, waitFor } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { someBusinesses } from '../../testing/some-businesses.js'

const RESTS = '/api/v1/businesses/10/trip-rests'
const vendor = { business_id: 3, name: 'Domstad Mobiliteit' }
const own = { business_id: 10, name: 'Gemeente Lunetten' }

const rests = (moped: number | null, updated_at: string): { data: components['schemas']['TripRests'] } => {
  const inherited = { rest_minutes: 2, from: vendor }
  return {
    data: {
      updated_at,
      rests: [
        { vehicle_type: 'eBike', rest_minutes: null, in_force: 5, from: null, inherited: { rest_minutes: 5, from: null } },
        { vehicle_type: 'moped', rest_minutes: moped, in_force: moped ?? 2, from: moped === null ? vendor : own, inherited },
      ],
    },
  }
}

describe('the rests of a business', () => {
  let api: ApiStub
  beforeEach(() => {
    api = stubApi({
      'GET /api/v1/businesses/tree': { data: someBusinesses() },
      'GET /api/v1/businesses/10': () => problem(503, 'Unavailable'),
      [`GET ${RESTS}`]: rests(null, '2025-10-01T00:00:00.000Z'),
    })
  })
  const open = (user = aUser()) => renderApp('/businesses?business=10&dialog=rests:business', { user })
  const choose = async (actor: Awaited<ReturnType<typeof open>>['actor'], type: string, option: string) => {
    await actor.click(await screen.findByRole('combobox', { name: type }))
    await actor.click(await screen.findByRole('option', { name: option }))
  }

  it('G-104 shows for each type of vehicle after how long a trip ends and who says so', async () => {
    await open()
    expect(await screen.findByRole('dialog', { name: 'When a trip ends' })).toHaveTextContent('Gemeente Lunetten')
    expect(await screen.findByRole('combobox', { name: 'eBike' })).toHaveTextContent('Standard: 5 min')
    expect(screen.getByRole('combobox', { name: 'Moped' })).toHaveTextContent('As Domstad Mobiliteit: 2 min')
  })

  it('G-104 says what the older trips do', async () => {
    await open()
    expect(await screen.findByText(/Older trips stay as they are until your operator recalculates them/)).toBeVisible()
  })

  it('G-104 chooses minutes for one type and leaves the others to the businesses above', async () => {
    api.answer({ [`PUT ${RESTS}`]: rests(15, '2025-10-02T00:00:00.000Z') })
    const { actor } = await open()
    await choose(actor, 'Moped', '15 min')
    expect(screen.getByText('Chosen here; Domstad Mobiliteit has 2 min')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Save rests' }))
    expect(await screen.findByText('Rests of Gemeente Lunetten saved')).toBeInTheDocument()
    const [request] = api.requestsTo(`PUT ${RESTS}`)
    expect(request?.headers.get('if-match')).toBe('W/"2025-10-01T00:00:00.000Z"')
    expect(await request?.json()).toEqual({
      rests: [
        { vehicle_type: 'eBike', rest_minutes: null },
        { vehicle_type: 'moped', rest_minutes: 15 },
      ],
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('G-104 goes back to what is above', async () => {
    api.answer({
      [`GET ${RESTS}`]: rests(15, '2025-10-01T00:00:00.000Z'),
      [`PUT ${RESTS}`]: rests(null, '2025-10-02T00:00:00.000Z'),
    })
    const { actor } = await open()
    await choose(actor, 'Moped', 'As Domstad Mobiliteit: 2 min')
    await actor.click(screen.getByRole('button', { name: 'Save rests' }))
    await waitFor(() => expect(api.requestsTo(`PUT ${RESTS}`)).toHaveLength(1))
    const { rests: sent } = (await api.requestsTo(`PUT ${RESTS}`)[0]!.json()) as components['schemas']['OwnTripRests']
    expect(sent.map(({ rest_minutes }) => rest_minutes)).toEqual([null, null])
  })

  it('G-29 brings in what somebody else chose meanwhile, below what was chosen here', async () => {
    let puts = 0
    api.answer({
      [`PUT ${RESTS}`]: () => {
        puts += 1
        return puts === 1
          ? problem(412, 'Somebody changed this in the meantime')
          : Response.json(rests(9, '2025-10-03T00:00:00.000Z'))
      },
    })
    const { actor } = await open()
    await choose(actor, 'eBike', '1 min')
    api.answer({ [`GET ${RESTS}`]: rests(9, '2025-10-02T00:00:00.000Z') })
    await actor.click(screen.getByRole('button', { name: 'Save rests' }))
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Moped' })).toHaveTextContent('9 min'))
    expect(screen.getByRole('combobox', { name: 'eBike' })).toHaveTextContent('1 min')
    await actor.click(screen.getByRole('button', { name: 'Save rests' }))
    await waitFor(() => expect(api.requestsTo(`PUT ${RESTS}`)).toHaveLength(2))
    expect(api.requestsTo(`PUT ${RESTS}`)[1]?.headers.get('if-match')).toBe('W/"2025-10-02T00:00:00.000Z"')
  })

  it('is found in the menu of the business, and is not for who may not change it', async () => {
    const { actor, address, unmount } = await renderApp('/businesses?business=10', { user: aUser() })
    await actor.click((await screen.findAllByRole('button', { name: 'Actions for Gemeente Lunetten' })).at(-1)!)
    await actor.click(await screen.findByRole('menuitem', { name: /When a trip ends/ }))
    await waitFor(() => expect(address()).toBe('/businesses?business=10&dialog=rests%3Abusiness'))
    unmount()
    await open(aUser({ permissions: aUser().permissions.filter((one) => one !== 'update:business') }))
    await screen.findByRole('tree')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(api.requestsTo(`GET ${RESTS}`)).toHaveLength(1)
  })
})
