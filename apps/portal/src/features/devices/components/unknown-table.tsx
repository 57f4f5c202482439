import { Plus, Radio } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { formatCount, formatImei } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { type BulkAction, type Column, DataTable, type Filter, type RowAction, type Sort } from '../../../table/index.js'
import { isImei, type UnknownDevice } from '../device.js'
import { unknownDeviceList } from '../queries/device-lists.js'
import { SeenCell } from './device-cells.js'

interface UnknownTableProps {
  /** Opens the form for what calls itself so. */
  onRegister: (identity: string) => void
  onRegisterMany: (imeis: readonly string[]) => void
}

const LAST_KNOCK: Sort = { by: 'last_seen_at', direction: 'desc' }

/** Trackers that knocked and are not registered: what they say of themselves, and the way in. */
export function UnknownTable({ onRegister, onRegisterMany }: UnknownTableProps) {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const disabledBecause = useMissingRight('manage:devices')
  const columns = useMemo<readonly Column<UnknownDevice>[]>(
    () => [
      { key: 'imei', label: t('unknown.identity'), render: ({ imei }) => (isImei(imei) ? formatImei(imei) : imei) },
      { key: 'protocol', label: t('columns.protocol'), isUnsortable: true, onCard: 'meta', render: ({ protocol }) => protocol },
      {
        key: 'remote_address',
        label: t('unknown.address'),
        isUnsortable: true,
        onCard: 'meta',
        render: ({ remote_address }) => remote_address,
      },
      {
        key: 'attempts',
        label: t('unknown.attempts'),
        isNumeric: true,
        render: ({ attempts }) => formatCount(attempts),
      },
      { key: 'first_seen_at', label: t('unknown.first'), render: ({ first_seen_at }) => <SeenCell at={first_seen_at} /> },
      {
        key: 'last_seen_at',
        label: t('unknown.last'),
        onCard: 'state',
        render: ({ last_seen_at }) => <SeenCell at={last_seen_at} />,
      },
    ],
    [t],
  )
  const filters = useMemo<readonly Filter[]>(
    () => [
      { key: 'protocol', kind: 'text', label: t('columns.protocol') },
      { key: 'last_seen_at', kind: 'period', label: t('unknown.last') },
    ],
    [t],
  )
  const bulkActions: readonly BulkAction<UnknownDevice>[] = [
    {
      ...{ key: 'register', label: t('unknown.register'), icon: Plus, disabledBecause },
      hand: (rows) => {
        const imeis = rows.map(({ imei }) => imei).filter(isImei)
        if (imeis.length > 0) onRegisterMany(imeis)
        else notify.warning(t('unknown.noImei'))
      },
    },
  ]
  const actionsOf = ({ imei }: UnknownDevice): RowAction[] => [
    { label: t('unknown.register'), icon: Plus, disabledBecause, onAct: () => onRegister(imei) },
  ]
  return (
    <DataTable<UnknownDevice>
      name="unknown-devices"
      label={t('views.unknown')}
      source={unknownDeviceList}
      columns={columns}
      filters={filters}
      sort={LAST_KNOCK}
      searchLabel={t('unknown.search')}
      nothingYet={{ icon: Radio, title: t('nothing.unknown.title'), text: t('nothing.unknown.text') }}
      onOpen={disabledBecause === undefined ? ({ imei }) => onRegister(imei) : undefined}
      actionsOf={actionsOf}
      bulkActions={bulkActions}
    />
  )
}
