import { useTranslation } from 'react-i18next'
import { NONE } from '../../lib/format/none.js'

/** Returns a function that translates the reason for ending a case. Older cases have free text, which is shown unchanged. */
export function useEndWords() {
  const { t, i18n } = useTranslation('entities')
  const word = (key: string) => (i18n.exists(key, { ns: 'entities' }) ? t(key as 'missing.ends.found-by-us') : undefined)
  return (reason: string | null): string =>
    reason === null ? NONE : (word(`missing.ends.${reason}`) ?? word(`missing.reasons.${reason}`) ?? reason)
}
