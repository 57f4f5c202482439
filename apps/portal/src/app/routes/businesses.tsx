import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { BusinessesScreen } from '../../features/businesses/components/businesses-screen.js'
import { usePermission } from '../../lib/session/session.js'
import { usePageTitle } from '../../components/page.js'
import { PATHS } from '../../lib/paths.js'

const entityPath = (id: number) => `${PATHS.entityStatus}/${id}`

/** Tree of businesses, with the details of each. */
export function Component() {
  const { t } = useTranslation('businesses')
  const navigate = useNavigate()
  const hasMap = usePermission('read:map')
  const title = t('screen.title')
  usePageTitle(title)
  return (
    <BusinessesScreen
      title={title}
      onCreateUser={(businessId) => void navigate(`${PATHS.users}?dialog=create:user&business=${businessId}`)}
      entityPath={hasMap ? entityPath : undefined}
    />
  )
}
