import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Copy, QrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Row, Hint } from '../../../components/layout/index.js'
import { useCopy } from '../../../components/notifications/use-copy.js'
import { VehicleIcon } from '../../../components/vehicle-icon.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
import { formatImei } from '../../../lib/format/numbers.js'
import type { RowAction } from '../../../table/index.js'
import type { Entity } from '../entity.js'
import { RecordActions } from './record-actions.js'
import { ConnectionFact, LifecycleFact, MotionFact } from './entity-status.js'
import { joined } from '../../../lib/format/joined.js'

interface RecordHeaderProps {
  entity: Entity
  /** Suggested next action. */
  primary: RowAction | undefined
  actions: readonly RowAction[]
  onQr: () => void
  /**
   * True if the live map beside the header shows the state. The header then leaves it out, because the two could show states
   * of different age.
   */
  isToldElsewhere: boolean
}

/**
 * Shows type, name, plate, frame number, IMEI with copy and QR buttons, and actions. Also shows the state unless the map
 * does.
 */
export function RecordHeader({ entity, primary, actions, onQr, isToldElsewhere }: RecordHeaderProps) {
  const { t } = useTranslation(['entities', 'map'])
  const { imei } = entity
  const isNarrow = useIsNarrow()
  const kind = joined([t(`map:vehicleTypes.${entity.vehicle_type}`), entity.brand, entity.model])
  const numbers = joined([entity.license_plate, entity.frame_number])
  const copy = useCopy(t('imeiCopied'))
  return (
    <Row gap={2} align="start" wrap>
      <Box
        sx={{
          display: { xs: 'none', sm: 'grid' },
          placeContent: 'center',
          flex: 'none',
          width: 44,
          height: 44,
          borderRadius: '12px',
          bgcolor: 'surface.subtle',
          color: 'text.secondary',
        }}
      >
        <VehicleIcon vehicleType={entity.vehicle_type} size={22} />
      </Box>
      <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
        <Typography variant="h1" dir="auto">
          {entity.name}
        </Typography>
        <Hint>{joined([kind, numbers])}</Hint>
        {imei && (
          <Row gap={0.5} size="dense" tabular>
            {t('columns.imei')} {formatImei(imei)}
            <TooltipIconButton label={t('actions.copyImei')} icon={Copy} iconSize={14} onClick={() => copy(imei)} />
            <TooltipIconButton label={t('actions.qr')} icon={QrCode} iconSize={14} onClick={onQr} />
          </Row>
        )}
        {!isToldElsewhere && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 13, mt: 0.5 }}>
            <MotionFact entity={entity} />
            <ConnectionFact entity={entity} isDated />
            <LifecycleFact entity={entity} />
          </Box>
        )}
      </Box>
      {!isNarrow && <RecordActions entity={entity} primary={primary} actions={actions} />}
    </Row>
  )
}
