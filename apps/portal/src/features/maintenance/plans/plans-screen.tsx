import { useTranslation } from 'react-i18next'
import { Page } from '../../../components/page.js'
import { NewPlan, PlansList } from './plans-list.js'

/** G-05: the plans on a page of their own, for a server that grants it. */
export function Component() {
  const { t } = useTranslation('maintenance')
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling actions={<NewPlan />}>
      <PlansList />
    </Page>
  )
}
