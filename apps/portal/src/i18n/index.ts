import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE, languageForBrowser, type LanguageKey } from './languages.js'
import { readStoredLanguage, storeLanguage } from './stored-language.js'
import { loadTexts, type Texts } from './texts.js'

export type { Texts } from './texts.js'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Texts
  }
}

async function addTexts(instance: i18n, language: LanguageKey): Promise<void> {
  for (const [namespace, texts] of Object.entries(await loadTexts(language)))
    instance.addResourceBundle(language, namespace, texts)
}

/** Starts the texts in the stored language, else the browser's, else English. */
export async function startI18n(forced?: LanguageKey): Promise<i18n> {
  const language = forced ?? (await readStoredLanguage()) ?? languageForBrowser(navigator.languages)
  const instance = i18next.createInstance()
  // Screen readers pronounce, and browsers hyphenate, by it.
  instance.on('languageChanged', (shown) => (document.documentElement.lang = shown))
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    defaultNS: 'common',
    resources: {},
    interpolation: { escapeValue: false }, // React escapes
    react: { useSuspense: false },
  })
  await addTexts(instance, language)
  await instance.changeLanguage(language)
  return instance
}

/** Shows a language that nobody here has chosen. */
export async function showLanguage(instance: i18n, language: LanguageKey): Promise<void> {
  if (!instance.hasResourceBundle(language, 'common')) await addTexts(instance, language)
  await instance.changeLanguage(language)
}

/** Changes the language now and for the next visit. */
export async function changeLanguage(instance: i18n, language: LanguageKey): Promise<void> {
  await showLanguage(instance, language)
  await storeLanguage(language)
}
