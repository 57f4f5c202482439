import { act, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { useNotify, type Notify } from '../../components/notifications/use-notify.js'
import { browser } from '../../lib/browser.js'
import { stubApi } from '../../testing/api-stub.js'
import { aSummary, noMarkers } from '../../testing/fixtures.js'
import { renderApp, renderPart } from '../../testing/render-app.js'
import { PHONE, setViewport } from '../../testing/viewport.js'

/** File of a lazily loaded part: unavailable while the network is down or after a new release removed it. */
const mockFile = {
  isThere: false,
  read: (part: string): unknown => {
    if (!mockFile.isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return jest.requireActual(part)
  },
}
jest.mock('./language-list.js', () => mockFile.read('./language-list.js'))
jest.mock('./menu-drawer.js', () => mockFile.read('./menu-drawer.js'))
jest.mock('./outbox-strip.js', () => mockFile.read('./outbox-strip.js'))
jest.mock('../../features/analytics/analytics-screen.js', () => mockFile.read('../../features/analytics/analytics-screen.js'))
jest.mock('./support-contacts.js', () => mockFile.read('./support-contacts.js'))
jest.mock('../shortcuts/keyboard-shortcuts.js', () => mockFile.read('../shortcuts/keyboard-shortcuts.js'))
jest.mock('../../components/notifications/toasts.js', () => mockFile.read('../../components/notifications/toasts.js'))
jest.mock('../../components/tooltip-bubble.js', () => mockFile.read('../../components/tooltip-bubble.js'))

/** Makes the file available and waits until it is requested again. */
async function arrive() {
  mockFile.isThere = true
  await act(() => jest.advanceTimersByTimeAsync(60_000))
}
const press = (button: HTMLElement) =>
  act(async () => {
    button.focus()
    button.click()
  })

describe('the frame without what opens over it', () => {
  beforeEach(() => {
    mockFile.isThere = false
    jest.useFakeTimers()
    stubApi({
      'GET /api/v1/dashboard/summary': { data: aSummary() },
      'GET /api/v1/map/markers': { data: noMarkers },
      'PUT /api/v1/account/update': { data: {} },
    })
  })
  afterEach(() => jest.useRealTimers())

  it('stands, and has a menu that was asked for as soon as it has come, with the keyboard in it', async () => {
    const { address } = await renderApp('/reports')
    const button = screen.getByRole('button', { name: 'EN Language: English' })
    await press(button)
    await press(screen.getByRole('link', { name: 'Home' }))
    expect(address()).toBe('/')
    expect(await screen.findByRole('heading', { level: 1, name: /^Good/ })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Log out' })).toBeVisible()

    await arrive()
    expect(screen.getByRole('menuitemradio', { name: 'English' })).toHaveFocus()
    await press(screen.getByRole('menuitemradio', { name: 'English' }))
    await act(() => jest.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it('T-08 says on a screen whose file does not come that the server cannot be reached', async () => {
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const reload = jest.spyOn(browser, 'reload').mockImplementation(() => undefined)
    await renderApp('/reports')
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    await press(screen.getByRole('link', { name: 'Analytics' }))
    await act(() => jest.advanceTimersByTimeAsync(10_000))
    expect(screen.getByRole('heading', { level: 1, name: 'No connection to the server' })).toBeVisible()
    globalThis.fetch = () => Promise.resolve(new Response('ok'))
    await act(() => jest.advanceTimersByTimeAsync(5_000))
    expect(reload).toHaveBeenCalledTimes(1)
    quiet.mockRestore()
    reload.mockRestore()
  })

  it('has its way elsewhere on a phone', async () => {
    setViewport(PHONE)
    await renderApp('/reports')
    await press(screen.getByRole('button', { name: 'Open menu' }))
    expect(screen.getByRole('main')).toBeVisible()
    await arrive()
    expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  })

  it('shows what was said before it could be shown, the newest', async () => {
    let notify: Notify | undefined
    function Caller() {
      const held = useNotify()
      useEffect(() => {
        notify = held
      }, [held])
      return <p>the screen</p>
    }
    await renderPart(<Caller />)
    await act(async () => notify?.warning('The first'))
    await act(async () => notify?.success('The second'))
    expect(screen.getByText('the screen')).toBeVisible()
    mockFile.isThere = true
    await act(() => jest.advanceTimersByTimeAsync(2_000))
    expect(screen.getByRole('status')).toHaveTextContent('The second')
    expect(screen.queryByText('The first')).toBeNull()
  })
})
