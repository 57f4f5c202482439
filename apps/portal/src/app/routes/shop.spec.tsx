import { screen, waitFor, within } from '@testing-library/react'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aConfig, aSummary, noMarkers } from '../../testing/fixtures.js'
import { watchTabs } from '../../testing/opened-tab.js'
import { renderApp } from '../../testing/render-app.js'

const LINK = 'POST /api/v1/shop/links'
const ADDRESS = 'https://shop.example/dealers?token=rbs_made-at-the-click'
const config = aConfig({ shop_url: 'https://shop.example/dealers' })
const inSidebar = () => within(screen.getByRole('navigation', { name: 'Main navigation' }))

describe('R-016 the way to the shop', () => {
  let api: ApiStub
  beforeEach(() => {
    api = stubApi({
      'GET /api/v1/dashboard/summary': { data: aSummary() },
      'GET /api/v1/map/markers': { data: noMarkers },
      [LINK]: { data: { url: ADDRESS, expires_at: '2025-10-30T08:13:00.000Z' } },
    })
  })

  it.each([
    ['the sidebar', '/', () => inSidebar().findByRole('button', { name: 'Shop, opens in a new tab' })],
    [
      'the home tile',
      '/',
      async () =>
        within(await screen.findByRole('list', { name: 'Screens' })).getByRole('button', { name: 'Shop, opens in a new tab' }),
    ],
    ['the shop page', '/shop', () => screen.findByRole('button', { name: 'Open the shop' })],
  ])(
    'R-054 R-224 from %s opens a new tab, without opener or referrer, with a one-time token made at the click',
    async (_from, at, find) => {
      const tabs = watchTabs()
      const app = await renderApp(at, { config })
      const entry = await find()
      expect(api.requestsTo(LINK)).toHaveLength(0)
      await app.actor.click(entry)
      await waitFor(() => expect(tabs[0]?.visits).toHaveLength(1))
      expect(tabs).toHaveLength(1)
      expect(tabs[0]).toMatchObject({ opener: null, closed: false })
      expect(tabs[0]?.visits).toEqual([{ url: ADDRESS, rel: 'noopener noreferrer', referrerPolicy: 'no-referrer' }])
      expect(app.address()).toBe(at)
    },
  )

  it('R-054 sends the session’s bearer token to the API alone, never in an address', async () => {
    const tabs = watchTabs()
    const app = await renderApp('/shop', { config })
    await app.actor.click(await screen.findByRole('button', { name: 'Open the shop' }))
    await waitFor(() => expect(tabs[0]?.visits).toHaveLength(1))
    expect(api.requestsTo(LINK)[0]?.headers.get('authorization')).toBe('Bearer test-token')
    for (const url of [tabs[0]?.visits[0]?.url, ...api.requests.map((request) => request.url)])
      expect(url).not.toContain('test-token')
  })

  it('makes a new token at every click', async () => {
    const tabs = watchTabs()
    const app = await renderApp('/shop', { config })
    const button = await screen.findByRole('button', { name: 'Open the shop' })
    await app.actor.click(button)
    await waitFor(() => expect(tabs[0]?.visits).toHaveLength(1))
    await app.actor.click(button)
    await waitFor(() => expect(tabs[1]?.visits).toHaveLength(1))
    expect(api.requestsTo(LINK)).toHaveLength(2)
  })

  it('closes the tab and shows the server’s words when there is no link', async () => {
    api.answer({ [LINK]: problem(404, 'No shop is configured') })
    const tabs = watchTabs()
    const app = await renderApp('/shop', { config })
    await app.actor.click(await screen.findByRole('button', { name: 'Open the shop' }))
    expect(await screen.findByText('No shop is configured')).toBeVisible()
    expect(tabs[0]).toMatchObject({ closed: true, visits: [] })
  })

  it('says that the browser blocked the tab, and spends no token on it', async () => {
    watchTabs({ isBlocked: true })
    const app = await renderApp('/shop', { config })
    await app.actor.click(await screen.findByRole('button', { name: 'Open the shop' }))
    expect(await screen.findByText(/Your browser blocked the new tab/)).toBeVisible()
    expect(api.requestsTo(LINK)).toHaveLength(0)
  })

  it('stands nowhere to be chosen where no shop is configured', async () => {
    await renderApp('/')
    const tiles = within(await screen.findByRole('list', { name: 'Screens' }))
    expect(await tiles.findByText('Subscriptions')).toBeVisible()
    expect(tiles.queryByText('Shop')).not.toBeInTheDocument()
    expect(inSidebar().queryByText('Shop')).not.toBeInTheDocument()
  })

  it('says so at its address where no shop is configured', async () => {
    await renderApp('/shop')
    expect(await screen.findByText('No shop is configured')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Open the shop' })).not.toBeInTheDocument()
  })
})
