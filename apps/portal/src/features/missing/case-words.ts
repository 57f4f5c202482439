import { useTranslation } from 'react-i18next'
import { NONE } from '../../lib/format/none.js'

/** What a reason says in the reader's language. Cases that ended before there were words keep what was written then. */
export function useEndWords() {
  const { t, i18n } = useTranslation('entities')
  const word = (key: string) => (i18n.exists(key, { ns: 'entities' }) ? t(key as 'missing.ends.found-by-us') : undefined)
  return (reason: string | null): string =>
    reason === null ? NONE : (word(`missing.ends.${reason}`) ?? word(`missing.reasons.${reason}`) ?? reason)
}
