import Button from '@mui/material/Button'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AuditTable } from '../../features/audit/index.js'
import { useSession } from '../../lib/session/session.js'
import { Page } from '../../components/page.js'
import { PATHS } from '../../lib/paths.js'
import { useOpenRow } from '../../lib/screen-address.js'

/** Audit log of the user's own businesses. The URL contains the open entry. Super admins get a link to the jobs. */
export function Component() {
  const { t } = useTranslation(['audit', 'jobs'])
  const { user } = useSession()
  const { openId, open, close } = useOpenRow('entry')
  const jobs = (
    <Button component={Link} to={PATHS.jobs} startIcon={<ListChecks />}>
      {t('jobs:screen.title')}
    </Button>
  )
  return (
    <Page
      title={t('screen.title')}
      meta={t('screen.purpose')}
      isFilling
      actions={user.role_key === 'super-admin' ? jobs : undefined}
    >
      <AuditTable openId={openId} onOpen={open} onClose={close} />
    </Page>
  )
}
