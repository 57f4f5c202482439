import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { GuideLink } from '../../features/guides/index.js'
import { InstallTab, ReplaceTab } from '../../features/install/index.js'
import { ImeiStatus } from '../../features/live-test/components/imei-status.js'
import { useAddress } from '../../lib/screen-address.js'
import { useIsPhone } from '../../lib/use-is-narrow.js'
import { Page } from '../../components/page.js'
import { PATHS } from '../../lib/paths.js'

/** Tabs in display order. The first tab has no name in the URL. */
const TABS = ['install', 'replace', 'status'] as const
type TabKey = (typeof TABS)[number]
const GUIDE_OF = { install: 'install', replace: 'replace', status: 'lights' } as const

/** Page for installing a tracker, replacing one, and testing one. Each task is a tab with its own URL. */
export function Component() {
  const { t } = useTranslation(['install', 'liveTest'])
  const { text, id, oneOf, goTo } = useAddress()
  const { search } = useLocation()
  const tab = oneOf('tab', TABS)
  const open = (next: TabKey) => goTo({ tab: next })
  const openLiveTest = (imei: string) => goTo({ tab: 'status', imei })
  // On a phone, installing and replacing are on a separate page. The live test is the same page everywhere.
  const isPhone = useIsPhone()
  const labels: Record<TabKey, string> = {
    install: t('tabs.install'),
    replace: t('tabs.replace'),
    status: t('liveTest:tabs.status'),
  }
  if (isPhone && tab !== 'status') return <Navigate replace to={{ pathname: PATHS.installDevicesMobile, search }} />
  return (
    <Page
      title={t('screen.title')}
      meta={t('screen.purpose')}
      actions={
        <>
          <GuideLink guide={GUIDE_OF[tab]} isInHead />
          <Tabs
            value={tab}
            variant="scrollable"
            aria-label={t('liveTest:tabs.label')}
            onChange={(_event, next: TabKey) => open(next)}
          >
            {TABS.map((one) => (
              <Tab key={one} value={one} label={labels[one]} />
            ))}
          </Tabs>
        </>
      }
    >
      {tab === 'install' && <InstallTab imei={text('imei')} onLiveTest={openLiveTest} />}
      {tab === 'replace' && (
        <ReplaceTab
          entityId={id('entity') ?? null}
          onEntity={(next) => goTo({ tab, entity: next ?? undefined }, next === null)}
          onLiveTest={openLiveTest}
        />
      )}
      {tab === 'status' && <ImeiStatus imei={text('imei')} onImei={(imei) => goTo({ tab, imei }, !imei)} />}
    </Page>
  )
}
