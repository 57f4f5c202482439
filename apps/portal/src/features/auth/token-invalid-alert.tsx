import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../components/ask-dialog.js'
import { Hint } from '../../components/layout/index.js'
import { LIMITS } from '../../config/limits.js'

/** The server refused the token: says so, long enough to read, and logs out. */
export function TokenInvalidAlert({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('errors')
  useEffect(() => {
    const timer = setTimeout(onDone, LIMITS.tokenInvalidAlertMs)
    return () => clearTimeout(timer)
  }, [onDone])
  return (
    <AskDialog isAlert icon={LogOut} tone="error" title={t('tokenInvalid.title')} onClose={() => undefined}>
      <Hint>{t('tokenInvalid.text')}</Hint>
    </AskDialog>
  )
}
