import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Info, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/text.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { useFormat } from '../../../lib/format/use-format.js'

interface MaintenanceNoticeProps {
  phase: 'planned' | 'now'
  onDismiss: () => void
}

/** One line with the times of the maintenance in the user's time zone. It is amber while the work is in progress. */
export function MaintenanceNotice({ phase, onDismiss }: MaintenanceNoticeProps) {
  const { t } = useTranslation(['shell', 'common'])
  const { planned_maintenance: planned } = useRuntimeConfig()
  const format = useFormat()
  const tone = phase === 'now' ? 'warning' : 'primary'
  const Icon = phase === 'now' ? TriangleAlert : Info
  return (
    <Box
      role="status"
      data-phase={phase}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minWidth: 0,
        height: 32,
        pl: 1.25,
        pr: 0.25,
        borderRadius: '8px',
        border: 1,
        borderColor: `${tone}.line`,
        bgcolor: `${tone}.soft`,
        color: `${tone}.main`,
      }}
    >
      <Icon size={14} />
      <Typography variant="caption" noWrap color="textSecondary">
        <Text component="strong" tone="primary" weight="strong">
          {phase === 'now' ? t('maintenance.now') : t('maintenance.planned')}
        </Text>{' '}
        {format.dateTimeRange(planned.window_from, planned.window_till)}
      </Typography>
      <TooltipIconButton
        label={t('common:actions.dismiss')}
        icon={X}
        iconSize={14}
        onClick={onDismiss}
        sx={{ width: 28, height: 28, color: 'inherit' }}
      />
    </Box>
  )
}
