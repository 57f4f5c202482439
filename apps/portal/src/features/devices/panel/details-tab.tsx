import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { Stack } from '../../../components/layout/index.js'
import { ActionRow } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { Ago, DateTime } from '../../../components/time/time.js'
import { formatUtcOffset } from '../../../lib/format/utc-offset.js'
import type { RowAction } from '../../../table/index.js'
import { DeviceConnection, StateChip } from '../components/device-cells.js'
import { type Device, unseenWord } from '../device.js'
import { DeviceClock } from './device-clock.js'
import { DoubtedSenders } from './doubted-senders.js'

interface DetailsTabProps {
  device: Device
  actions: readonly RowAction[]
  entityPath?: (id: number) => string
  /** The device's last return and the action to return it. */
  sentBack: ReactNode
}

/** Shows the data of a tracker and the available actions. */
export function DetailsTab({ device, actions, entityPath, sentBack }: DetailsTabProps) {
  const { t } = useTranslation(['devices', 'map'])
  const { entity_id: entityId, entity_name: entityName } = device
  const vehicle =
    entityId !== null && entityPath ? (
      <Link component={RouterLink} to={entityPath(entityId)}>
        {entityName}
      </Link>
    ) : (
      entityName
    )
  return (
    <Stack>
      {device.clock && <DeviceClock device={device} clock={device.clock} />}
      {device.doubted_senders > 0 && <DoubtedSenders device={device} />}
      <FactList
        facts={[
          { label: t('columns.state'), value: <StateChip device={device} /> },
          { label: t('columns.connection'), value: <DeviceConnection device={device} /> },
          { label: t('columns.last_seen'), value: <Ago at={device.last_seen} never={t(unseenWord(device))} /> },
          { label: t('columns.entity_name'), value: vehicle },
          { label: t('columns.business_name'), value: device.business_name },
          {
            label: t('columns.sub_vendor_name'),
            value: device.sub_vendor_name === device.business_name ? null : device.sub_vendor_name,
          },
          { label: t('columns.title'), value: device.title },
          { label: t('columns.description'), value: device.description },
          { label: t('columns.model'), value: device.model },
          { label: t('columns.firmware_version'), value: device.firmware_version },
          { label: t('columns.settings_crc'), value: device.settings_crc },
          { label: t('columns.iccid'), value: device.iccid },
          { label: t('columns.protocol'), value: device.protocol },
          { label: t('columns.tracker_id'), value: device.tracker_id },
          {
            label: t('columns.utc_offset_minutes'),
            value: device.utc_offset_minutes === null ? null : `UTC${formatUtcOffset(device.utc_offset_minutes)}`,
          },
          { label: t('columns.speed_unit'), value: device.speed_unit },
          { label: t('columns.bound_protocol'), value: device.bound_protocol },
          { label: t('columns.source_network'), value: device.source_network },
          { label: t('columns.client_certificate'), value: device.client_certificate },
          { label: t('columns.returned_at'), value: device.returned_at && <DateTime at={device.returned_at} /> },
          { label: t('columns.created_at'), value: <DateTime at={device.created_at} /> },
        ]}
      />
      <ActionRow actions={actions} />
      {device.state !== 'deleted' && sentBack}
    </Stack>
  )
}
