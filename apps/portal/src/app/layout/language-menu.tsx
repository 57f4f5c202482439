import Button from '@mui/material/Button'
import { ChevronDown, Languages } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { usePopup } from '../../components/use-popup.js'
import { LANGUAGES } from '../../i18n/languages.js'
import { latePart } from '../../lib/parts/late-part.js'

const LanguageList = latePart(async () => (await import('./language-list.js')).LanguageList)

/**
 * Language menu: Dutch, German, English, French, each named in the language itself. The choice is saved in the account.
 */
export function LanguageMenu() {
  const { t, i18n } = useTranslation('shell')
  const { isOpen, open, close, popup } = usePopup()
  const current = LANGUAGES.find(({ key }) => key === i18n.language)
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
        <LanguageList popup={popup} current={current?.key} onClose={close} />
      </Suspense>
    </>
  )
}
