import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EntityTable } from '../../features/entities/components/entity-table.js'
import type { Entity } from '../../features/entities/entity-list.js'
import { useTagFilter, useTagging } from '../../features/tags/index.js'
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
  const tagFilter = useTagFilter()
  const moreFilters = useMemo(() => [tagFilter], [tagFilter])
  const tagging = useTagging<Entity>()
  return (
    <Page title={t('entities.title')} meta={t('entities.purpose')} isFilling>
      <EntityTable paths={hasMap ? paths : undefined} moreFilters={moreFilters} moreActions={tagging.actions} />
      {tagging.dialog}
    </Page>
  )
}
