import MenuItem from '@mui/material/MenuItem'
import { Bookmark, Monitor, Radio } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LoadingOverlay } from '../../../components/loading-overlay.js'
import { NoInstall } from '../components/no-install.js'
import { useInstallBusiness } from '../form/use-install-business.js'
import { MobileForm } from './mobile-form.js'
import { MobileFrame } from './mobile-frame.js'
import type { MobilePaths } from './mobile-paths.js'
import { MobileReplace } from './mobile-replace.js'
import { useMobileAddress } from './use-mobile-address.js'

interface MobileInstallProps {
  paths: MobilePaths
  /** URL of the live test of any tracker. */
  statusPath: string
  /** URL of the desktop form, if the screen is wide enough for it. */
  deskPath?: string
}

/** Installs and replaces trackers with one hand on a phone. */
export function MobileInstall({ paths, statusPath, deskPath }: MobileInstallProps) {
  const { t } = useTranslation(['installMobile', 'install', 'liveTest'])
  const address = useMobileAddress()
  const { isPending, isRefused, hasBusiness, businessId } = useInstallBusiness()
  const links = (
    [
      { to: statusPath, label: t('liveTest:tabs.status'), Icon: Radio },
      ...(deskPath === undefined ? [] : [{ to: deskPath, label: t('desk'), Icon: Monitor }]),
    ] as const
  ).map(({ to, label, Icon }) => (
    <MenuItem key={to} component={Link} to={to}>
      <Icon />
      {label}
    </MenuItem>
  ))
  if (address.work === 'replace') return <MobileReplace address={address} paths={paths} menu={() => links} />
  if (isPending) return <LoadingOverlay />
  if (isRefused)
    return (
      <MobileFrame work="install" onWork={address.openWork} onLiveTest={paths.onLiveTest} menu={() => links}>
        <NoInstall hasBusiness={hasBusiness} />
      </MobileFrame>
    )
  return (
    <MobileForm
      businessId={businessId}
      address={address}
      paths={paths}
      menu={(close, onPresets) => [
        <MenuItem
          key="presets"
          onClick={() => {
            close()
            onPresets()
          }}
        >
          <Bookmark />
          {t('presets.title')}
        </MenuItem>,
        ...links,
      ]}
    />
  )
}
