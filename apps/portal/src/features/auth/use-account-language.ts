import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showLanguage } from '../../i18n/index.js'
import type { LanguageKey } from '../../i18n/languages.js'

/**
 * After the sign-in the account's language counts, for screens as for mails and files; this browser keeps what was chosen on it, for whoever signs in next.
 * False until the page speaks it, or its texts could not be read; from then on a change takes nothing off the screen.
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
