import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, screen } from '@testing-library/react'
import { stubApi, type ApiStub } from '../testing/api-stub.js'
import { aConfig } from '../testing/fixtures.js'

const published = join(__dirname, '../../public')
const POLL_MS = 30_000

/** Opens the page as served: its markup, then its script. */
function openPage(languages: string[]) {
  Object.defineProperty(window.navigator, 'languages', { value: languages, configurable: true })
  document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(readFileSync(join(published, 'maintenance.html'), 'utf8'))?.[1] ?? ''
  // oxlint-disable-next-line typescript/no-implied-eval -- the published script is not a module of the portal
  new Function(readFileSync(join(published, 'maintenance.js'), 'utf8'))()
}

describe('the maintenance page (G-02)', () => {
  let api: ApiStub
  beforeEach(() => {
    jest.useFakeTimers({ now: new Date('2025-11-02T08:00:00Z') })
    api = stubApi({ 'GET /config.json': aConfig(), 'GET /health/ready': () => new Response(null, { status: 503 }) })
    globalThis.fetch = absolute(globalThis.fetch)
  })
  afterEach(() => jest.useRealTimers())

  /** Node's fetch has no page that a URL could be relative to. */
  const absolute =
    (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    (input, init) =>
      fetch(new URL(input as string, window.location.origin), init)
  const settle = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms))

  it('offers the way back as soon as the portal is ready, looking every 30 s', async () => {
    openPage(['en-GB'])
    await settle()
    expect(screen.getByRole('status')).toHaveTextContent(/^Not available yet/)
    expect(screen.queryByRole('link', { name: 'Back to the portal' })).not.toBeInTheDocument()
    api.answer({ 'GET /health/ready': { status: 'ok' } })
    await settle(POLL_MS - 1)
    expect(screen.getByRole('status')).toHaveTextContent(/^Not available yet/)
    await settle(1)
    expect(screen.getByRole('status')).toHaveTextContent('The portal is available again.')
    expect(screen.getByRole('link', { name: 'Back to the portal' })).toHaveAttribute('href', '/')
  })

  it.each([
    ['nl-BE', 'Er wordt onderhoud gedaan aan Roadbook'],
    ['de-CH', 'Roadbook wird gewartet'],
    ['fr-FR', 'Roadbook est en maintenance'],
    ['pl-PL', 'Roadbook is being maintained'],
  ])('speaks the language of the browser: %s', async (language, title) => {
    openPage([language])
    await settle()
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  it('names the planned window and the support, when the settings can be read', async () => {
    openPage(['en-GB'])
    await settle()
    expect(screen.getByText(/^Planned: \d\d-11-2025 \d\d:00 – \d\d-11-2025 \d\d:00$/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'support@roadbook.example' })).toBeVisible()
  })
})
