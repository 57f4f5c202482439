import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { X } from 'lucide-react'
import { Fill, Row } from '../../../components/layout/layout.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { vars } from '../../../theme/components/vars.js'
import type { TripOnMap } from '../use-trip-playback.js'
import { PlaybackBar } from './playback-bar.js'

/**
 * Bar of the selected trip at the lower edge of the map. It shows the playback, that the trip is loading, or that it could not be
 * loaded.
 */
export function TripBar({ trip, onClose }: { trip: TripOnMap; onClose: () => void }) {
  const { t } = useTranslation('trips')
  const { playback, isOpen, skippedWaypoints, doubtedWaypoints, error, isEmpty } = trip
  if (playback)
    return (
      <>
        {skippedWaypoints > 0 && <Note role="status">{t('skipped', { count: skippedWaypoints })}</Note>}
        {doubtedWaypoints > 0 && <Note role="status">{t('doubted', { count: doubtedWaypoints })}</Note>}
        <PlaybackBar playback={playback} isOpen={isOpen} onClose={onClose} />
      </>
    )
  return (
    <Row gap={1.5} pad={[0, 1.5]} ground="floating" leastPx={60}>
      <Fill role="status">{error ? t('lineFailed') : isEmpty ? t('lineEmpty') : <Skeleton height={28} />}</Fill>
      <TooltipIconButton label={t('playback.close')} icon={X} onClick={onClose} />
    </Row>
  )
}

const Note = styled('p')(({ theme }) => ({
  width: 'fit-content',
  marginBottom: theme.spacing(1),
  padding: theme.spacing(0, 1),
  borderRadius: 6,
  fontSize: 12,
  lineHeight: '22px',
  color: vars(theme).text.secondary,
  backgroundColor: vars(theme).surface.raised,
  border: `1px solid ${vars(theme).line.strong}`,
}))
