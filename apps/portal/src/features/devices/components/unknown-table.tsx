import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { type BulkAction, ListTable, type RowAction } from '../../../table/index.js'
import { unknownDevices } from '../device-list.js'
import { isImei, type UnknownDevice } from '../device.js'

interface UnknownTableProps {
  /** Opens the form for what calls itself so. */
  onRegister: (identity: string) => void
  onRegisterMany: (imeis: readonly string[]) => void
}

/** Trackers that knocked and are not registered: what they say of themselves, and the way in. */
export function UnknownTable({ onRegister, onRegisterMany }: UnknownTableProps) {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const disabledBecause = useMissingRight('manage:devices')
  const bulkActions: readonly BulkAction<UnknownDevice>[] = [
    {
      key: 'register',
      label: t('unknown.register'),
      icon: Plus,
      disabledBecause,
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
    <ListTable
      {...unknownDevices}
      label={t('views.unknown')}
      searchLabel={t('unknown.search')}
      nothing={{ title: t('nothing.unknown.title'), text: t('nothing.unknown.text') }}
      onOpen={disabledBecause === undefined ? ({ imei }) => onRegister(imei) : undefined}
      actionsOf={actionsOf}
      bulkActions={bulkActions}
    />
  )
}
