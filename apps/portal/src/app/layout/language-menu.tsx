import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Languages } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import { usePopup } from '../../components/use-popup.js'
import { changeLanguage } from '../../i18n/index.js'
import { LANGUAGES, type LanguageKey } from '../../i18n/languages.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { latePart } from '../../lib/late-part.js'
import { useSession } from '../../lib/session/session.js'

const LanguageList = latePart(async () => (await import('./language-list.js')).LanguageList)

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

/** Dutch, German, English, French, each in its own words; the choice is the account's. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation('shell')
  const { isOpen, open, close, popup } = usePopup()
  const keep = useKeepLanguage()
  const current = LANGUAGES.find(({ key }) => key === i18n.language)
  const choose = (language: LanguageKey) => {
    close()
    void changeLanguage(i18n, language).then(() => keep(language))
  }
  return (
    <>
      <Button
        variant="text"
        aria-label={`${current?.icon ?? ''} ${t('language')}: ${current?.name ?? ''}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={open}
        startIcon={<Languages />}
        endIcon={<ChevronDown size={14} />}
        sx={{ minWidth: 0, minHeight: { xs: 44, md: 32 }, px: 1, gap: 0.75 }}
      >
        {current?.icon}
      </Button>
      <Suspense>
        <LanguageList popup={popup} current={current?.key} onChoose={choose} />
      </Suspense>
    </>
  )
}
