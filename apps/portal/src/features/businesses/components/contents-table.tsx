import { Copy, Link2, Route } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { ListTable, type RowAction } from '../../../table/index.js'
import { contentsOf } from '../contents-lists.js'
import type { Place } from '../queries/contents-sources.js'
import type { BusinessAddress, Contents } from '../use-business-address.js'

interface ContentsTableProps {
  what: Contents
  place: Place
  address: BusinessAddress
  /** Returns the URL of an entity's page. Absent if the user is not allowed to see the map. */
  entityPath?: (id: number) => string
}

/** Lists the devices, entities or users of a business, with search, sorting, filters and linking. */
export function ContentsTable({ what, place: { businessId, below }, address, entityPath }: ContentsTableProps) {
  const { t } = useTranslation('businesses')
  const navigate = useNavigate()
  const notify = useNotify()
  const missing = { business: useMissingRight('link:business'), user: useMissingRight('link:user') }
  const lists = useMemo(() => contentsOf({ businessId, below }), [businessId, below])
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
  const words = {
    label: t(`tabs.${what}`),
    searchLabel: t(`search.${what}`),
    nothing: { title: t(`none.${what}.title`), text: t(`none.${what}.text`) },
  }
  if (what === 'devices')
    return (
      <ListTable
        {...lists.devices}
        {...words}
        actionsOf={({ id, imei, entity_id: entity }) => [...open(entity), link(id), ...copy(imei)]}
      />
    )
  if (what === 'entities')
    return (
      <ListTable
        {...lists.entities}
        {...words}
        onOpen={entityPath && (({ id }) => void navigate(entityPath(id)))}
        actionsOf={({ id, imei }) => [...open(id), link(id), ...copy(imei)]}
      />
    )
  return <ListTable {...lists.users} {...words} actionsOf={({ id }) => [link(id)]} />
}
