import i18next, { type i18n, type Resource } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE, languageForBrowser, type LanguageKey } from './languages.js'
import type en from './locales/en/index.js'
import { readStoredLanguage, storeLanguage } from './stored-language.js'

export type Texts = typeof en

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Texts
  }
}

/** Each language is a chunk of its own: a user downloads the one in use. */
const loaders: Record<LanguageKey, () => Promise<{ default: Resource[string] }>> = {
  nl: () => import('./locales/nl/index.js'),
  de: () => import('./locales/de/index.js'),
  en: () => import('./locales/en/index.js'),
  fr: () => import('./locales/fr/index.js'),
}

async function addTexts(instance: i18n, language: LanguageKey): Promise<void> {
  const { default: texts } = await loaders[language]()
  for (const [namespace, entries] of Object.entries(texts)) instance.addResourceBundle(language, namespace, entries)
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
