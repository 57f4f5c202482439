import { IdCard, Plus, Umbrella } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { Page } from '../../components/page.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { type Entity, PickVehicleDialog } from '../../features/entities/index.js'
import { GuidesTab } from '../../features/guides/index.js'
import { InsuranceDrawer, InsurancesList } from '../../features/insurances/index.js'
import { DetailsDrawer, InvoicesList } from '../../features/invoices/index.js'
import { OrdersList } from '../../features/payments/index.js'
import { useAddress } from '../../lib/screen-address.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { useSession } from '../../lib/session/session.js'

const TABS = ['orders', 'invoices', 'insurance', 'guides'] as const

interface Business {
  id: number
  name: string
}

/** Page with subscriptions and insurances of vehicles, and guides (D.18, R-195). */
export function Component() {
  const { t } = useTranslation('information')
  const address = useAddress()
  const tab = address.oneOf('tab', TABS)
  const [billed, setBilled] = useState<Business>()
  return (
    <Page
      title={t('screen.title')}
      meta={t(`about.${tab}`)}
      isFilling={tab !== 'guides'}
      actions={(tab === 'insurance' && <NewInsurance />) || (tab === 'invoices' && <OwnDetails onDetails={setBilled} />)}
    >
      <ViewTabs
        label={t('tabs.label')}
        views={TABS}
        view={tab}
        titleOf={(one) => t(`tabs.${one}`)}
        onView={(next) => address.goTo({ tab: next })}
      />
      {tab === 'orders' && <OrdersList onDetails={setBilled} />}
      {tab === 'invoices' && <InvoicesList />}
      {tab === 'insurance' && <InsurancesList />}
      {tab === 'guides' && <GuidesTab />}
      {billed && <DetailsDrawer business={billed} onClose={() => setBilled(undefined)} />}
    </Page>
  )
}

/**
 * Button for the invoice details of the user's own business. Users who see all businesses have no such button. They open the
 * details of a business from its orders.
 */
function OwnDetails({ onDetails }: { onDetails: (business: Business) => void }) {
  const { t } = useTranslation('invoices')
  const { id, name } = useOwnBusiness()
  const missingRight = useMissingRight('update:business')
  if (id === null) return null
  return (
    <ActionButton
      icon={IdCard}
      label={t('actions.details')}
      disabledBecause={missingRight}
      onClick={() => onDetails({ id, name })}
    />
  )
}

function useOwnBusiness() {
  const { user } = useSession()
  return { id: user.business_id, name: user.business_name ?? '' }
}

/** Creates an insurance. The user first chooses the vehicle. */
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
      {vehicle && vehicle !== 'asked' && <InsuranceDrawer subject={{ vehicle }} onClose={close} />}
    </>
  )
}
