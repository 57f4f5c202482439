import Chip from '@mui/material/Chip'
import CircularProgress from '@mui/material/CircularProgress'
import { CloudOff, Hourglass, Radio } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { LivePhase } from '../live-phase.js'

const looks = {
  connecting: { bgcolor: 'surface.subtle', color: 'text.secondary' },
  connected: { bgcolor: 'primary.soft', color: 'primary.main' },
  live: { bgcolor: 'accent.main', color: 'accent.contrastText' },
  error: { bgcolor: 'warning.soft', color: 'warning.main' },
} as const

const icons = {
  connecting: <CircularProgress size={12} thickness={5} color="inherit" aria-hidden />,
  connected: <Hourglass size={14} />,
  live: <Radio size={14} />,
  error: <CloudOff size={14} />,
} as const

/** the state of the live service in a word. */
export function PhaseChip({ phase }: { phase: LivePhase }) {
  const { t } = useTranslation('liveTest')
  return (
    <Chip
      size="small"
      icon={icons[phase]}
      label={t(`phase.${phase}`)}
      sx={{ ...looks[phase], fontWeight: 600, '& .MuiChip-icon': { color: 'inherit' } }}
    />
  )
}
