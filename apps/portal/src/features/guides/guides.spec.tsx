import { screen, within } from '@testing-library/react'
import { loadTexts } from '../../i18n/texts.js'
import { stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp, renderPart } from '../../testing/render-app.js'
import { GUIDE_IDS, type GuidePart, loadGuides, piecesOf } from './guides.js'
import { GuideLink } from './index.js'

const LANGUAGES = ['en', 'nl', 'de', 'fr'] as const
const sentencesOf = ({ text = [], points = [], steps = [] }: GuidePart) => [...text, ...points, ...steps]
const namesIn = (sentence: string) => piecesOf(sentence).filter((_piece, at) => at % 2 === 1)

describe('the words of the guides', () => {
  /** Returns the structure of the guides with the names of screen elements, without the text. */
  const buildOf = async (language: string) => {
    const guides = await loadGuides(language)
    const build = (part: GuidePart) => [Object.keys(part), sentencesOf(part).map((sentence) => namesIn(sentence).sort())]
    return GUIDE_IDS.map((id) => [id, guides[id].parts.map(build)])
  }

  it.each(LANGUAGES.slice(1))('R-015 R-223 %s says as much as English, sentence by sentence', async (language) => {
    expect(Object.keys(await loadGuides(language)).sort()).toEqual([...GUIDE_IDS].sort())
    expect(await buildOf(language)).toEqual(await buildOf('en'))
  })

  it.each(LANGUAGES)('%s calls things what the screen calls them', async (language) => {
    const texts: unknown = await loadTexts(language)
    const wordsAt = (name: string) =>
      name.split(/[:.]/).reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], texts)
    const names = Object.values(await loadGuides(language)).flatMap(({ parts }) => parts.flatMap(sentencesOf).flatMap(namesIn))
    expect(names.length).toBeGreaterThan(60)
    // If a name had no text, or a text with a placeholder, the guide would show the name or the placeholder.
    expect(names.filter((name) => typeof wordsAt(name) !== 'string' || String(wordsAt(name)).includes('{{'))).toEqual([])
  })

  it.each(LANGUAGES)('%s leaves no sentence empty and no brace behind', async (language) => {
    for (const { title, summary, parts } of Object.values(await loadGuides(language)))
      for (const sentence of [title, summary, ...parts.flatMap((part) => [part.title, ...sentencesOf(part)])]) {
        const words = piecesOf(sentence).filter((_piece, at) => at % 2 === 0)
        expect(words.join('').trim()).not.toBe('')
        expect(words.join('')).not.toMatch(/[{}]/)
      }
  })
})

describe('the guides (G-85)', () => {
  beforeEach(() => stubApi({}))
  const open = (address = '/information?tab=guides', language: (typeof LANGUAGES)[number] = 'en') =>
    renderApp(address, { language })

  it('R-015 R-223 offers each guide as a card under what one does', async () => {
    await open()
    const cards = await screen.findByRole('region', { name: 'Install and replace' })
    expect(within(cards).getAllByRole('button').length).toBe(6)
    expect(screen.getByRole('tab', { name: 'Guides', selected: true })).toBeVisible()
  })

  it('finds a guide by any words in it, as they are read on the screen, and keeps the search in the address', async () => {
    const app = await open()
    // "Bluetooth" occurs in a sentence, "Evidence PDF" only as the label of a screen element.
    await app.actor.type(await screen.findByRole('searchbox', { name: 'Search the guides' }), 'bluetooth evidence{Enter}')
    expect(await screen.findByRole('button', { name: /Search for a missing vehicle/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Fit a tracker/ })).not.toBeInTheDocument()
    expect(app.address()).toContain('q=bluetooth+evidence')
  })

  it('says so when no guide has the words', async () => {
    await open('/information?tab=guides&q=submarine')
    expect(await screen.findByText('No guide matches')).toBeVisible()
  })

  it('opens a guide with its contents, in the language of the user, calling buttons what they are called', async () => {
    const app = await open('/information?tab=guides', 'de')
    await app.actor.click(await screen.findByRole('button', { name: /Einen Tracker ersetzen/ }))
    const article = await screen.findByRole('article', { name: 'Einen Tracker ersetzen' })
    const { install } = await loadTexts('de')
    expect(within(article).getByText(install.replace.save, { selector: 'strong' })).toBeVisible()
    const contents = screen.getByRole('navigation', { name: 'In dieser Anleitung' })
    const target = within(contents).getByRole('link', { name: 'So geht es' }).getAttribute('href')?.slice(1)
    expect(document.getElementById(target ?? '')).toContainElement(within(article).getByRole('heading', { name: 'So geht es' }))
    await app.actor.click(screen.getByRole('button', { name: 'Alle Anleitungen' }))
    expect(app.address()).toBe('/information?tab=guides')
  })

  it('prints the guide alone, and takes the sheet away again', async () => {
    const sheets: string[] = []
    const printing = jest.spyOn(window, 'print').mockImplementation(() => {
      sheets.push(screen.getByTestId('guide-sheet').textContent)
    })
    const app = await open('/information?tab=guides&guide=lights')
    await app.actor.click(await screen.findByRole('button', { name: 'Print' }))
    expect(sheets).toEqual([expect.stringContaining('Blinks every two seconds: the tracker is asleep.')])
    expect(screen.queryByTestId('guide-sheet')).not.toBeInTheDocument()
    printing.mockRestore()
  })

  it('opens where it helps, beside what was begun, also for who has no screen of guides', async () => {
    const user = aUser({ permissions: ['create:entity'] })
    const app = await renderPart(<GuideLink guide="check" />, { user })
    await app.actor.click(screen.getByRole('button', { name: 'How the installation check works' }))
    const drawer = await screen.findByRole('dialog', { name: 'Check an installation' })
    expect(within(drawer).getByText(/a message has arrived since the installation/)).toBeVisible()
    expect(within(drawer).queryByRole('link', { name: 'All guides' })).not.toBeInTheDocument()
    await app.actor.click(within(drawer).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
