import { Copy, Cpu, Link2, Route, Users, Bike } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { DataTable, type Filter, type RowAction, type Sort } from '../../../table/index.js'
import { devicesOf, entitiesOf, usersOf, type Place } from '../queries/contents-sources.js'
import type { BusinessAddress, Contents } from '../use-business-address.js'
import { useContentsColumns } from '../use-contents-columns.js'

const NEWEST: Sort = { by: 'created_at', direction: 'desc' }
const ICONS = { devices: Cpu, entities: Bike, users: Users }

interface ContentsTableProps {
  what: Contents
  place: Place
  address: BusinessAddress
  /** Address of an entity's own page; absent where this user may not see the map. */
  entityPath?: (id: number) => string
}

/** What hangs on a business in the one table of the portal: found, ordered, narrowed, linked elsewhere. */
export function ContentsTable({ what, place: { businessId, below }, address, entityPath }: ContentsTableProps) {
  const { t } = useTranslation('businesses')
  const navigate = useNavigate()
  const notify = useNotify()
  const columns = useContentsColumns(below)
  const missing = { business: useMissingRight('link:business'), user: useMissingRight('link:user') }
  const place = useMemo(() => ({ businessId, below }), [businessId, below])
  const sources = useMemo(() => ({ devices: devicesOf(place), entities: entitiesOf(place), users: usersOf(place) }), [place])
  const filters = useMemo<Record<Contents, Filter[]>>(
    () => ({
      devices: [
        { key: 'model', kind: 'text', label: t('columns.model') },
        { key: 'last_received_at', kind: 'period', label: t('columns.lastSeen') },
        { key: 'created_at', kind: 'period', label: t('columns.created') },
      ],
      entities: [
        { key: 'license_plate', kind: 'text', label: t('columns.plate') },
        { key: 'created_at', kind: 'period', label: t('columns.created') },
      ],
      users: [
        { key: 'role', kind: 'text', label: t('columns.role') },
        { key: 'created_at', kind: 'period', label: t('columns.created') },
      ],
    }),
    [t],
  )
  const link = (id: number): RowAction => ({
    label: t('link.elsewhere'),
    icon: Link2,
    disabledBecause: what === 'users' ? missing.user : missing.business,
    onAct: () => address.open(what === 'users' ? 'link:user' : 'link:vendor', { what, ids: String(id) }),
  })
  const open = (id: number | null): RowAction[] =>
    id !== null && entityPath ? [{ label: t('openEntity'), icon: Route, onAct: () => void navigate(entityPath(id)) }] : []
  const copy = (imei: string | null): RowAction[] =>
    imei === null
      ? []
      : [
          {
            label: t('copyImei'),
            icon: Copy,
            onAct: () => void navigator.clipboard.writeText(imei).then(() => notify.success(t('imeiCopied')), notify.failure),
          },
        ]
  const common = {
    label: t(`tabs.${what}`),
    sort: NEWEST,
    filters: filters[what],
    searchLabel: t(`search.${what}`),
    nothingYet: { icon: ICONS[what], title: t(`none.${what}.title`), text: t(`none.${what}.text`) },
  }
  if (what === 'devices')
    return (
      <DataTable
        {...common}
        name="business-devices"
        source={sources.devices}
        columns={columns.devices}
        actionsOf={({ id, imei, entity_id: entity }) => [...open(entity), link(id), ...copy(imei)]}
      />
    )
  if (what === 'entities')
    return (
      <DataTable
        {...common}
        name="business-entities"
        source={sources.entities}
        columns={columns.entities}
        onOpen={entityPath && (({ id }) => void navigate(entityPath(id)))}
        actionsOf={({ id, imei }) => [...open(id), link(id), ...copy(imei)]}
      />
    )
  return (
    <DataTable
      {...common}
      name="business-users"
      source={sources.users}
      columns={columns.users}
      actionsOf={({ id }) => [link(id)]}
    />
  )
}
