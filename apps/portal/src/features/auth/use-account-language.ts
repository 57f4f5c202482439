import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showLanguage } from '../../i18n/index.js'
import type { LanguageKey } from '../../i18n/languages.js'

/**
 * Applies the account's language after sign-in, for screens as for mails and files. The browser keeps its own choice for the next
 * user. Returns false until the page has the language or its texts failed to load. Later changes hide nothing.
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
