import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { MobileInstall } from '../../features/install/index.js'
import { useIsPhone } from '../../lib/use-is-narrow.js'
import { usePermission } from '../../lib/session/session.js'
import { usePageTitle } from '../../components/page.js'
import { PATHS } from '../../lib/paths.js'

/** Installation page for phones. */
export function Component() {
  const { t } = useTranslation('installMobile')
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const maySee = usePermission('index:entity')
  usePageTitle(t('screen.title'))
  const statusPath = `${PATHS.installDevices}?tab=status`
  return (
    <MobileInstall
      paths={{
        ...(maySee && { entity: (id: number) => `${PATHS.entities}/${id}` }),
        onLiveTest: (imei) => void navigate(`${statusPath}&imei=${imei}`),
      }}
      statusPath={statusPath}
      deskPath={isPhone ? undefined : PATHS.installDevices}
    />
  )
}
