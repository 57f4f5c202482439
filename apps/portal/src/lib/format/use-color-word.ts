import { colorWord } from '@roadbook/contracts/vehicle-words'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { DEFAULT_LANGUAGE, isLanguageKey } from '../../i18n/languages.js'

/** Returns a function that translates a vehicle's colour. A colour outside the shared catalogue stays unchanged. */
export function useColorWord() {
  const { language } = useTranslation().i18n
  return useCallback(
    <Color extends string | null | undefined>(color: Color): string | Color =>
      color ? colorWord(color, isLanguageKey(language) ? language : DEFAULT_LANGUAGE) : color,
    [language],
  )
}
