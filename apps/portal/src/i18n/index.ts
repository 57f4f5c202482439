import { isolated } from '@roadbook/contracts/isolated'
import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE, languageForBrowser, type LanguageKey } from './languages.js'
import { readStoredLanguage, storeLanguage } from './stored-language.js'
import { loadFrameTexts, loadTexts, type Texts } from './texts.js'

export type { Texts } from './texts.js'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Texts
  }
}

type Loads = (language: LanguageKey) => Promise<Partial<Texts>>

async function addTexts(instance: i18n, language: LanguageKey, load: Loads = loadTexts): Promise<void> {
  for (const [namespace, texts] of Object.entries(await load(language))) instance.addResourceBundle(language, namespace, texts)
}

/** Starts i18n in the stored language, else the browser's, else English. */
export async function startI18n(forced?: LanguageKey, load: Loads = loadTexts): Promise<i18n> {
  const language = forced ?? (await readStoredLanguage()) ?? languageForBrowser(navigator.languages)
  const instance = i18next.createInstance()
  // Sets the language of the page, by which screen readers choose the pronunciation and browsers the hyphenation.
  instance.on('languageChanged', (shown) => (document.documentElement.lang = shown))
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    defaultNS: 'common',
    resources: {},
    // Escaping is not needed, because React escapes the values. The function only isolates right-to-left names from the
    // sentence around them.
    interpolation: { escapeValue: true, escape: (value: unknown) => isolated(String(value)) },
    react: { useSuspense: false },
  })
  await addTexts(instance, language, load)
  await instance.changeLanguage(language)
  return instance
}

let askForScreens: () => Promise<void> = () => Promise.resolve()
let screens: Promise<void> | undefined

/**
 * Loads the screens' texts. Everything outside the frame of the page waits for them, so that no key is shown instead of a
 * text.
 */
export function screenTexts(): Promise<void> {
  screens ??= askForScreens().catch((cause: unknown) => {
    screens = undefined // The next caller retries.
    throw cause
  })
  return screens
}

/** Starts i18n with the frame's texts. The screens' texts load while the session is requested. */
export async function startFrameI18n(): Promise<i18n> {
  const instance = await startI18n(undefined, loadFrameTexts)
  askForScreens = () => addTexts(instance, instance.language as LanguageKey)
  screenTexts().catch(() => undefined) // Reported where the texts are awaited.
  return instance
}

/** Shows a language without storing it as a choice. */
export async function showLanguage(instance: i18n, language: LanguageKey): Promise<void> {
  if (!instance.hasResourceBundle(language, 'common')) await addTexts(instance, language)
  await instance.changeLanguage(language)
}

/** Changes the language now and for the next visit. */
export async function changeLanguage(instance: i18n, language: LanguageKey): Promise<void> {
  await showLanguage(instance, language)
  await storeLanguage(language)
}
