import { QrCode } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.js'
import { type BulkAction, type Filter, ListTable } from '../../../table/index.js'
import { entities, entitiesIn } from '../entity-list.js'
import type { Entity, EntityView } from '../entity.js'
import type { EntitiesAddress } from '../use-entities-address.js'
import { type Asked, type EntityPaths, useDeletedActions, useEntityActions } from '../use-entity-actions.js'
import { useBulkEntities } from '../use-bulk-entities.js'
import { ReportDialog } from '../missing/report-dialog.js'
import { AskedDialog } from './asked-dialog.js'
import { NameCell } from './entity-cells.js'
import { EntityFormDrawer } from './entity-form-drawer.js'
import { EntityPanel } from './entity-panel.js'
import { LinkDialog } from './link-dialog.js'
import { QrDialog } from './qr-dialog.js'

interface EntityTableProps {
  view: EntityView
  address: EntitiesAddress
  paths: EntityPaths
  /** Filter by tag, from another feature. It is placed after the type filter. */
  tagFilter: Filter
  /** Further actions for the selected vehicles. */
  moreActions: readonly BulkAction<Entity>[]
  onTag: (entities: readonly Entity[]) => void
}

/** Lists the vehicles of a view, with search, filters, sorting, row actions and CSV export. */
export function EntityTable({ view, address, paths, tagFilter, moreActions, onTag }: EntityTableProps) {
  const { t } = useTranslation('entities')
  const { timeZone } = useFormat()
  const [asked, setAsked] = useState<Asked>()
  const [reported, setReported] = useState<Entity>()
  const [linking, setLinking] = useState<readonly Entity[]>()
  const [labelled, setLabelled] = useState<readonly Entity[]>()
  const isDeleted = view === 'deleted'
  const columns = useMemo(() => {
    const pathOf = (entity: Entity) => (isDeleted ? undefined : paths.page(entity))
    return { ...entities.columns, name: { render: (entity: Entity) => <NameCell entity={entity} path={pathOf(entity)} /> } }
  }, [paths, isDeleted])
  const filters = useMemo(() => {
    const { state, last_seen, vehicle_type, ...others } = entities.filters
    return { state, last_seen, vehicle_type, tag: tagFilter, ...others }
  }, [tagFilter])
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
      <ListTable
        key={view}
        {...entities}
        source={entitiesIn(view, timeZone)}
        columns={columns}
        filters={filters}
        nothing={{ title: t(`${nothing}.title`), text: t(`${nothing}.text`) }}
        onOpen={isDeleted ? undefined : open}
        openId={address.form || isDeleted ? undefined : address.openId}
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
