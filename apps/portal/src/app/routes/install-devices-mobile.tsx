import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { MobileInstall } from '../../features/install/index.js'
import { useIsNarrow } from '../../lib/use-is-narrow.js'
import { usePermission } from '../../lib/session/session.js'
import { usePageTitle } from '../layout/page.js'
import { pathOf } from '../paths.js'

/** the phone's page of installations. */
export function Component() {
  const { t } = useTranslation('screens')
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const maySee = usePermission('index:entity')
  usePageTitle(t('installDevicesMobile.title'))
  const statusPath = `${pathOf('installDevices')}?tab=status`
  return (
    <MobileInstall
      paths={{
        ...(maySee && { entity: (id: number) => `${pathOf('entity')}/${id}` }),
        onLiveTest: (imei) => void navigate(`${statusPath}&imei=${imei}`),
      }}
      statusPath={statusPath}
      deskPath={isNarrow ? undefined : pathOf('installDevices')}
    />
  )
}
