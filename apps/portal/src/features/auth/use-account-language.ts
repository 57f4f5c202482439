import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showLanguage } from '../../i18n/index.js'
import type { LanguageKey } from '../../i18n/languages.js'

/**
 * Applies the account's language to the screens after sign-in, as mails and files use it, too. The browser keeps its own choice
 * of language for the next user. Returns false until the language's texts were loaded or failed to load, then always true.
 */
export function useAccountLanguage(locale: LanguageKey | undefined): boolean {
  const { i18n } = useTranslation()
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    if (locale === undefined) return
    let isGone = false
    const spoken = i18n.language === locale ? Promise.resolve() : showLanguage(i18n, locale)
    void spoken.catch(() => undefined).then(() => isGone || setIsSettled(true))
    return () => {
      isGone = true
    }
  }, [i18n, locale])
  return isSettled || locale === undefined || i18n.language === locale
}
