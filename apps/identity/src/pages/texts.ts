import { Html, html } from '@roadbook/platform'
import { LANGUAGES, type Language } from '../http/preferences.js'
import de from '../locales/de.json' with { type: 'json' }
import en from '../locales/en.json' with { type: 'json' }
import fr from '../locales/fr.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }

export type TextKey = keyof typeof en

/** Texts by language. Their type comes from the English texts, so the code does not compile if a language lacks a text. */
const TEXTS: Record<Language, Record<TextKey, string>> = { nl, en, de, fr }

/** Name of each language in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  nl: 'Nederlands',
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
}

export { LANGUAGES }

/**
 * Returns a text with values for its placeholders `{0}`, `{1}` and so on. Values are escaped, unless they are markup already.
 */
export type Translate = (key: TextKey, ...places: (string | number | Html)[]) => Html

export function translator(language: Language): Translate {
  return (key, ...places) => {
    const parts = TEXTS[language][key].split(/\{(\d)\}/)
    return html`${parts.map((part, n) => (n % 2 ? places[Number(part)] : part))}`
  }
}
