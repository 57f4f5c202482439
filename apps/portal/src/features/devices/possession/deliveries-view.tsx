import { Cpu, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Hint } from '../../../components/layout/index.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { ListTable, type RowAction } from '../../../table/index.js'
import type { DeviceDelivery } from '../device.js'
import { useDeviceChange } from '../queries/device-changes.js'
import type { DevicesAddress } from '../use-devices-address.js'
import { DeliveryDialog } from './delivery-dialog.js'
import { DeliveryImportDialog } from './delivery-import-dialog.js'
import { deliveries } from './possession-lists.js'
import { possession } from './possession-queries.js'

/**
 * Lists deliveries for super admins (G-109). The business that received a delivered tracker registers it without proof of
 * possession.
 */
export function DeliveriesView({ address }: { address: DevicesAddress }) {
  const { t } = useTranslation('devices')
  const [removed, setRemoved] = useState<DeviceDelivery>()
  const actionsOf = (delivery: DeviceDelivery): RowAction[] => [
    {
      label: t('claims.toDevice'),
      icon: Cpu,
      disabledBecause: delivery.device_id === null ? t('scan.unknown') : undefined,
      onAct: () => address.goTo({ device: delivery.device_id ?? undefined }),
    },
    { label: t('deliveries.remove.act'), icon: Trash2, isDanger: true, onAct: () => setRemoved(delivery) },
  ]
  return (
    <>
      <ListTable
        {...deliveries}
        label={t('views.deliveries')}
        searchLabel={t('deliveries.search')}
        nothing={{ title: t('nothing.deliveries.title'), text: t('nothing.deliveries.text') }}
        actionsOf={actionsOf}
      />
      {address.dialog === 'deliver:devices' && <DeliveryDialog onClose={address.closeForm} />}
      {address.dialog === 'import:deliveries' && <DeliveryImportDialog onClose={address.closeForm} />}
      {removed && <RemoveDialog delivery={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

function RemoveDialog({
  delivery: { id, imei, business_name: business },
  onClose,
}: {
  delivery: DeviceDelivery
  onClose: () => void
}) {
  const { t } = useTranslation(['devices', 'common'])
  const remove = useDeviceChange(possession.removeDelivery, { done: () => t('deliveries.remove.done', { imei }), then: onClose })
  return (
    <AskDialog
      title={t('deliveries.remove.title', { imei: formatImei(imei) })}
      onClose={onClose}
      act={{ label: t('deliveries.remove.act'), onAct: () => remove.mutate(id), isPending: remove.isPending, isDanger: true }}
      keepLabel={t('common:actions.cancel')}
    >
      <Hint>{t('deliveries.remove.text', { business })}</Hint>
    </AskDialog>
  )
}
