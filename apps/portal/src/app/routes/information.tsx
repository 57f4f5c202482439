import { Plus, Umbrella } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { Page } from '../../components/page.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { type Entity, PickVehicleDialog } from '../../features/entities/index.js'
import { GuidesTab } from '../../features/guides/index.js'
import { InsuranceDrawer, InsurancesList } from '../../features/insurances/index.js'
import { OrdersList } from '../../features/payments/index.js'
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

/** For the vehicle that is named first: an insurance is of one. */
function NewInsurance() {
  const { t } = useTranslation('insurances')
  const [vehicle, setVehicle] = useState<Entity | 'asked'>()
  const close = () => setVehicle(undefined)
  const rights = [useMissingRight('manage:subscriptions'), useMissingRight('index:entity')]
  return (
    <>
      <ActionButton
        variant="contained"
        icon={Plus}
        label={t('new')}
        disabledBecause={rights.find(Boolean)}
        onClick={() => setVehicle('asked')}
      />
      {vehicle === 'asked' && <PickVehicleDialog title={t('pick')} icon={Umbrella} onPick={setVehicle} onClose={close} />}
      {vehicle && vehicle !== 'asked' && <InsuranceDrawer of={{ vehicle }} onClose={close} />}
    </>
  )
}
