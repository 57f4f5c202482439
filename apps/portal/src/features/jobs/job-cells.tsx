import Chip from '@mui/material/Chip'
import Tooltip from '@mui/material/Tooltip'
import { Check, Clock3, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/clock.js'
import { useFormat } from '../../lib/format/use-format.js'
import type { Job } from './job-list.js'

const MINUTE_MS = 60_000
const looks = {
  queued: { icon: Clock3, bgcolor: 'surface.subtle', color: 'text.secondary' },
  running: { icon: LoaderCircle, bgcolor: 'primary.soft', color: 'primary.main' },
  done: { icon: Check, bgcolor: 'moving.soft', color: 'moving.main' },
  failed: { icon: TriangleAlert, bgcolor: 'missing.soft', color: 'missing.main' },
}

/** How it stands: shape, colour and word. */
export function StateChip({ state }: { state: Job['state'] }) {
  const { t } = useTranslation('jobs')
  const { icon: Icon, ...look } = looks[state]
  return (
    <Chip
      icon={<Icon size={14} strokeWidth={1.75} aria-hidden style={{ color: 'inherit' }} />}
      label={t(`states.${state}`)}
      sx={look}
    />
  )
}

/** "14 min ago", the moment itself in its tooltip. */
export function TimeCell({ at }: { at: string }) {
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  return (
    <Tooltip title={format.dateTime(at)}>
      <span>{format.relative(at, now)}</span>
    </Tooltip>
  )
}
