import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { BusinessesScreen } from '../../features/businesses/components/businesses-screen.js'
import { usePermission } from '../../lib/session/session.js'
import { usePageTitle } from '../layout/page.js'
import { pathOf } from '../paths.js'

const entityPath = (id: number) => `${pathOf('entityStatus')}/${id}`

/** The tree of businesses and what hangs on each. */
export function Component() {
  const { t } = useTranslation('screens')
  const navigate = useNavigate()
  const hasMap = usePermission('read:map')
  const title = t('businesses.title')
  usePageTitle(title)
  return (
    <BusinessesScreen
      title={title}
      onCreateUser={(businessId) => void navigate(`${pathOf('users')}?dialog=create:user&business=${businessId}`)}
      entityPath={hasMap ? entityPath : undefined}
    />
  )
}
