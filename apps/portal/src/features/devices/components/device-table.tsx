import { Cpu } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.js'
import { DataTable, type RowAction, type Sort } from '../../../table/index.js'
import type { Device, RegisteredView } from '../device.js'
import { deviceList } from '../queries/device-lists.js'
import { useBulkDevices } from '../use-bulk-devices.js'
import { useDeviceColumns, useDeviceFilters } from '../use-device-columns.js'

interface DeviceTableProps {
  view: RegisteredView
  onOpen: (device: Device) => void
  actionsOf: (device: Device) => readonly RowAction[]
  onLink: (devices: readonly Device[]) => void
}

const NEWEST: Sort = { by: 'created_at', direction: 'desc' }

/** The registered trackers of a view: searched, narrowed, ordered, ticked, taken along as CSV. */
export function DeviceTable({ view, onOpen, actionsOf, onLink }: DeviceTableProps) {
  const { t } = useTranslation(['devices', 'screens'])
  const { timeZone } = useFormat()
  const source = useMemo(() => deviceList(view, timeZone), [view, timeZone])
  const columns = useDeviceColumns()
  const filters = useDeviceFilters(view)
  const bulkActions = useBulkDevices(view, onLink)
  return (
    <DataTable<Device>
      name="devices"
      label={t('screens:devices.title')}
      source={source}
      columns={columns}
      filters={filters}
      sort={NEWEST}
      searchLabel={t('search')}
      nothingYet={{ icon: Cpu, title: t(`nothing.${view}.title`), text: t(`nothing.${view}.text`) }}
      onOpen={view === 'deleted' ? undefined : onOpen}
      actionsOf={actionsOf}
      bulkActions={bulkActions}
    />
  )
}
