import { Building2, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api, unwrap } from '../../lib/api/api-client.js'
import { once } from '../../lib/api/headers.js'
import { counted } from '../../lib/format/numbers.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { type BulkAction, bulkRequest } from '../../table/index.js'
import type { Device, RegisteredView } from './device.js'
import { useDevicesChanged } from './queries/device-changes.js'

/** Returns the actions that apply to many devices together. The result is reported for each device. */
export function useBulkDevices(
  view: RegisteredView,
  onLink: (devices: readonly Device[]) => void,
): readonly BulkAction<Device>[] {
  const { t } = useTranslation('devices')
  const disabledBecause = useMissingRight('manage:devices')
  const changed = useDevicesChanged()
  const setDeleted = (action: 'delete' | 'restore') =>
    bulkRequest<Device>({
      send: (ids, key) => unwrap(api.POST('/api/v1/devices/bulk', { params: { header: once(key) }, body: { action, ids } })),
      takeBack: (id, key) => unwrap(api.POST('/api/v1/devices/bulk/{id}/undo', { params: { path: { id }, header: once(key) } })),
      onChanged: changed,
    })
  if (view === 'deleted')
    return [
      {
        key: 'restore',
        label: t('actions.restore'),
        icon: RotateCcw,
        disabledBecause,
        effectOn: (count) => t('bulk.restore', counted(count)),
        ...setDeleted('restore'),
      },
    ]
  return [
    { key: 'link', label: t('actions.link'), icon: Building2, disabledBecause, hand: onLink },
    {
      key: 'delete',
      label: t('actions.delete'),
      icon: Trash2,
      isDanger: true,
      disabledBecause,
      effectOn: (count) => t('bulk.delete', counted(count)),
      refusalOf: ({ state }) => (state === 'installed' ? t('refused.installed') : undefined),
      ...setDeleted('delete'),
    },
  ]
}
