import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ActionButton } from '../../components/action-button.js'
import { Page } from '../../components/page.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { GuidesTab } from '../../features/guides/index.js'
import { InsurancesList } from '../../features/insurances/index.js'
import { OrdersList } from '../../features/payments/index.js'
import { PATHS } from '../../lib/paths.js'
import { useAddress } from '../../lib/screen-address.js'
import { useMissingRight } from '../../lib/session/missing-right.js'

const TABS = ['orders', 'insurance', 'guides'] as const

/** D.18, R-195: what vehicles are paid for and insured by, and how everything works. */
export function Component() {
  const { t } = useTranslation('information')
  const address = useAddress()
  const tab = address.oneOf('tab', TABS)
  return (
    <Page
      title={t('screen.title')}
      meta={t(`about.${tab}`)}
      isFilling={tab !== 'guides'}
      actions={tab === 'insurance' && <NewInsurance />}
    >
      <ViewTabs
        label={t('tabs.label')}
        views={TABS}
        view={tab}
        titleOf={(one) => t(`tabs.${one}`)}
        onView={(next) => address.goTo({ tab: next })}
      />
      {tab === 'orders' && <OrdersList />}
      {tab === 'insurance' && <InsurancesList />}
      {tab === 'guides' && <GuidesTab />}
    </Page>
  )
}

/** One is added on the vehicle's page, which knows which vehicle it is. */
function NewInsurance() {
  const { t } = useTranslation('insurances')
  const navigate = useNavigate()
  return (
    <ActionButton
      variant="contained"
      icon={Plus}
      label={t('new')}
      disabledBecause={useMissingRight('index:entity')}
      onClick={() => void navigate(PATHS.entities)}
    />
  )
}
