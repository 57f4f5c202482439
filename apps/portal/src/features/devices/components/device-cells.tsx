import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'
import { Row, Detail, Text } from '../../../components/layout/index.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { NONE } from '../../../lib/format/none.js'
import { StateGlyph } from '../../../map/state-glyph.js'
import type { Device } from '../device.js'

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

const TONES: Readonly<Record<Device['state'], string>> = {
  free: 'idle',
  installed: 'moving',
  returned: 'warning',
  deleted: 'missing',
}

/** Where it is in its life. */
export function StateChip({ device: { state } }: { device: Device }) {
  const { t } = useTranslation('devices')
  return <Chip label={t(`states.${state}`)} sx={{ bgcolor: `${TONES[state]}.soft`, color: `${TONES[state]}.main` }} />
}

const GLYPHS = { live: 'moving', today: 'idle', sleeping: 'sleeping', silent: 'offline', never: 'offline' } as const
const COLOURS = { live: 'moving', today: 'idle', sleeping: 'offline', silent: 'warning', never: 'offline' } as const

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

/** When it was heard last, by shape, colour and word (G-41). */
export function ConnectionChip({ device: { connection } }: { device: Device }) {
  const { t } = useTranslation('devices')
  return (
    <Chip
      label={
        <Row component="span" gap={0.5}>
          <StateGlyph state={GLYPHS[connection]} />
          {t(`connections.${connection}`)}
        </Row>
      }
      sx={{ bgcolor: `${COLOURS[connection]}.soft`, color: `${COLOURS[connection]}.main`, '& .MuiChip-label': { px: 0.75 } }}
    />
  )
}
