import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../components/ask-dialog.js'
import { Hint } from '../../components/layout/index.js'

/** Shows that the session is over. */
export function TokenInvalidDialog() {
  const { t } = useTranslation('errors')
  return (
    <AskDialog isAlert icon={LogOut} tone="error" title={t('tokenInvalid.title')} onClose={() => undefined}>
      <Hint>{t('tokenInvalid.text')}</Hint>
    </AskDialog>
  )
}
