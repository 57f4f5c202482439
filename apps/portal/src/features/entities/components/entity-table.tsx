import { Bike, Copy, MapPinned, Route } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { type BulkAction, DataTable, type Filter, type RowAction, type Sort } from '../../../table/index.js'
import { entityList, type Entity } from '../entity-list.js'
import { useEntityColumns } from '../use-entity-columns.js'
import { useEntityFilters } from '../use-entity-filters.js'

interface EntityTableProps {
  /** Addresses of one entity; absent where this user may not see the map. */
  paths?: { page: (entity: Entity) => string; map: (entity: Entity) => string }
  /** What else the list can be narrowed by. */
  moreFilters: readonly Filter[]
  /** What else can be done with the ticked vehicles. */
  moreActions: readonly BulkAction<Entity>[]
}

const NEWEST_SEEN: Sort = { by: 'last_seen', direction: 'desc' }

/** All vehicles of the scope: found, ordered, narrowed, opened, taken along as CSV. */
export function EntityTable({ paths, moreFilters, moreActions }: EntityTableProps) {
  const { t } = useTranslation(['entities', 'screens'])
  const navigate = useNavigate()
  const notify = useNotify()
  const { timeZone } = useFormat()
  const source = useMemo(() => entityList(timeZone), [timeZone])
  const pathOf = useCallback((entity: Entity) => paths?.page(entity), [paths])
  const columns = useEntityColumns(pathOf)
  const filters = useEntityFilters(moreFilters)
  const actionsOf = (entity: Entity): RowAction[] => [
    ...(paths
      ? [
          { label: t('actions.trips'), icon: Route, onAct: () => void navigate(paths.page(entity)) },
          { label: t('actions.map'), icon: MapPinned, onAct: () => void navigate(paths.map(entity)) },
        ]
      : []),
    { label: t('actions.copyImei'), icon: Copy, onAct: () => copyImei(entity) },
  ]
  return (
    <DataTable<Entity>
      name="entities"
      label={t('screens:entities.title')}
      source={source}
      columns={columns}
      filters={filters}
      sort={NEWEST_SEEN}
      searchLabel={t('search')}
      nothingYet={{ icon: Bike, title: t('nothingYet.title'), text: t('nothingYet.text') }}
      onOpen={paths && ((entity) => void navigate(paths.page(entity)))}
      actionsOf={actionsOf}
      bulkActions={moreActions}
    />
  )

  function copyImei({ imei }: Entity): void {
    if (!imei) notify.notice(t('noImei'))
    else void navigator.clipboard.writeText(imei).then(() => notify.success(t('imeiCopied')), notify.failure)
  }
}
