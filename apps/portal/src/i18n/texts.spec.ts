import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadTexts } from './texts.js'

type Texts = { [key: string]: string | Texts }

/** Lists every text by its full key: "shell.groups.insight". */
function flatten(texts: Texts, prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(texts).map(([key, value]) =>
      typeof value === 'string' ? { [prefix + key]: value } : flatten(value, `${prefix}${key}.`),
    ),
  ) as Record<string, string>
}

const placesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((place) => place[1]).sort()

/** Names, and words that another language has adopted. */
const SAME_IN_ANY = new Set(['Super Admin', 'KML (Google Earth)', 'CSV (spreadsheet)', 'Speed pedelec', 'Distance, km'])

const textsOf = async (language: 'en' | 'nl' | 'de' | 'fr') => flatten(await loadTexts(language))
/** Returns the keys. French has its own plural form for large round numbers, which may fall back to "other". */
const keysOf = (texts: Record<string, string>) =>
  Object.keys(texts)
    .filter((key) => !key.endsWith('_many'))
    .sort()

describe('the texts', () => {
  it.each(['nl', 'de', 'fr'] as const)('R-017 %s has exactly the keys of English (G-96)', async (language) => {
    expect(keysOf(await textsOf(language))).toEqual(keysOf(await textsOf('en')))
  })

  it('are typed by every file of English', async () => {
    const typed = [...readFileSync(join(__dirname, 'texts.ts'), 'utf8').matchAll(/(\w+): typeof import\('/g)].map(
      ([, name]) => name,
    )
    expect(typed.sort()).toEqual(Object.keys(await loadTexts('en')).sort())
  })

  it.each(['en', 'nl', 'de', 'fr'] as const)('%s leaves no text empty', async (language) => {
    const texts = await textsOf(language)
    expect(Object.keys(texts).filter((key) => texts[key]?.trim() === '')).toEqual([])
  })

  it.each(['nl', 'de', 'fr'] as const)('%s fills the same places as English', async (language) => {
    const [english, texts] = [await textsOf('en'), await textsOf(language)]
    expect(
      Object.keys(texts).filter(
        (key) => placesOf(texts[key] ?? '').join() !== placesOf(english[key.replace(/_many$/, '_other')] ?? '').join(),
      ),
    ).toEqual([])
  })

  it.each(['nl', 'de', 'fr'] as const)('%s says in its own words whatever has two of them or more', async (language) => {
    const [english, texts] = [await textsOf('en'), await textsOf(language)]
    const words = (text: string) => text.replaceAll(/\{\{.*?\}\}/g, '').match(/\p{L}{2,}/gu) ?? []
    const alike = Object.entries(texts).filter(([key, text]) => text === english[key] && words(text).length > 1)
    expect(alike.filter(([, text]) => !SAME_IN_ANY.has(text))).toEqual([])
  })

  it('R-342 R-343 R-344 has the generic errors and the success word for word', async () => {
    const { errors } = await loadTexts('en')
    expect(errors.oops).toEqual({
      title: 'Oops!',
      text: 'Something went wrong with the request. {{detail}}. Please contact support.',
    })
    expect(errors.serverError).toBe('Server error')
    expect(errors.success).toBe('{{subject}} was {{done}} successfully!')
  })
})

describe('the error catalogue', () => {
  it.each([
    ['401 (R-028)', 'Your token is not valid, logging out now.'],
    ['a tag made', 'Successfully created tag.'],
    ['a tag that could not be made', 'Something went wrong while creating this tag'],
    ['a group made', 'Successfully created tag group.'],
    ['a group that could not be made', 'Something went wrong while creating this tag group'],
    ['tags that could not join', 'Something went wrong while attaching tags to this group'],
    ['a tag deleted', 'Successfully deleted this tag.'],
    ['a group deleted', 'Successfully deleted this tag group.'],
    ['a group that could not be deleted', 'Something went wrong while deleting this tag group'],
    ['the live service', "Couldn't connect to live service"],
    ['no historical location', 'No historical location'],
    ['a tracker that does not report', 'The tracker is wrongly connected or defective'],
    ['a report that could not be asked for', 'An error occured while requesting your report. Please try again.'],
    ['devices that could not be linked', '{{shown}} devices failed to link!'],
    ['a camera that was refused (R-131)', 'Camera permission denied. Allow the camera in your browser settings.'],
    ['no camera', 'No camera found on this device.'],
    ['no HTTPS', 'A secure (HTTPS) connection is required to use the camera.'],
    ['a camera in use', 'The camera is already in use by another app.'],
    ['cameras that do not suit', 'No suitable camera found.'],
  ])('R-347 says of %s what the specification says', async (_what, sentence) => {
    expect(Object.values(await textsOf('en'))).toContain(sentence)
  })
})

describe('components', () => {
  const root = join(__dirname, '..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.endsWith('.spec.tsx') && !path.startsWith('testing'),
  )

  it('hold no text of their own: words come from the locales', () => {
    const found = sources.flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8')
      const children = [...source.matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)+)[^<>{}=]*</g)]
      const attributes = [...source.matchAll(/(?:aria-label|title|placeholder|label|alt)="([^"]*[a-z]{2}[^"]*)"/g)]
      return [...children, ...attributes].map((match) => `${path}: ${match[1]}`)
    })
    expect(found).toEqual([])
  })
})
