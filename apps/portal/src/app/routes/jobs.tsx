import { useTranslation } from 'react-i18next'
import { JobTable } from '../../features/jobs/index.js'
import { Page } from '../layout/page.js'

/** What the system does in the background: for a super admin everybody's, for others their own. */
export function Component() {
  const { t } = useTranslation('screens')
  return (
    <Page title={t('jobs.title')} meta={t('jobs.purpose')} isFilling>
      <JobTable />
    </Page>
  )
}
