import { useTranslation } from 'react-i18next'
import { EntityTable } from '../../features/entities/components/entity-table.js'
import { usePermission } from '../../lib/session/session.js'
import { Page } from '../layout/page.js'
import { pathOf } from '../paths.js'

const paths = {
  page: ({ id }: { id: number }) => `${pathOf('entityStatus')}/${id}`,
  map: ({ id, imei }: { id: number; imei: string | null }) =>
    imei ? `${pathOf('map')}/${imei}` : `${pathOf('map')}?entity=${id}`,
}

/** All vehicles in one table; a row leads to where the vehicle is and has been. */
export function Component() {
  const { t } = useTranslation('screens')
  const hasMap = usePermission('read:map')
  return (
    <Page title={t('entities.title')} meta={t('entities.purpose')} isFilling>
      <EntityTable paths={hasMap ? paths : undefined} />
    </Page>
  )
}
