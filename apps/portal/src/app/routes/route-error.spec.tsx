import { act, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { LIMITS } from '../../config/limits.js'
import { browser } from '../../lib/browser.js'
import { renderPart } from '../../testing/render-app.js'
import { ChunkLoadError } from '../../lib/parts/late-part.js'
import { lazyRoute } from '../lazy-route.js'
import { RouteError } from './route-error.js'

const page = (entry: string) => new Response(`<script type="module" crossorigin src="${entry}"></script>`)

describe('a screen that cannot be shown', () => {
  /** Entry script of the running build. */
  const running = document.createElement('script')
  const reload = jest.spyOn(browser, 'reload').mockImplementation(() => undefined)
  /** React also reports each caught crash to the console. */
  let quiet: jest.SpyInstance
  beforeEach(() => {
    jest.clearAllMocks()
    running.type = 'module'
    running.setAttribute('src', '/assets/index-old.js')
    document.head.append(running)
    quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => quiet.mockRestore())

  const openFailing = (failure: Error) =>
    renderPart(
      <RouterProvider
        router={createMemoryRouter([
          {
            path: '/',
            lazy: lazyRoute(() => Promise.reject(failure)),
            errorElement: <RouteError />,
            HydrateFallback: () => null,
          },
        ])}
      />,
    )

  it('R-345 gives a script 120 s, then fails with a chunk-load error', async () => {
    jest.useFakeTimers()
    const load = lazyRoute(() => new Promise(() => undefined)) as unknown as () => Promise<{ Component: () => unknown }>
    const loading = load()
    await act(() => jest.advanceTimersByTimeAsync(LIMITS.chunkLoadTimeoutMs))
    expect((await loading).Component).toThrow(ChunkLoadError)
    jest.useRealTimers()
  })

  it('R-345 says that a new version is available, and reloads by itself once for a new build, never in a loop (G-91)', async () => {
    globalThis.fetch = () => Promise.resolve(page('/assets/index-new.js'))
    const { unmount } = await openFailing(new Error('gone'))
    expect(await screen.findByRole('heading', { level: 1, name: 'A new version is available' })).toBeVisible()
    await waitFor(() => expect(browser.reload).toHaveBeenCalledTimes(1))
    unmount()
    await openFailing(new Error('still gone'))
    const button = await screen.findByRole('button', { name: 'Reload' })
    expect(browser.reload).toHaveBeenCalledTimes(1)
    act(() => button.click())
    expect(browser.reload).toHaveBeenCalledTimes(2)
  })

  it('does not reload by itself while the build is the same', async () => {
    const asked = jest.fn(() => Promise.resolve(page('/assets/index-old.js')))
    globalThis.fetch = asked
    await openFailing(new Error('gone'))
    await waitFor(() => expect(asked).toHaveBeenCalled())
    await screen.findByRole('button', { name: 'Reload' })
    expect(browser.reload).not.toHaveBeenCalled()
  })

  it('T-08 says that the server cannot be reached, and loads the page again as soon as it can', async () => {
    jest.useFakeTimers()
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    await openFailing(new Error('no connection'))
    await act(() => jest.advanceTimersByTimeAsync(60_000))
    expect(screen.getByRole('heading', { level: 1, name: 'No connection to the server' })).toBeVisible()
    expect(browser.reload).not.toHaveBeenCalled()
    globalThis.fetch = () => Promise.resolve(page('/assets/index-old.js'))
    await act(() => jest.advanceTimersByTimeAsync(5_000))
    expect(browser.reload).toHaveBeenCalledTimes(1)
    jest.useRealTimers()
  })

  it('keeps a crash inside its own page', async () => {
    const Broken = () => {
      throw new Error('broken')
    }
    const router = createMemoryRouter([{ path: '/', element: <Broken />, errorElement: <RouteError /> }])
    await renderPart(<RouterProvider router={router} />)
    expect(await screen.findByRole('heading', { level: 1, name: 'This page stopped working' })).toBeVisible()
    expect(reload).not.toHaveBeenCalled()
  })
})
