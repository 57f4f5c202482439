import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import type { PopupState } from '../../components/use-popup.js'
import { changeLanguage } from '../../i18n/index.js'
import { LANGUAGES, type LanguageKey } from '../../i18n/languages.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { useSession } from '../../lib/session/session.js'

/** Makes a language that of the account, so that mails and files speak it, too. In a view of somebody's role nothing is written. */
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

interface LanguageListProps {
  popup: PopupState
  current: LanguageKey | undefined
  onClose: () => void
}

/** Each language in its own words; one that is chosen is shown at once, and kept. */
export function LanguageList({ popup, current, onClose }: LanguageListProps) {
  const { i18n } = useTranslation()
  const keep = useKeepLanguage()
  const choose = (language: LanguageKey) => {
    onClose()
    void changeLanguage(i18n, language).then(() => keep(language))
  }
  return (
    <Menu {...popup}>
      {LANGUAGES.map(({ key, name }) => (
        <MenuItem
          key={key}
          role="menuitemradio"
          aria-checked={key === current}
          selected={key === current}
          lang={key}
          onClick={() => choose(key)}
          sx={{ minWidth: 184, justifyContent: 'space-between' }}
        >
          {name}
          {key === current && <Check />}
        </MenuItem>
      ))}
    </Menu>
  )
}
