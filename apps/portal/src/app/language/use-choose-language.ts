import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import { changeLanguage } from '../../i18n/index.js'
import type { LanguageKey } from '../../i18n/languages.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { useSession } from '../../lib/session/session.js'

/**
 * Returns a function that saves a language to the account, for mails and files. Does nothing while the user views the portal
 * as another role.
 */
function useKeepLanguage() {
  const { user } = useSession()
  const notify = useNotify()
  const queries = useQueryClient()
  return async (locale: LanguageKey) => {
    if (user.viewing_as) return
    const { first_name, last_name } = user
    try {
      await unwrap(api.PUT('/api/v1/account/update', { body: { first_name, last_name, locale } }))
      await Promise.all([['session', 'profile'], ['account']].map((queryKey) => queries.invalidateQueries({ queryKey })))
    } catch (error) {
      notify.failure(error)
    }
  }
}

/**
 * Returns a function that changes the user's language. The page switches immediately, and the choice is stored in this
 * browser and in the account.
 */
export function useChooseLanguage(): (language: LanguageKey) => void {
  const { i18n } = useTranslation()
  const keep = useKeepLanguage()
  return (language) => void changeLanguage(i18n, language).then(() => keep(language))
}
