import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(__dirname, '../../../..')
const LANGUAGES = ['en', 'nl', 'de', 'fr'] as const
type Language = (typeof LANGUAGES)[number]

/** Rows of the glossary: a word in each language, and its forbidden variants. */
const ROWS = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )

/** Parses one language's part of `de: Suchfall, Suchfälle; fr: …`. */
const forbiddenIn = (language: Language): string[] =>
  ROWS.flatMap((cells) => (cells[4] ?? '').split('; '))
    .filter((said) => said.startsWith(`${language}: `))
    .flatMap((said) => said.slice(language.length + 2).split(', '))

const linesOf = (language: Language): string[] => {
  const folder = join(__dirname, 'locales', language)
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .map((line) => `${name}: ${line.trim()}`),
  )
}

/** Returns the API's sentences of one language, file by file. */
const sentencesOf = (language: Language): string[] => {
  const features = join(ROOT, 'apps/api/src/features')
  return readdirSync(features).flatMap((name) => {
    try {
      const texts = JSON.parse(readFileSync(join(features, name, 'texts.json'), 'utf8')) as Record<string, object>
      return Object.entries(texts[language] ?? {}).map(([key, text]) => `${name} ${key}: ${JSON.stringify(text)}`)
    } catch {
      return [] // This feature has no sentences.
    }
  })
}

describe('the glossary', () => {
  it('has sixty things, each with one word in each language', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(60)
    expect(ROWS.filter((cells) => cells.slice(0, 4).some((word) => !word))).toEqual([])
  })

  it.each(LANGUAGES)('keeps the variants of %s that were given up out of portal and API', (language) => {
    const forbidden = forbiddenIn(language)
    const said = [...linesOf(language), ...sentencesOf(language)]
    expect(said.filter((line) => forbidden.some((variant) => line.includes(variant)))).toEqual([])
  })
})

/** Familiar forms of address, which are not allowed: screens, mails and sign-in use u, Sie and vous. */
const FAMILIAR = {
  nl: /(?<![\p{L}’'])(je|jij|jou|jouw|jullie)(?!\p{L})/iu,
  de: /(?<!\p{L})(du|dich|dir|dein(e[mnrs]?)?)(?!\p{L})/iu,
  fr: /(?<!\p{L})(tu|toi|tes|ton)(?!\p{L})/iu,
} as const

const textsIn = (path: string): string[] =>
  readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .map((line) => `${path}: ${line.trim()}`)

describe('the way readers are spoken to', () => {
  it.each(['nl', 'de', 'fr'] as const)('is polite in %s on screens, in guides, mails and at the sign-in', (language) => {
    const files = ['apps/identity/src/locales', 'apps/api/src/mail/locales', 'apps/portal/src/features/guides/content']
    const said = [
      ...linesOf(language),
      ...sentencesOf(language),
      ...files.flatMap((folder) => textsIn(`${folder}/${language}.json`)),
    ]
    expect(said.filter((line) => FAMILIAR[language].test(line.slice(line.indexOf(': ') + 2)))).toEqual([])
  })
})
