jest.mock('workbox-precaching', () => ({ matchPrecache: jest.fn(), precacheAndRoute: jest.fn() }))
jest.mock('workbox-routing', () => ({ NavigationRoute: class {}, registerRoute: jest.fn() }))

const show = jest.fn(async () => undefined)
const openWindow = jest.fn(async () => undefined)

/** Fires an event at the worker. @returns once the worker's work is done */
async function happen(name: string, what: object): Promise<void> {
  const works: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => works.push(work)
  window.dispatchEvent(Object.assign(new Event(name), what, { waitUntil }))
  await Promise.all(works)
}

describe('a push to this browser', () => {
  beforeAll(async () => {
    Object.assign(window, { __WB_MANIFEST: [], registration: { showNotification: show }, clients: { openWindow } })
    await import('./sw.js')
  })
  beforeEach(() => jest.clearAllMocks())

  it('R-210 is shown with its title and words, in the place of the one that it repeats', async () => {
    const pushed = { title: 'Winter check', body: 'Book it now', tag: 'notification-7', path: '/?from=push' }
    await happen('push', { data: { json: () => pushed } })
    expect(show).toHaveBeenCalledTimes(1)
    expect(show).toHaveBeenCalledWith(
      'Winter check',
      expect.objectContaining({ body: 'Book it now', tag: 'notification-7', data: { path: '/?from=push' } }),
    )
  })

  it('R-210 that holds nothing shows nothing', async () => {
    await happen('push', { data: null })
    expect(show).not.toHaveBeenCalled()
  })

  it.each([
    ['/entities?entity=4', '/entities?entity=4'],
    ['https://elsewhere.example/map?from=push', '/map?from=push'],
  ])('R-210 opens a page of our own when it is clicked: %s', async (path, opened) => {
    const close = jest.fn()
    await happen('notificationclick', { notification: { close, data: { path } } })
    expect(close).toHaveBeenCalled()
    expect(openWindow).toHaveBeenCalledWith(opened)
  })
})
