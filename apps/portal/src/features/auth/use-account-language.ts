import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showLanguage } from '../../i18n/index.js'
import type { LanguageKey } from '../../i18n/languages.js'

/**
 * Applies the account's language, which mails and files also use, to the screens after sign-in. The language stored in the
 * browser stays unchanged for the next user. Returns false until the texts of the language have loaded or failed to load, and
 * true from then on.
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
