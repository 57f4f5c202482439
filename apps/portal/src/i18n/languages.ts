export type LanguageKey = 'nl' | 'de' | 'en' | 'fr'

/** Language of the portal. `name` is in the language itself; `icon` is the letters in the app bar, never a flag. */
export interface Language {
  key: LanguageKey
  name: string
  code: string
  icon: string
}

/** Languages in menu order: Dutch, German, English, French. */
export const LANGUAGES: readonly Language[] = [
  { key: 'nl', name: 'Nederlands', code: 'nl-NL', icon: 'NL' },
  { key: 'de', name: 'Deutsch', code: 'de-DE', icon: 'DE' },
  { key: 'en', name: 'English', code: 'en-GB', icon: 'EN' },
  { key: 'fr', name: 'Français', code: 'fr-FR', icon: 'FR' },
]

export const DEFAULT_LANGUAGE: LanguageKey = 'en'

export const isLanguageKey = (value: unknown): value is LanguageKey => LANGUAGES.some(({ key }) => key === value)

/**
 * Returns the portal's language for a browser's language list: nl-BE → nl, de-AT → de, fr-CH → fr, en-* → en, anything else
 * English (R-231, G-94).
 */
export function languageForBrowser(wishes: readonly string[]): LanguageKey {
  for (const wish of wishes) {
    const primary = wish.toLowerCase().split('-')[0]
    if (isLanguageKey(primary)) return primary
  }
  return DEFAULT_LANGUAGE
}
