import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Copy, Pencil, QrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { type RowAction, RowMenu } from '../../../table/index.js'
import type { Entity } from '../entity-list.js'
import { ConnectionFact, LifecycleFact, MotionFact } from './entity-status.js'

interface RecordHeaderProps {
  entity: Entity
  actions: readonly RowAction[]
  onQr: () => void
}

/** Name, plate, frame number, IMEI with copy and QR, the three facts, and what can be done. */
export function RecordHeader({ entity, actions, onQr }: RecordHeaderProps) {
  const { t } = useTranslation(['entities', 'map'])
  const notify = useNotify()
  const { imei } = entity
  const edit = actions.find(({ icon }) => icon === Pencil)
  const kind = [t(`map:vehicleTypes.${entity.vehicle_type}`), entity.brand, entity.model].filter(Boolean).join(' · ')
  const numbers = [entity.license_plate, entity.frame_number].filter(Boolean).join(' · ')
  const copy = () => void navigator.clipboard.writeText(imei ?? '').then(() => notify.success(t('imeiCopied')), notify.failure)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
      <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {entity.name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {[kind, numbers].filter(Boolean).join(' · ')}
        </Typography>
        {imei && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: 13, fontVariantNumeric: 'tabular-nums' }}>
            {t('columns.imei')} {formatImei(imei)}
            <TooltipIconButton label={t('actions.copyImei')} icon={Copy} iconSize={14} onClick={copy} />
            <TooltipIconButton label={t('actions.qr')} icon={QrCode} iconSize={14} onClick={onQr} />
          </Box>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 13, mt: 0.5 }}>
          <MotionFact entity={entity} />
          <ConnectionFact entity={entity} isDated />
          <LifecycleFact entity={entity} />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        {edit && (
          <ActionButton
            variant="contained"
            disabledBecause={edit.disabledBecause}
            startIcon={<Pencil size={16} strokeWidth={1.75} aria-hidden />}
            onClick={edit.onAct}
          >
            {edit.label}
          </ActionButton>
        )}
        <RowMenu name={entity.name} actions={actions} />
      </Box>
    </Box>
  )
}
