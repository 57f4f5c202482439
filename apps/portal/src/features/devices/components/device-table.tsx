import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTable, type RowAction } from '../../../table/index.js'
import { devices, devicesIn } from '../device-list.js'
import type { Device, RegisteredView } from '../device.js'
import { useBulkDevices } from '../use-bulk-devices.js'

interface DeviceTableProps {
  view: RegisteredView
  onOpen: (device: Device) => void
  actionsOf: (device: Device) => readonly RowAction[]
  onLink: (devices: readonly Device[]) => void
}

/** The registered trackers of a view: searched, narrowed, ordered, ticked, taken along as CSV. */
export function DeviceTable({ view, onOpen, actionsOf, onLink }: DeviceTableProps) {
  const { t } = useTranslation('devices')
  const filters = useMemo(() => filtersIn(view), [view])
  const bulkActions = useBulkDevices(view, onLink)
  return (
    <ListTable
      {...devices}
      source={devicesIn(view)}
      filters={filters}
      nothing={{ title: t(`nothing.${view}.title`), text: t(`nothing.${view}.text`) }}
      onOpen={view === 'deleted' ? undefined : onOpen}
      actionsOf={actionsOf}
      bulkActions={bulkActions}
    />
  )
}

/** What the list can be narrowed by, beyond what the view asks for already. */
function filtersIn(view: RegisteredView) {
  if (view === 'all' || view === 'drift') return devices.filters
  return { ...devices.filters, state: undefined, ...(view === 'silent' && { connection: undefined }) }
}
