/** The languages of the portal. */
export const LOCALES = ['nl', 'en', 'de', 'fr'] as const
export type Locale = (typeof LOCALES)[number]

/** Language for clients that request none or an unsupported one. Most of them are scripts. */
export const DEFAULT_LOCALE: Locale = 'en'

const isLocale = (text: string): text is Locale => (LOCALES as readonly string[]).includes(text)

/** Returns the supported language that the header `Accept-Language` prefers. Regions are ignored. */
export function localeWanted(header: string | undefined): Locale {
  const wishes = (header ?? '').split(',').map((wish) => {
    const [range = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return { language: range.split('-', 1)[0] ?? '', quality: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  const [best] = wishes
    .filter((wish) => wish.quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map((wish) => (wish.language === '*' ? DEFAULT_LOCALE : wish.language))
    .filter(isLocale)
  return best ?? DEFAULT_LOCALE
}
