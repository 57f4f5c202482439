import { useTranslation } from 'react-i18next'
import { Page } from '../../../components/page.js'
import { NewPlan, PlansList } from './plans-list.js'

/** Page with the plans only. It is offered if the user has the permission for this screen (G-05). */
export function Component() {
  const { t } = useTranslation('maintenance')
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling actions={<NewPlan />}>
      <PlansList />
    </Page>
  )
}
