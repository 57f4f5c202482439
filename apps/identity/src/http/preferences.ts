import type { IncomingMessage, ServerResponse } from 'node:http'

export const LANGUAGES = ['nl', 'en', 'de', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]
export type Theme = 'light' | 'dark'

export interface Preferences {
  language: Language
  /** Undefined means the system's theme. */
  theme: Theme | undefined
}

const YEAR_S = 31_536_000

/**
 * Reads language and theme of the pages. The address may contain `ui_locales` or `theme`, from the portal or from a switch on
 * the page. These values are stored in a cookie. If the address does not contain them, the cookie applies, then the browser's
 * languages, then English.
 */
export function readPreferences(request: IncomingMessage, response: ServerResponse, url: URL, isSecure: boolean): Preferences {
  const cookies = readCookies(request)
  const keep = (name: string, value: string) =>
    response.appendHeader(
      'Set-Cookie',
      `${name}=${value}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
    )
  const asked = firstLanguage(url.searchParams.get('ui_locales')?.split(/[\s,]+/) ?? [])
  if (asked) keep('roadbook_language', asked)
  const askedTheme = toTheme(url.searchParams.get('theme'))
  if (askedTheme) keep('roadbook_theme', askedTheme)
  return {
    language: asked ?? firstLanguage([cookies.get('roadbook_language') ?? '']) ?? acceptedLanguage(request) ?? 'en',
    theme: askedTheme ?? toTheme(cookies.get('roadbook_theme')),
  }
}

const toTheme = (text: string | null | undefined): Theme | undefined => (text === 'light' || text === 'dark' ? text : undefined)

/** Returns the first supported language. For example, `de-AT` counts as German (G-94). */
const firstLanguage = (tags: string[]): Language | undefined =>
  tags
    .map((tag) => tag.trim().toLowerCase().split('-')[0])
    .map((tag) => LANGUAGES.find((language) => language === tag))
    .find(Boolean)

function acceptedLanguage(request: IncomingMessage): Language | undefined {
  const weighed = (request.headers['accept-language'] ?? '').split(',').map((entry) => {
    const [tag = '', ...parameters] = entry.split(';')
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
    return { tag, weight: weight === undefined ? 1 : Number(weight) }
  })
  return firstLanguage(weighed.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag))
}

export function readCookies(request: IncomingMessage): Map<string, string> {
  return new Map(
    (request.headers.cookie ?? '').split(';').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
}
