import Chip from '@mui/material/Chip'
import CircularProgress from '@mui/material/CircularProgress'
import { CloudOff, Hourglass, Radio } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { softOf } from '../../../theme/tones.js'
import type { LivePhase } from '../live-phase.js'

const LOOKS = {
  connecting: { icon: <CircularProgress size={12} color="inherit" aria-hidden />, look: softOf('quiet') },
  connected: { icon: <Hourglass size={14} />, look: softOf('primary') },
  live: { icon: <Radio size={14} />, look: { bgcolor: 'accent.main', color: 'accent.contrastText' } },
  error: { icon: <CloudOff size={14} />, look: softOf('warning') },
} as const

/** Shows the state of the live service as a word. */
export function PhaseChip({ phase }: { phase: LivePhase }) {
  const { t } = useTranslation('liveTest')
  const { icon, look } = LOOKS[phase]
  return <Chip size="small" icon={icon} label={t(`phase.${phase}`)} sx={{ ...look, fontWeight: 600 }} />
}
