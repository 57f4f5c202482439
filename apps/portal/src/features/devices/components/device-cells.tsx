import Box from '@mui/material/Box'
import { Package, Trash2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ConnectionChip } from '../../../map/connection-chip.js'
import { Detail, Text } from '../../../components/layout/index.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { NONE } from '../../../lib/format/none.js'
import { LIFECYCLE_SIGNS } from '../../../map/state-signs.js'
import { type Device, heardOf } from '../device.js'

/** The IMEI in groups, what the tracker calls itself below it, where that differs; a deleted one's is struck. */
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

/** Where it is in its life. */
export function StateChip({ device: { state } }: { device: Device }) {
  const { t } = useTranslation('devices')
  return <ToneChip {...LOOKS[state]} label={t(`states.${state}`)} />
}

/** What it runs, and what it should run where that is something else. */
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

/** When it was heard last (G-41). */
export const DeviceConnection = ({ device: { connection } }: { device: Device }) => <ConnectionChip heard={heardOf(connection)} />
