import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMinute } from '../../../lib/clock.js'
import { useAge } from '../../../lib/format/use-age.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { type Lifecycle, stateOf } from '../../../map/entity-state.js'
import { useSameDay } from '../../../map/use-same-day.js'
import { StateGlyph } from '../../../map/state-glyph.js'
import { CONNECTION_SIGNS, LIFECYCLE_SIGNS } from '../../../map/state-signs.js'
import type { Entity } from '../entity.js'
import { joined } from '../../../lib/format/joined.js'

/**
 * Returns the vehicle's present motion, connection and state in its life cycle, by the same rules as on every other screen
 * (G-41).
 */
export function useEntityState(entity: Entity) {
  const now = useMinute()
  const isSameDay = useSameDay()
  const receivedAt = entity.last_seen === null ? undefined : Date.parse(entity.last_seen)
  return stateOf(entity, { isMoving: entity.position?.moving ?? false, receivedAt }, now, isSameDay)
}

export function MotionFact({ entity }: { entity: Entity }) {
  const { t } = useTranslation('map')
  const { motion } = useEntityState(entity)
  if (entity.location_hidden) return <Fact icon={<EyeOff size={14} />} word={t('hidden.short')} colour="text.secondary" />
  return <Fact icon={<StateGlyph state={motion} />} word={t(`motion.${motion}`)} colour={`${motion}.main`} />
}

/** Shows the connection. With `isDated` it also shows when the tracker last reported. */
export function ConnectionFact({ entity, isDated = false }: { entity: Entity; isDated?: boolean }) {
  const { t } = useTranslation(['map', 'entities'])
  const format = useFormat()
  const { connection } = useEntityState(entity)
  const Icon = CONNECTION_SIGNS[connection]
  const seen = useAge(entity.last_seen) ?? (entity.location_hidden ? undefined : t('entities:never'))
  return (
    <Tooltip title={entity.last_seen === null ? '' : format.dateTime(entity.last_seen)}>
      <span>
        <Fact
          icon={<Icon size={14} />}
          word={joined([t(`connection.${connection}`), isDated && seen])}
          colour={connection === 'live' ? 'accent.text' : connection === 'reported' ? 'text.primary' : 'offline.main'}
        />
      </span>
    </Tooltip>
  )
}

export function LifecycleFact({ entity: { lifecycle } }: { entity: Entity }) {
  const { t } = useTranslation('map')
  const Icon = LIFECYCLE_SIGNS[lifecycle]
  const colours: Record<Lifecycle, string> = {
    installed: 'text.primary',
    unregistered: 'warning.main',
    missing: 'missing.main',
  }
  return <Fact icon={<Icon size={14} />} word={t(`lifecycle.${lifecycle}`)} colour={colours[lifecycle]} />
}

function Fact({ icon, word, colour }: { icon: ReactNode; word: string; colour: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, color: colour }}>
      {icon}
      {word}
    </Box>
  )
}
