import { useTranslation } from 'react-i18next'
import { AuditTable } from '../../features/audit/index.js'
import { Page } from '../layout/page.js'
import { useOpenRow } from './use-open-row.js'

/** Everything that was done in the own businesses; the address holds which entry is open. */
export function Component() {
  const { t } = useTranslation('screens')
  const { openId, open, close } = useOpenRow('entry')
  return (
    <Page title={t('audit.title')} meta={t('audit.purpose')} isFilling>
      <AuditTable openId={openId} onOpen={open} onClose={close} />
    </Page>
  )
}
