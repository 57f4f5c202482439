import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { Ban, Bookmark, Monitor, Radio } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../../components/empty-state.js'
import { LoadingOverlay } from '../../../components/loading-overlay.js'
import { useSession } from '../../../lib/session/session.js'
import { installBusinessesQuery } from '../queries/install-queries.js'
import { MobileForm } from './mobile-form.js'
import { MobileFrame } from './mobile-frame.js'
import type { MobilePaths } from './mobile-paths.js'
import { MobileReplace } from './mobile-replace.js'
import { useMobileAddress } from './use-mobile-address.js'

interface MobileInstallProps {
  paths: MobilePaths
  /** The live test of any tracker. */
  statusPath: string
  /** The form for the desk, where there is room for it. */
  deskPath?: string
}

/** installing and replacing with the phone in one hand. */
export function MobileInstall({ paths, statusPath, deskPath }: MobileInstallProps) {
  const { t } = useTranslation(['installMobile', 'install', 'liveTest'])
  const address = useMobileAddress()
  const { user } = useSession()
  const { data, isPending } = useQuery(installBusinessesQuery)
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
  // Without a connection the list is not there, and the form is all the same.
  const allowed = data?.find(({ blocked_message: blocked }) => blocked === null)
  if (data && !allowed)
    return (
      <MobileFrame work="install" onWork={address.openWork} onLiveTest={paths.onLiveTest} menu={() => links}>
        <EmptyState icon={Ban} title={t('install:mayNot.title')} text={t('install:mayNot.text')} />
      </MobileFrame>
    )
  return (
    <MobileForm
      businessId={data ? (allowed?.id ?? null) : user.business_id}
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
