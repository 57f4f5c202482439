import { Bike, QrCode } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.js'
import { type BulkAction, DataTable, type Filter, type Sort } from '../../../table/index.js'
import { entityList, type Entity } from '../entity-list.js'
import type { EntityView } from '../entity-view.js'
import type { EntitiesAddress } from '../use-entities-address.js'
import { type Asked, type EntityPaths, useDeletedActions, useEntityActions } from '../use-entity-actions.js'
import { useBulkEntities } from '../use-bulk-entities.js'
import { useEntityColumns } from '../use-entity-columns.js'
import { useEntityFilters } from '../use-entity-filters.js'
import { ReportDialog } from '../missing/report-dialog.js'
import { AskedDialog } from './asked-dialog.js'
import { EntityFormDrawer } from './entity-form-drawer.js'
import { EntityPanel } from './entity-panel.js'
import { LinkDialog } from './link-dialog.js'
import { QrDialog } from './qr-dialog.js'

interface EntityTableProps {
  view: EntityView
  address: EntitiesAddress
  paths: EntityPaths
  /** What else the list can be narrowed by. */
  moreFilters: readonly Filter[]
  /** What else can be done with the ticked vehicles. */
  moreActions: readonly BulkAction<Entity>[]
  onTag: (entities: readonly Entity[]) => void
}

const NEWEST_SEEN: Sort = { by: 'last_seen', direction: 'desc' }

/** The vehicles of a view: found, ordered, narrowed, opened, changed, deleted and restored, taken along as CSV. */
export function EntityTable({ view, address, paths, moreFilters, moreActions, onTag }: EntityTableProps) {
  const { t } = useTranslation(['entities', 'screens'])
  const { timeZone } = useFormat()
  const [asked, setAsked] = useState<Asked>()
  const [reported, setReported] = useState<Entity>()
  const [linking, setLinking] = useState<readonly Entity[]>()
  const [labelled, setLabelled] = useState<readonly Entity[]>()
  const source = useMemo(() => entityList(timeZone, view), [timeZone, view])
  const isDeleted = view === 'deleted'
  const pathOf = useCallback((entity: Entity) => (isDeleted ? undefined : paths.page(entity)), [paths, isDeleted])
  const columns = useEntityColumns(pathOf)
  const filters = useEntityFilters(moreFilters)
  const open = ({ id }: Entity) => address.open(id)
  const ways = {
    paths,
    onEdit: ({ id }: Entity) => address.edit(id),
    onAsk: setAsked,
    onQr: (entity: Entity) => setLabelled([entity]),
    onTag: (entity: Entity) => onTag([entity]),
    onReport: setReported,
  }
  const actionsInList = useEntityActions({ ...ways, onOpen: open })
  const actionsInPanel = useEntityActions(ways)
  const actionsOfDeleted = useDeletedActions(setAsked)
  const bulk = useBulkEntities(setLinking)
  const bulkActions: readonly BulkAction<Entity>[] = isDeleted
    ? [bulk.restore]
    : [...moreActions, { key: 'qr', label: t('qr.bulk'), icon: QrCode, hand: setLabelled }, bulk.link, bulk.remove]
  const nothing = view === 'all' ? 'nothingYet' : 'nothingIn'
  return (
    <>
      <DataTable<Entity>
        key={view}
        name="entities"
        label={t('screens:entities.title')}
        source={source}
        columns={columns}
        filters={filters}
        sort={NEWEST_SEEN}
        searchLabel={t('search')}
        nothingYet={{ icon: Bike, title: t(`${nothing}.title`), text: t(`${nothing}.text`) }}
        onOpen={isDeleted ? undefined : open}
        actionsOf={isDeleted ? actionsOfDeleted : actionsInList}
        bulkActions={bulkActions}
      />
      <EntityPanel
        id={address.form || isDeleted ? undefined : address.openId}
        paths={paths}
        actionsOf={actionsInPanel}
        onClose={address.close}
      />
      {address.form && (
        <EntityFormDrawer
          key={address.form.id ?? 'new'}
          {...address.form}
          onClose={address.closeForm}
          onSaved={({ id }) => address.open(id)}
        />
      )}
      {reported && <ReportDialog entity={reported} onClose={() => setReported(undefined)} />}
      {linking && <LinkDialog entities={linking} onClose={() => setLinking(undefined)} />}
      {labelled && <QrDialog entities={labelled} onClose={() => setLabelled(undefined)} />}
      {asked && (
        <AskedDialog
          asked={asked}
          onClose={(isDone) => {
            setAsked(undefined)
            if (isDone) address.close()
          }}
        />
      )}
    </>
  )
}
