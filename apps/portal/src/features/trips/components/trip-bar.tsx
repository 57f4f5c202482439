import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'
import { X } from 'lucide-react'
import { Fill } from '../../../components/layout/layout.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import type { TripOnMap } from '../use-trip-playback.js'
import { PlaybackBar } from './playback-bar.js'

/** The selected trip at the lower edge of the map: its playback, that it loads, or that its line could not be read. */
export function TripBar({ trip, onClose }: { trip: TripOnMap; onClose: () => void }) {
  const { t } = useTranslation('trips')
  const { playback, isOpen, skippedWaypoints, error, isEmpty } = trip
  if (playback)
    return (
      <>
        {skippedWaypoints > 0 && <Note>{t('skipped', { count: skippedWaypoints })}</Note>}
        <PlaybackBar playback={playback} isOpen={isOpen} onClose={onClose} />
      </>
    )
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 1.5,
        minHeight: 60,
        borderRadius: '10px',
        border: 1,
        borderColor: 'line.strong',
        bgcolor: 'surface.raised',
        boxShadow: 'var(--mui-palette-lift-pop)',
      }}
    >
      <Fill role="status">{error ? t('lineFailed') : isEmpty ? t('lineEmpty') : <Skeleton height={28} />}</Fill>
      <TooltipIconButton label={t('playback.close')} icon={X} onClick={onClose} />
    </Box>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Box
      role="status"
      sx={{
        width: 'fit-content',
        mb: 1,
        px: 1,
        borderRadius: '6px',
        fontSize: 12,
        lineHeight: '22px',
        bgcolor: 'surface.raised',
        color: 'text.secondary',
        border: 1,
        borderColor: 'line.strong',
      }}
    >
      {children}
    </Box>
  )
}
