import { act, screen, within } from '@testing-library/react'
import { stubApi } from '../../testing/api-stub.js'
import { aSummary, aUser, noMarkers } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const wordsOf = (title: string, text: string) => ({ title, text })
const offer = {
  id: 'offer-2026',
  kind: 'offer',
  shown_from: '2026-12-01T07:00:00.000Z',
  shown_till: '2026-12-31T23:00:00.000Z',
  texts: {
    en: wordsOf('Year-end offer', 'Ten trackers for the price of nine.'),
    nl: wordsOf('Eindejaarsaanbieding', 'Tien trackers voor de prijs van negen.'),
    de: wordsOf('Angebot zum Jahresende', 'Zehn Tracker zum Preis von neun.'),
    fr: wordsOf('Offre de fin d’année', 'Dix traceurs pour le prix de neuf.'),
  },
  link: 'https://shop.example/offer',
}
/** 18:00 in winter time until 18:00 in summer time: 23 hours in Amsterdam. */
const fair = {
  ...offer,
  id: 'fair-2026',
  kind: 'fair',
  shown_from: '2026-03-28T17:00:00.000Z',
  shown_till: '2026-03-29T16:00:00.000Z',
  texts: { ...offer.texts, en: wordsOf('Meet us at the fair', 'Hall 4, stand 12.') },
  link: null,
}
/** Shown in all tests. Its presence means that the response has arrived. */
const always = {
  ...fair,
  id: 'always',
  shown_from: '2026-01-01T00:00:00.000Z',
  shown_till: '2028-01-01T00:00:00.000Z',
  texts: Object.fromEntries(
    ['en', 'nl', 'de', 'fr'].map((language) => [language, wordsOf('Always here', 'For whoever reads tests.')]),
  ),
}
const at = (iso: string) => new Date(iso).getTime()
const card = (name: string) => screen.queryByRole('region', { name })

describe('announcements on Home (G-88)', () => {
  beforeEach(() => {
    localStorage.clear()
    stubApi({
      'GET /api/v1/dashboard/summary': { data: aSummary() },
      'GET /api/v1/map/markers': { data: noMarkers },
      'GET /api/v1/announcements': { data: [offer, fair, always] },
    })
  })
  const home = (now: string, options: Parameters<typeof renderApp>[1] = {}) => renderApp('/', { now: at(now), ...options })

  it.each([
    ['2026-12-01T06:59:59Z', false],
    ['2026-12-01T07:00:00Z', true],
    ['2026-12-31T22:59:59Z', true],
    ['2026-12-31T23:00:00Z', false],
  ])('R-020 R-226 shows the offer of the end of the year in its time alone: %s', async (now, isShown) => {
    await home(now)
    await screen.findByRole('region', { name: 'Always here' })
    expect(screen.queryAllByText('Ten trackers for the price of nine.')).toHaveLength(isShown ? 1 : 0)
  })

  it('R-020 R-227 shows the fair until its last hour, over the night in which clocks are put forward, and goes by itself', async () => {
    let now = at('2026-03-29T15:59:00Z')
    jest.useFakeTimers({ now, doNotFake: ['queueMicrotask', 'setTimeout', 'setImmediate'] })
    await renderApp('/', { clock: { now: () => now } })
    expect(await screen.findByText('Hall 4, stand 12.')).toBeVisible()
    now += 60_000
    act(() => jest.advanceTimersByTime(60_000))
    expect(card('Meet us at the fair')).not.toBeInTheDocument()
    jest.useRealTimers()
  })

  it('speaks the language of the portal and leads on in a new tab that knows nothing of us', async () => {
    await home('2026-12-10T10:00:00Z', { language: 'de' })
    const region = await screen.findByRole('region', { name: 'Angebot zum Jahresende' })
    expect(within(region).getByRole('link')).toHaveAttribute('href', 'https://shop.example/offer')
    expect(within(region).getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
  })

  it('stays away once it was closed, for whoever closed it', async () => {
    const app = await home('2026-12-10T10:00:00Z')
    const region = await screen.findByRole('region', { name: 'Year-end offer' })
    await app.actor.click(within(region).getByRole('button', { name: 'Dismiss' }))
    expect(card('Year-end offer')).not.toBeInTheDocument()
    app.unmount()
    const other = await home('2026-12-10T10:00:00Z', { user: aUser({ id: 8 }) })
    expect(await screen.findByRole('region', { name: 'Year-end offer' })).toBeVisible()
    other.unmount()
    await home('2026-12-10T10:00:00Z')
    await screen.findByRole('region', { name: 'Always here' })
    expect(card('Year-end offer')).not.toBeInTheDocument()
  })
})
