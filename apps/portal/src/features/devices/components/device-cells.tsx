import Box from '@mui/material/Box'
import { Package, Trash2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ConnectionChip } from '../../../map/connection-chip.js'
import { Detail, Text } from '../../../components/layout/index.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { NONE } from '../../../lib/format/none.js'
import { LIFECYCLE_SIGNS } from '../../../map/state-signs.js'
import { type Device, connectionState } from '../device.js'

/**
 * Shows the IMEI in groups, and below it the tracker's own ID if that is not the IMEI. The IMEI of a deleted device is struck
 * through.
 */
export function ImeiCell({ device: { imei, tracker_id, state } }: { device: Device }) {
  const isDeleted = state === 'deleted'
  return (
    <Box sx={{ lineHeight: '18px', fontVariantNumeric: 'tabular-nums' }}>
      <Box
        component={isDeleted ? 'del' : 'span'}
        sx={{ fontWeight: 600, whiteSpace: 'nowrap', color: isDeleted ? 'text.tertiary' : 'text.primary' }}
      >
        {formatImei(imei)}
      </Box>
      {tracker_id && <Detail>{tracker_id}</Detail>}
    </Box>
  )
}

const LOOKS = {
  free: { tone: 'idle', icon: Package },
  installed: { tone: 'moving', icon: LIFECYCLE_SIGNS.installed },
  returned: { tone: 'warning', icon: Undo2 },
  deleted: { tone: 'missing', icon: Trash2 },
} as const

/** Shows the state of the device in its life cycle. */
export function StateChip({ device: { state } }: { device: Device }) {
  const { t } = useTranslation('devices')
  return <ToneChip {...LOOKS[state]} label={t(`states.${state}`)} />
}

/** Shows the installed firmware, and below it the wanted firmware if that is another version. */
export function FirmwareCell({ device: { firmware_version, wanted_firmware } }: { device: Device }) {
  const { t } = useTranslation('devices')
  if (firmware_version === null) return NONE
  if (wanted_firmware === null || wanted_firmware === firmware_version) return firmware_version
  return (
    <Box sx={{ lineHeight: '18px' }}>
      {firmware_version}
      <Text size="caption" tone="warning">
        {t('wanted', { firmware: wanted_firmware })}
      </Text>
    </Box>
  )
}

/** Shows when the tracker last reported (G-41). */
export const DeviceConnection = ({ device: { connection } }: { device: Device }) => (
  <ConnectionChip heard={connectionState(connection)} />
)
