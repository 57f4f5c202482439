import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import de from './locales/de/index.js'
import en from './locales/en/index.js'
import fr from './locales/fr/index.js'
import nl from './locales/nl/index.js'

type Texts = { [key: string]: string | Texts }

/** Every text by its full key: "shell.groups.insight". */
function flatten(texts: Texts, prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(texts).map(([key, value]) =>
      typeof value === 'string' ? { [prefix + key]: value } : flatten(value, `${prefix}${key}.`),
    ),
  ) as Record<string, string>
}

const placesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((place) => place[1]).sort()

const english = flatten(en)
const others = { nl: flatten(nl), de: flatten(de), fr: flatten(fr) }
/** French has its own plural form for large round numbers, which it may leave to "other". */
const keysOf = (texts: Record<string, string>) =>
  Object.keys(texts)
    .filter((key) => !key.endsWith('_many'))
    .sort()

describe('the texts', () => {
  it.each(Object.entries(others))('R-017 %s has exactly the keys of English (G-96)', (_language, texts) => {
    expect(keysOf(texts)).toEqual(keysOf(english))
  })

  it.each(Object.entries({ en: english, ...others }))('%s leaves no text empty', (_language, texts) => {
    expect(Object.keys(texts).filter((key) => texts[key]?.trim() === '')).toEqual([])
  })

  it.each(Object.entries(others))('%s fills the same places as English', (_language, texts) => {
    expect(
      Object.keys(texts).filter(
        (key) => placesOf(texts[key] ?? '').join() !== placesOf(english[key.replace(/_many$/, '_other')] ?? '').join(),
      ),
    ).toEqual([])
  })

  it('R-342 has the generic error word for word', () => {
    expect(en.errors.oops).toEqual({
      title: 'Oops!',
      text: 'Something went wrong with the request. {{detail}}. Please contact support.',
    })
  })
  it('R-343 has the text "Server error"', () => expect(en.errors.serverError).toBe('Server error'))
  it('R-344 has the generic success word for word', () =>
    expect(en.errors.success).toBe('{{subject}} was {{done}} successfully!'))
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
