import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ImeiStatus } from '../../features/live-test/components/imei-status.js'
import { Page } from '../layout/page.js'

/** In the order in which they stand; the first is the one without a word in the address. */
const TABS = ['status'] as const
type InstallTab = (typeof TABS)[number]

/** Fit a tracker, replace one, and prove that it works; each kind of work is a tab, and the address says which. */
export function Component() {
  const { t } = useTranslation(['screens', 'liveTest'])
  const [address, setAddress] = useSearchParams()
  const tab = TABS.find((one) => one === address.get('tab')) ?? TABS[0]
  const open = (next: InstallTab) => setAddress({ tab: next })
  const labels: Record<InstallTab, string> = { status: t('liveTest:tabs.status') }
  return (
    <Page
      title={t('installDevices.title')}
      meta={t('installDevices.purpose')}
      actions={
        <Tabs value={tab} aria-label={t('liveTest:tabs.label')} onChange={(_event, next: InstallTab) => open(next)}>
          {TABS.map((one) => (
            <Tab key={one} value={one} label={labels[one]} />
          ))}
        </Tabs>
      }
    >
      {tab === 'status' && (
        <ImeiStatus
          imei={address.get('imei') ?? undefined}
          onImei={(imei) => setAddress(imei ? { tab, imei } : { tab }, { replace: !imei })}
        />
      )}
    </Page>
  )
}
