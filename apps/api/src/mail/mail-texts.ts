import { type Locale } from '../texts/locale.js'
import de from './locales/de.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }

export type MailTextKey = keyof typeof en

/**
 * Texts by language. The type requires each key of the English texts, so the code does not compile if another language lacks
 * one.
 */
const TEXTS: Record<Locale, Record<MailTextKey, string>> = { nl, en, de, fr }

/** Values for the placeholders of a text, by name. */
export type Places = Readonly<Record<string, string>>

/**
 * Returns the text with values in place of its placeholders `{name}`.
 * @throws Error when a value is missing
 */
export function mailText(locale: Locale, key: MailTextKey, places: Places): string {
  return TEXTS[locale][key].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = places[name]
    if (value === undefined) throw new Error(`nothing fills {${name}} of ${key}`)
    return value
  })
}
