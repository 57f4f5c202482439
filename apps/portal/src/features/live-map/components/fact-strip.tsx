import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { CircleDashed, Clock, MoonStar, PackageCheck, Radio, Siren, WifiOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Span, Text } from '../../../components/layout/text.js'
import { LIMITS } from '../../../config/limits.js'
import { useNow } from '../../../lib/clock.js'
import { formatSpeed } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { EntityPosition } from '../../../live/positions-store.js'
import { type Connection, entityState, type Lifecycle } from '../../../map/entity-state.js'
import { StateGlyph } from '../../../map/state-glyph.js'
import { compassPoint } from '../entity-facts.js'

const connectionIcons: Record<Connection, LucideIcon> = { live: Radio, reported: Clock, sleeping: MoonStar, silent: WifiOff }
const lifecycleIcons: Record<Lifecycle, LucideIcon> = { installed: PackageCheck, unregistered: CircleDashed, missing: Siren }
const connectionColours: Record<Connection, string> = {
  live: 'accent.text',
  reported: 'text.primary',
  sleeping: 'offline.main',
  silent: 'offline.main',
}
const lifecycleColours: Record<Lifecycle, string> = {
  installed: 'text.primary',
  unregistered: 'warning.main',
  missing: 'missing.main',
}

export interface FactStripProps {
  position: EntityPosition
  lifecycle: Lifecycle
  /** Since when the vehicle is known, ISO 8601. */
  createdAt: string
}

/** Motion, connection and lifecycle, each with its icon, word and age (G-41). */
export function FactStrip({ position, lifecycle, createdAt }: FactStripProps) {
  const { t } = useTranslation('map')
  const format = useFormat()
  const now = useNow()
  const { motion, connection } = entityState({ isMoving: position.isMoving, receivedAt: position.receivedAt, lifecycle }, now)
  const ConnectionIcon = connectionIcons[connection]
  const LifecycleIcon = lifecycleIcons[lifecycle]
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 0.9fr) minmax(0, 1.1fr)',
        m: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
      }}
    >
      <Fact label={t('facts.motion')} colour={`${motion}.main`} icon={<StateGlyph state={motion} />} word={t(`motion.${motion}`)}>
        {motion === 'moving' ? <Speed position={position} /> : <Age at={position.positionedAt} now={now} since />}
      </Fact>
      <Fact
        label={t('facts.connection')}
        colour={connectionColours[connection]}
        icon={<ConnectionIcon size={14} />}
        word={t(`connection.${connection}`)}
      >
        <Age at={position.receivedAt} now={now} />
      </Fact>
      <Fact
        label={t('facts.lifecycle')}
        colour={lifecycleColours[lifecycle]}
        icon={<LifecycleIcon size={14} />}
        word={t(`lifecycle.${lifecycle}`)}
      >
        {/* It is not missing since it was made; since when it is, its case says. */}
        {lifecycle !== 'missing' && (
          <Tooltip title={format.dateTime(createdAt)}>
            <span>{t('facts.since', { date: format.date(createdAt) })}</span>
          </Tooltip>
        )}
      </Fact>
    </Box>
  )
}

interface FactProps {
  label: string
  colour: string
  icon: ReactNode
  word: string
  children: ReactNode
}

function Fact({ label, colour, icon, word, children }: FactProps) {
  return (
    <Box sx={{ minWidth: 0, px: 1.25, py: 1, '& + &': { borderLeft: 1, borderColor: 'divider' } }}>
      <Box
        component="dt"
        sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis' }}
      >
        {label}
      </Box>
      <dd>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: colour, fontWeight: 600 }}>
          {icon}
          <Span clipped title={word}>
            {word}
          </Span>
        </Box>
        <Text size="caption" tone="secondary" clipped>
          {children}
        </Text>
      </dd>
    </Box>
  )
}

function Speed({ position }: { position: EntityPosition }) {
  const { t } = useTranslation('map')
  const { speedKph, heading } = position
  const point = heading === undefined ? undefined : t(`compass.${compassPoint(heading)}`)
  return <>{[speedKph === undefined ? undefined : formatSpeed(speedKph), point].filter(Boolean).join(' ') || '—'}</>
}

/** How old a value is, ticking; amber with a clock once it is older than three minutes, unless it is a time since when. */
function Age({ at, now, since = false }: { at: number | undefined; now: number; since?: boolean }) {
  const { t } = useTranslation('map')
  const format = useFormat()
  if (at === undefined) return <>{t('facts.never')}</>
  const isAgeing = !since && now - at > LIMITS.ageingMs
  return (
    <Tooltip title={format.dateTime(at)}>
      <Box
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: isAgeing ? 'warning.main' : 'inherit' }}
      >
        {isAgeing && <Clock size={12} />}
        {format.relative(at, now)}
      </Box>
    </Tooltip>
  )
}
